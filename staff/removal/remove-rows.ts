import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { databaseClock } from "#database/clock.server.ts";
import type { Connection } from "#database/connect.server.ts";
import { liftOfTransaction } from "#database/postgres/lifted-limits.ts";
import { type Database, postTables } from "#database/schema.ts";
import { machineClock } from "#system/clock.ts";
import { CommandError } from "../terminal.ts";
import { filesOf, removeFiles } from "./mail-files.ts";
import { rewriteFile } from "./rewrite-file.ts";
import { vacuum } from "./vacuum.ts";

/** Numbers of removed rows by table, and of removed files. */
export interface Removed extends Record<"submissions" | "notifications" | "quarantine" | "mails", number> {
  /** Why removed words may still be in the database's files; undefined when they cannot. */
  leftover: string | undefined;
}

/** Numbers of rows that would be removed. */
export interface Found extends Record<"submissions" | "notifications" | "quarantine", number> {
  /** When the first and the last of the submissions and posts came: UTC, ISO 8601. */
  first: string | undefined;
  last: string | undefined;
}

/** Ids of the rows that go. */
export type Doomed = Record<(typeof removable)[number], string[]>;

/** Tables with rows of people; the notifications of a submission go with it. */
export const removable = [...postTables, "notifications"] as const;

export const nothing = (): Doomed => ({
  contact_submissions: [],
  mastermind_applications: [],
  quarantine: [],
  notifications: [],
});

/** In milliseconds; a claim ends by itself after two and a half minutes. */
const sendingTimeout = 3.5 * 60_000;

/** Rows removed by one statement; databases limit the number of parameters. */
export const portion = 500;

/**
 * Removes rows, with their keys, notifications and files of e-mails, in one transaction.
 *
 * @param onWait called again and again while a mail is being sent, which has to end first; where it throws, nothing was removed
 * @throws CommandError when a mail does not end; then nothing was removed
 */
export async function removeRows(
  connection: Connection,
  mailDir: string,
  onWait: () => void,
  choose: (transaction: Kysely<Database>) => Promise<Doomed>,
): Promise<Omit<Removed, "leftover">> {
  const end = performance.now() + sendingTimeout;
  // Until a portion is gone SQLite keeps a copy of its pages: not in a deleted file outside of DATA_DIR, which nothing overwrites.
  if (connection.kind === "sqlite") await sql`pragma temp_store = memory`.execute(connection.db);
  for (;;) {
    const rows = await connection.db.transaction().execute(async (transaction) => {
      // Those of the account or the database are made for what visitors wait for; behind a pooler the session has them.
      if (connection.kind === "postgres") await sql.raw(liftOfTransaction).execute(transaction);
      return deleteRows(transaction, connection.kind, await choose(transaction));
    });
    if (rows) {
      return { ...rows, mails: await removeFiles(filesOf(mailDir, rows.mails)) };
    }
    if (performance.now() > end)
      throw new CommandError(
        "An e-mail that has to go is still being sent. Its submission was not removed: try again later.",
      );
    onWait();
    await sleep(100);
  }
}

/** Ids of the notifications to remove: the old ones, and those of the old submissions. */
export async function mailsOf(db: Kysely<Database>, doomed: Doomed): Promise<string[]> {
  const mails = new Set(doomed.notifications);
  for (const ids of slices(postTables.flatMap((table) => doomed[table]))) {
    const found = await db
      .selectFrom("notifications")
      .select("id")
      .where("submission_id", "in", ids)
      .execute();
    for (const { id } of found) mails.add(id);
  }
  return [...mails];
}

/**
 * @returns undefined, with nothing removed, when one of the mails is being sent: its file or its mark would come after
 */
async function deleteRows(transaction: Kysely<Database>, kind: Connection["kind"], doomed: Doomed) {
  const mails = await mailsOf(transaction, doomed);
  for (const ids of slices(mails)) {
    const held = await transaction
      .selectFrom("notifications")
      .select(["status", "claimed_until"])
      .where("id", "in", ids)
      // From here on no instance can claim them.
      .$if(kind === "postgres", (query) => query.forUpdate())
      .execute();
    const now = (await databaseClock(kind, machineClock)(transaction)).toISOString();
    if (held.some(({ status, claimed_until }) => status === "pending" && (claimed_until ?? "") > now))
      return undefined;
  }
  for (const ids of slices(mails))
    await transaction.deleteFrom("notifications").where("id", "in", ids).execute();
  const removed = { submissions: 0, quarantine: 0, notifications: mails.length, mails };
  for (const table of postTables)
    for (const ids of slices(doomed[table])) {
      const { numDeletedRows } = await transaction
        .deleteFrom(table)
        .where("id", "in", ids)
        .executeTakeFirst();
      removed[table === "quarantine" ? table : "submissions"] += Number(numDeletedRows);
      await transaction.deleteFrom("submission_keys").where("row_id", "in", ids).execute();
    }
  return removed;
}

/**
 * Overwrites what removed rows have left in the database's files; PostgreSQL frees dead rows when it vacuums.
 *
 * @param rewrites whether SQLite's file is written anew
 * @param schema with a dot behind it, where restore has put tables of PostgreSQL aside
 * @returns why that was not possible; undefined if it was
 */
export async function overwriteLeftovers(
  { db, kind }: Connection,
  { rewrites = true, schema = "" } = {},
): Promise<string | undefined> {
  if (kind === "sqlite") return rewriteFile(db, rewrites);
  const tables = [...removable, "submission_keys"];
  return vacuum(
    db,
    tables.map((table) => schema + table),
  );
}

export function slices(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / portion) }, (_, index) =>
    ids.slice(index * portion, (index + 1) * portion),
  );
}
