import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Connection } from "#database/connect.server.ts";
import type { Database } from "#database/schema.ts";
import { lockTimeout } from "#database/sqlite/open-sqlite.server.ts";

/** Files up to this size, in bytes, are written anew at once: it takes some seconds, in which posts wait. */
const mostAtOnce = 100_000_000;
/** Bytes written anew in a minute, by measuring on slow disks. */
const eachMinute = 2_000_000_000;
/** For somebody's reading to end, in milliseconds. */
const readingTimeout = 5_000;
/** Bytes that are copied from the log in a millisecond at least. */
const bytesCopied = 50_000;

/**
 * Of a file that is too large to be written anew while visitors wait: how large it is and how long it takes, in words.
 *
 * @returns undefined where it can be written at once, and on PostgreSQL
 */
export async function rewritingExtent({ db, kind }: Connection): Promise<string | undefined> {
  const size = kind === "sqlite" ? (await fileOf(db)).size : 0;
  if (size <= mostAtOnce) return undefined;
  const minutes = Math.ceil(size / eachMinute);
  return `${(size / 1e9).toFixed(1)} GB, about ${minutes === 1 ? "a minute" : `${minutes} minutes`}`;
}

/** @returns an empty name for a database in memory */
async function fileOf(db: Kysely<Database>): Promise<{ file: string; size: number }> {
  const { rows } = await sql<{ file: string; size: number }>`
    select file, page_count * page_size as size from pragma_database_list, pragma_page_count, pragma_page_size
    where name = 'main'`.execute(db);
  return rows[0] ?? { file: "", size: 0 };
}

/**
 * Writes SQLite's file anew and empties its write-ahead log. Rows are overwritten as they go (secure_delete), but not what
 * SQLite left in a page from which it had moved them; and the log holds older pages. It can be emptied only while nobody reads.
 *
 * @param isWanted whether the file is written anew; the log is emptied anyway
 * @returns why that was not possible; undefined if it was
 */
export async function rewriteFile(db: Kysely<Database>, isWanted: boolean): Promise<string | undefined> {
  const fault = isWanted ? await vacuumFile(db) : undefined;
  // Also of what was given up, which the log would keep the room for.
  return (await emptyLog(db)) ?? fault;
}

async function vacuumFile(db: Kysely<Database>): Promise<string | undefined> {
  try {
    const { file } = await assertRoom(db);
    const copyLog = holdLog(file);
    try {
      // The whole database is written there first, without what was removed: in memory it could be too much.
      await sql`pragma temp_store = file`.execute(db);
      // https://sqlite.org/lang_vacuum.html
      await sql`vacuum`.execute(db);
    } finally {
      copyLog();
    }
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    return `What was removed may still lie in unused parts of the database's file (${reason}). Mend that, then run this again.`;
  }
}

/**
 * Keeps others from copying the log into the file: after the vacuum it holds the whole file, and SQLite would let the site do it
 * at its next commit, for seconds in which it answers nobody. Who reads what was there before holds it.
 *
 * @returns copies it; posts can be stored meanwhile
 */
function holdLog(file: string): () => void {
  const reader = new DatabaseSync(file || ":memory:", { timeout: lockTimeout });
  reader.exec("begin; select count(*) from sqlite_schema");
  return () => {
    try {
      reader.exec("rollback; pragma wal_checkpoint(passive)");
    } finally {
      reader.close();
    }
  };
}

/** All pages go into the log first: what the running site writes meanwhile would find a full disk. */
async function assertRoom(db: Kysely<Database>): Promise<{ file: string }> {
  const { file, size } = await fileOf(db);
  if (file === "") return { file };
  const { bavail, bsize } = await statfs(dirname(file));
  const free = bavail * bsize;
  if (free < size)
    throw new Error(
      `writing it anew takes ${megabytes(size)} on the disk of ${dirname(file)}, where ${megabytes(free)} are free`,
    );
  return { file };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

async function emptyLog(db: Kysely<Database>): Promise<string | undefined> {
  // A large log takes long to be copied, and posts come in between.
  const end = performance.now() + readingTimeout + (await fileOf(db)).size / bytesCopied;
  for (;;) {
    // https://sqlite.org/pragma.html#pragma_wal_checkpoint
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return undefined;
    if (performance.now() > end)
      return "Somebody is reading the database (an export that waits in a pager?), so what was removed still lies in its -wal file. End the reading, then run this again.";
    await sleep(100);
  }
}
