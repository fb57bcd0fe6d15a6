import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Connection } from "#database/connect.server.ts";
import { emailPart, isOddlyWritten, mayHoldOthers } from "#database/indexes.ts";
import type { DatabaseKind } from "#database/migrations/column-types.ts";
import { type Database, postTables, type SubmissionTable, submissionTables } from "#database/schema.ts";
import { type Config, mailDirOf } from "#server/config.ts";
import { emailKey } from "#submissions/mailbox.ts";
import type { RateLimit } from "#submissions/receive/rate-limit.server.ts";
import { findNamed } from "../reading/named.ts";
import { brokenOff } from "./broken-off.ts";
import { findMails, removeFiles } from "./mail-files.ts";
import { goThroughCopies, type OtherCopies } from "./other-copies.ts";
import {
  type Doomed,
  type Found,
  mailsOf,
  nothing,
  overwriteLeftovers,
  type Removed,
  removeRows,
  slices,
} from "./remove-rows.ts";

/** The result of `erase`: what was removed, and what is left. */
export interface Erased extends Removed, OtherCopies {
  /** References of other people's rows whose words name the address. */
  namedIn: string[];
}

/**
 * Removes everything about the person with this address, also what was put aside and what is still to be sent, and
 * looks for what is left.
 *
 * @param rewrites whether SQLite's file is written anew; copies that nobody uses always are
 * @param onWait called again and again while a mail is being sent, which has to end first
 * @throws CommandError when a mail does not end, or the database takes nothing; then nothing was removed
 */
export async function erasePerson(
  connection: Connection,
  place: Pick<Config, "dataDir" | "databaseUrl">,
  receipts: RateLimit,
  address: string,
  { rewrites, onWait }: { rewrites: boolean; onWait: () => void },
): Promise<Erased> {
  const key = emailKey(address);
  const mailDir = mailDirOf(place);
  const remove = (on: Connection, forget = async (_transaction: Kysely<Database>) => {}) =>
    removeRows(on, mailDir, onWait, async (transaction) => {
      await forget(transaction);
      return choosePerson(transaction, on.kind, key);
    });
  const removed = await remove(connection, (transaction) => receipts.forget(key, transaction)).catch(
    async (error) => {
      throw await brokenOff(error, place, "Nothing was removed.");
    },
  );
  const leftover = await overwriteLeftovers(connection, { rewrites });
  const mails = await removeFiles(findMails(mailDir, key));
  const others = await goThroughCopies(connection, place, remove);
  const namedIn = await findNamed(connection, key);
  return {
    ...{ ...removed, mails: removed.mails + mails, namedIn },
    ...{ ...others, leftover: leftover ?? others.leftover },
  };
}

/** What `erasePerson` would remove from the tables, the ids of submissions and posts in it, and those of e-mails. */
export async function findPerson(
  { db, kind }: Connection,
  address: string,
): Promise<Found & { ids: ReadonlySet<string>; mails: readonly string[] }> {
  const doomed = await choosePerson(db, kind, emailKey(address));
  const times: string[] = [];
  for (const table of postTables)
    for (const ids of slices(doomed[table])) {
      const rows = await db.selectFrom(table).select("created_at").where("id", "in", ids).execute();
      times.push(...rows.map(({ created_at }) => created_at ?? "").filter(Boolean));
    }
  times.sort();
  const mails = await mailsOf(db, doomed);
  return {
    submissions: submissionTables.flatMap((table) => doomed[table]).length,
    notifications: mails.length,
    quarantine: doomed.quarantine.length,
    first: times[0],
    last: times.at(-1),
    ids: new Set(postTables.flatMap((table) => doomed[table])),
    mails,
  };
}

/** What is the person's, by indexes. The database gives all rows that may be theirs, and the program compares the addresses. */
async function choosePerson(db: Kysely<Database>, kind: DatabaseKind, key: string): Promise<Doomed> {
  const doomed = nothing();
  const findIn = async (table: SubmissionTable | "quarantine", condition: RawBuilder<boolean>) => {
    const email = sql<string | null>`cast(email as text)`.as("email");
    const rows = await db.selectFrom(table).select(["id", email]).where(condition).execute();
    // Rows of tables that were taken over may have no address.
    return rows.filter((row) => emailKey(row.email ?? "") === key).map(({ id }) => id);
  };
  const asUsual = sql<boolean>`${sql.raw(emailPart)} = ${key.slice(0, 256)}`;
  const oddly = sql<boolean>`${sql.raw(isOddlyWritten[kind])}`;
  for (const table of submissionTables)
    doomed[table] = [...new Set([...(await findIn(table, asUsual)), ...(await findIn(table, oddly))])];
  const posts = new Set(await findIn("quarantine", asUsual));
  const others = db
    .selectFrom("quarantine")
    .select(["id", "fields"])
    .where(sql<boolean>`${sql.raw(mayHoldOthers(kind))}`);
  for await (const { id, fields } of others.stream(100)) {
    const answers: [string, string][] = JSON.parse(fields);
    if (answers.some(([name, value]) => name === "email" && emailKey(value) === key)) posts.add(id);
  }
  doomed.quarantine = [...posts];
  const mails = await db.selectFrom("notifications").select("id").where("email", "=", key).execute();
  doomed.notifications = mails.map(({ id }) => id);
  return doomed;
}
