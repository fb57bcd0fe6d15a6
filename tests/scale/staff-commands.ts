import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { connectDatabase } from "#database/connect.server.ts";
import type { Database, SubmissionTable } from "#database/schema.ts";
import { referenceOf } from "#submissions/submission.ts";

export interface StaffCommand {
  args: string[];
  /** In seconds: 1 for what somebody asks many times a day, and otherwise what somebody waits for, or a night's job has. */
  limit: number;
  status?: number;
  /** Stands in what it writes. */
  shows: string;
  /** Its memory may not grow with the rows: the commands that write a tenth of them. A short one is not always cleared up in. */
  like?: string[];
}

/**
 * Every command of the staff, those that remove last, about rows from the middle.
 *
 * @param folder for a copy of all
 */
export async function staffCommands(url: string, rows: number, folder: string): Promise<StaffCommand[]> {
  const { db, close } = await connectDatabase(url, { isForStaff: true });
  const half = Math.ceil(rows / 2);
  const middle = Math.ceil(half / 2);
  const contact = await idOf(db, "contact_submissions", `contact${middle}@visitor.example`);
  const applicant = await idOf(db, "mastermind_applications", `applicant${middle}@visitor.example`);
  const robot = await idOf(db, "quarantine", `robot${Math.ceil(rows / 20)}@visitor.example`);
  const day = async (share: number) => {
    const found = await db
      .selectFrom("contact_submissions")
      .select("created_at")
      .where("email", "=", `contact${Math.ceil(half * share)}@visitor.example`)
      .executeTakeFirstOrThrow();
    return found.created_at.slice(0, 10);
  };
  const [early, between, tenth, late] = [await day(0.01), await day(0.5), await day(0.9), await day(0.99)];
  await close();
  const json = (args: string[]) => [...args, "--format", "json"];
  const tenthOf = ["export", "--since", tenth];
  const tenths = [tenthOf, json(tenthOf)].map((args) => args.join(" "));
  const last = `Hospital ${half}`;
  const [isSqlite, person] = [url.startsWith("sqlite:"), `Contact${middle}@visitor.example`];
  return [
    { args: ["list"], limit: 1, shows: "Moreno" },
    { args: ["list", "--page", "2"], limit: 1, shows: "mastermind" },
    { args: ["list", "--json", "--limit", "1000"], limit: 1, shows: "Ada" },
    { args: ["list", "--page", String(Math.ceil(rows / 60))], limit: 5, shows: "Person" },
    { args: ["show", referenceOf(contact)], limit: 1, shows: `Person ${middle} ` },
    { args: ["show", applicant.slice(0, 13)], limit: 1, shows: `Person ${middle} ` },
    { args: ["show", referenceOf(robot)], limit: 1, shows: "In quarantine" },
    { args: ["list", "--search", `contact${middle}@`], limit: 10, shows: `Person ${middle} ` },
    { args: ["list", "--search", referenceOf(applicant)], limit: 10, shows: `Person ${middle} ` },
    { args: ["list", "--search", "müller"], limit: 10, shows: "Müller" },
    { args: ["list", "--search", "100% nobody"], limit: 10, shows: "No submission" },
    { args: ["notifications"], limit: 1, status: 1, shows: "550 no such mailbox" },
    { args: ["quarantine"], limit: 1, shows: "robot" },
    // Of SQLite it reads the whole file first, to see whether it is sound.
    { args: ["export", "--since", late], limit: 10, shows: last },
    { args: tenthOf, limit: 60, shows: last },
    { args: json(tenthOf), limit: 60, shows: last },
    { args: ["export"], limit: 300, shows: last, like: tenths },
    { args: json(["export"]), limit: 300, shows: last, like: tenths },
    { args: ["copy", "--to", `sqlite:${join(folder, "copy.db")}`], limit: 1_800, shows: "Switch over" },
    { args: ["redeliver", referenceOf(contact)], limit: 1, shows: "1 to be sent" },
    { args: ["redeliver"], limit: 60, shows: " to be sent" },
    { args: ["release", robot.slice(0, 13)], limit: 2, shows: "Released" },
    { args: ["erase", `contact${middle}@visitor.example`, "--dry-run"], limit: 2, shows: "1 submission" },
    // SQLite's large file is not written anew unless that was asked for.
    {
      ...{ args: ["erase", person, "--yes"], limit: 60, shows: "Removed 1 submission" },
      status: isSqlite && rows > 100_000 ? 1 : 0,
    },
    ...(isSqlite
      ? [{ args: ["erase", person, "--rewrite", "--yes"], limit: 300, shows: "Removed 0 submissions" }]
      : []),
    { args: ["purge", "--before", between, "--dry-run"], limit: 10, shows: "submissions" },
    { args: ["purge", "--before", early, "--yes"], limit: 120, shows: "Removed" },
  ];
}

async function idOf(db: Kysely<Database>, table: SubmissionTable | "quarantine", email: string) {
  const { id } = await db
    .selectFrom(table)
    .select(sql<string>`cast(id as text)`.as("id"))
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return id;
}
