import type { Kysely } from "kysely";
import { databaseClock } from "#database/clock.server.ts";
import { type Connection, connectDatabase } from "#database/connect.server.ts";
import { foreignRules } from "#database/foreign-rules.server.ts";
import { type UnreadColumn, unreadColumns, unreadWords } from "#database/migrations/taken-over.server.ts";
import type { Database } from "#database/schema.ts";
import { countOverdue } from "#submissions/mail/overdue.server.ts";
import { describeFault } from "#system/fault.ts";
import { counted } from "#system/language.ts";
import type { Context } from "./context.ts";
import { type Finding, ok, unknown, wrong } from "./finding.ts";
import { postgresFindings } from "./postgres.ts";
import { sqliteFindings } from "./sqlite.ts";

/** The database: whether the site can open it, may do there what it has to, and is of its version. */
export async function databaseFindings(context: Context): Promise<Finding[]> {
  const { databaseUrl } = context.config;
  const isSqlite = databaseUrl.startsWith("sqlite:");
  const findings = isSqlite
    ? await sqliteFindings(databaseUrl.slice("sqlite:".length))
    : await postgresFindings(databaseUrl, context.now);
  // What cannot be opened or is damaged is not opened as the site would.
  if (findings.some(({ check, state }) => state !== "ok" && check === "database.open")) return findings;
  return [...findings, ...(await tableFindings(databaseUrl, context.now))];
}

async function tableFindings(databaseUrl: string, now: () => Date): Promise<Finding[]> {
  let connection: Connection;
  try {
    connection = await connectDatabase(databaseUrl, { isForStaff: true });
  } catch (error) {
    return [ofOpening(error)];
  }
  try {
    const time = await databaseClock(connection.kind, now)(connection.db);
    return [
      ok("database.migrations", "Its tables are those of this version."),
      await ofOverdueMails(connection.db, time),
      ...(await rulesOf(connection)),
      ...(await unreadColumns(connection.db)).map(ofUnread),
    ];
  } catch (error) {
    return [unknown("database.mails", "E-mails that wait", `the database failed: ${describeFault(error)}`)];
  } finally {
    await connection.close();
  }
}

/** Why the site cannot go on with the tables, in the words of the start. */
function ofOpening(error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  const [, hidden, advice] = /^(row level security .*): (.*)$/.exec(message) ?? [];
  if (hidden && advice) return wrong("database.rights", `In the tables ${hidden}.`, `To mend it, ${advice}.`);
  const [what, todo] = versionTroubles.find(([, , words]) => words.test(message)) ?? [];
  if (what && todo) return wrong("database.migrations", `${what} (${message}).`, todo);
  return unknown("database.migrations", "Its tables", describeFault(error));
}

const versionTroubles: [what: string, todo: string, words: RegExp][] = [
  [
    "A later version of the site has changed the tables",
    "Run that version, or bring back the backup of before.",
    /later version/,
  ],
  [
    "There is no table of the site in the database",
    "Start the site once, which makes them; if it has run already, correct DATABASE_URL.",
    /no tables of the site/,
  ],
  [
    "The tables are those of an earlier version",
    "Start this version of the site, which brings them up to date.",
    /^it lacks/,
  ],
  [
    "The copy into the database is not finished",
    "Stop the site and give the command again where it is copied from: npm run submissions -- copy --to URL. If it was given up, correct DATABASE_URL.",
    /copy into it is not finished/,
  ],
  [
    "The account has no right to the site's schema",
    "Give it the right: grant usage, create on schema NAME to ACCOUNT.",
    /no right to the schema/,
  ],
];

async function rulesOf({ db, kind }: Connection): Promise<Finding[]> {
  const rules = await foreignRules(db, kind);
  return rules.map(({ what, todo }) =>
    wrong("database.rules", `Not every form can be stored: ${what}.`, `${todo}.`),
  );
}

function ofUnread(unread: UnreadColumn): Finding {
  const { table, column, like } = unread;
  return wrong(
    "database.columns",
    `${unreadWords(unread)}.`,
    `After a backup, give it to the site: update ${table} set ${column} = "${like}" where coalesce(${column}, '') = '';`,
  );
}

async function ofOverdueMails(db: Kysely<Database>, time: Date): Promise<Finding> {
  const overdue = await countOverdue(db, time);
  return overdue === 0
    ? ok("database.mails", "No e-mail to the staff is overdue.")
    : wrong(
        "database.mails",
        `${counted(overdue, "e-mail")} to the staff ${overdue === 1 ? "is" : "are"} overdue, held or given up.`,
        "npm run submissions -- notifications says why; mend that, then npm run submissions -- redeliver",
      );
}
