import { type Kysely, sql } from "kysely";
import type { Database, SubmissionTable } from "#database/schema.ts";
import { mayHold } from "../removal/named.ts";
import { idsOfReference } from "./find.ts";
import { submissionTables } from "./records.ts";

type Table = SubmissionTable | "quarantine";

/** What a search looks into, in words for the staff. */
export const searchedWords =
  "names, e-mail and LinkedIn addresses, phone numbers, organizations, roles, references";

/** Columns with it; `message` and `fields` hold answers. */
const columns: Record<Table, readonly string[]> = {
  contact_submissions: ["full_name", "email", "linkedin_url", "message"],
  mastermind_applications: ["first_name", "last_name", "email", "phone", "organization", "role"],
  quarantine: ["email", "fields"],
};
const answers = ["email", "linkedinUrl", "phone", "organization", "role"];

interface Found<Name extends Table> {
  table: Name;
  id: string;
  /** UTC, ISO 8601 */
  time: string | null;
}

/** Submissions that hold the text, newest first and those without a time last. */
export function searchSubmissions(
  db: Kysely<Database>,
  text: string,
  part: { limit: number; offset: number },
): Promise<Found<SubmissionTable>[]> {
  return search(db, submissionTables, text, part);
}

/** Posts in quarantine that hold the text, newest first. */
export function searchQuarantine(
  db: Kysely<Database>,
  text: string,
  part: { limit: number; offset: number },
): Promise<Found<"quarantine">[]> {
  return search(db, ["quarantine"], text, part);
}

async function search<Name extends Table>(
  db: Kysely<Database>,
  tables: readonly Name[],
  text: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found<Name>[]> {
  const found: Found<Name>[] = [];
  for (const table of tables) {
    let count = 0;
    for await (const row of searchTable(db, table, folded(text))) {
      found.push(row);
      count += 1;
      if (count === offset + limit) break;
    }
  }
  const order = ({ time, id }: Found<Name>) => `${time ?? ""} ${id}`;
  return found.sort((a, b) => (order(a) < order(b) ? 1 : -1)).slice(offset, offset + limit);
}

/** The database finds rows that may be meant, as fast as it reads; what letters are alike is decided here. */
async function* searchTable<Name extends Table>(
  db: Kysely<Database>,
  table: Name,
  text: string,
): AsyncGenerator<Found<Name>> {
  const ids = await idsOfReference(db, table, text);
  const texts = columns[table].map((name) => sql`cast(${sql.ref(name)} as text)`);
  // Two queries, so that each can use an index for the order.
  for (const time of ["is not", "is"] as const) {
    const rows = db
      .selectFrom(table as Table)
      .select(["created_at", sql<string>`cast(id as text)`.as("id")])
      .select(texts.map((column, place) => column.as(columns[table][place] ?? "")))
      .where("created_at", time, null)
      .where((eb) =>
        eb.or([
          mayHold(sql`concat_ws(' ', ${sql.join(texts)})`, text),
          ...(ids.length > 0 ? [eb(sql<string>`cast(id as text)`, "in", ids)] : []),
        ]),
      )
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .stream(500);
    for await (const row of rows) {
      const { created_at, id, ...rest } = row;
      if (
        ids.includes(id) ||
        textsOf(rest as Record<string, unknown>).some((one) => folded(one).includes(text))
      )
        yield { table, id, time: created_at };
    }
  }
}

/** Letters in capitals, and put together in another way, are the same. */
function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function textsOf({ first_name, last_name, message, fields, ...rest }: Record<string, unknown>): string[] {
  const given =
    fields === undefined ? answersIn(message) : new Map<string, unknown>(JSON.parse(String(fields)));
  const names = [
    [first_name, last_name],
    [given.get("firstName"), given.get("lastName")],
  ].map((parts) => parts.filter((part) => typeof part === "string").join(" "));
  return [...names, ...Object.values(rest), ...answers.map((name) => given.get(name))].filter(
    (one) => typeof one === "string",
  );
}

/** By name; a message of another kind, in a table that was taken over, has none. */
function answersIn(message: unknown): Map<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(message));
    return new Map(value !== null && typeof value === "object" ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}
