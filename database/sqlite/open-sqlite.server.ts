import { existsSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { machineClock } from "#system/clock.ts";

/** The write-ahead log is cut to this size, in bytes, once nobody reads its older part. */
const logSize = 4 * 1024 * 1024;

/** Files up to this size, in bytes, are checked at the start of the site. */
export const checkedSize = 256 * 1024 * 1024;

/** Another process holds the lock for a moment while it makes the file or is the last to close it: in milliseconds. */
export const lockTimeout = 5_000;

/**
 * @throws when it cannot be opened, or another process holds its lock for longer than `lockTimeout`; nothing was written into it
 *   when it is damaged
 */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    // WAL lets staff commands read while the site writes; FULL makes an answered 'submitted' survive a power cut;
    // secure_delete overwrites what is erased. The last statement reads, which creates the log's file.
    waitForLock(() =>
      database.exec(`
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON;
        PRAGMA secure_delete = ON;
        PRAGMA journal_size_limit = ${logSize};
        SELECT count(*) FROM sqlite_schema;
      `),
    );
  } catch (error) {
    if (isDamage(error)) closeUnwritten(path, () => database.close());
    else database.close();
    throw error;
  }
  return database;
}

/** SQLite's own busy_timeout does not wait where a file is turned to WAL that somebody else is making. */
function waitForLock<Result>(work: () => Result): Result {
  for (const end = performance.now() + lockTimeout; ; )
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
}

/** @returns undefined when it cannot be read or is damaged; nothing was written into it then */
export function openSound(path: string): DatabaseSync | undefined {
  let database: DatabaseSync;
  try {
    database = openDatabase(path);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
  if (findDamage(database, "integrity_check") ?? findCut(database, path)) {
    closeUnwritten(path, () => database.close());
    return undefined;
  }
  // Until a checkpoint is complete, whoever writes into the file might be one.
  database.exec("PRAGMA wal_checkpoint(PASSIVE)");
  return database;
}

/**
 * Looks for damage before the site begins.
 *
 * @returns whether that was done; of a large file it would take too long
 * @throws when the file is damaged
 */
export function checkFile(path: string): boolean {
  const size = sizeOf(path);
  if (size === 0) return true;
  // SQLite takes a single byte for an empty file.
  if (size < smallestSize) throw new Error(cutOff);
  if (size > checkedSize) return false;
  const database = openDatabase(path);
  const damage = findDamage(database, "quick_check") ?? findCut(database, path);
  if (damage) {
    closeUnwritten(path, () => database.close());
    throw new Error(damage);
  }
  database.close();
  return true;
}

/**
 * Ends the claims on mails that a killed process has left in an SQLite file, so that they need not be waited for: while nobody
 * else has the file open, nobody is sending. Does nothing while somebody has.
 */
export function endLeftClaims(path: string): void {
  const database = new DatabaseSync(path);
  try {
    const has = (table: string) =>
      database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table) !==
      undefined;
    // Whoever has the file open, even if idle, keeps others from this mode: https://sqlite.org/wal.html#use_of_wal_without_shared_memory
    database.exec("pragma locking_mode = exclusive; pragma secure_delete = on");
    if (has("notifications"))
      database.exec(
        "update notifications set claimed_until = null where status = 'pending' and claimed_until > ''",
      );
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    database.close();
  }
}

/** Of a file that holds a page; https://sqlite.org/fileformat2.html */
const smallestSize = 512;
const cutOff = "the file is damaged: its end is missing";

/** SQLite reads what a page lacks as zeros. While a log is there, it may hold the page. */
function findCut(database: DatabaseSync, path: string): string | undefined {
  const pageSize = Number(database.prepare("PRAGMA page_size").get()?.page_size);
  return sizeOf(path) % pageSize !== 0 && sizeOf(`${placeOf(path)}-wal`) === 0 ? cutOff : undefined;
}

/**
 * Whether a database that was there is gone: there is a log of it or the site's key, or a file that is empty. The log is kept, which
 * SQLite would delete.
 *
 * @returns what the operator is told of it
 */
export function findLoss(path: string): string | undefined {
  // In this order: where another instance makes the first database now, the log is filled later than the file.
  const hasLog = sizeOf(`${path}-wal`) > 0;
  const wasThere = hasLog || existsSync(`${path}.key`);
  if (sizeOf(path) > 0) return undefined;
  const isEmpty = existsSync(path);
  if (!isEmpty && !wasThere) return undefined;
  const kept = hasLog ? ` What it had written last is kept in ${keepLog(path)}.` : "";
  const found = isEmpty
    ? `the database file ${path} is empty: a new database is made in it.`
    : `there is no database file at ${path}, though there was one: a new one is made.`;
  return `${found}${kept} If submissions are missing, stop the site and restore a backup`;
}

/** Puts the log of a lost database aside; beside its file, under its name with `-wal`, SQLite reads it again. @returns where */
export function keepLog(path: string): string {
  const log = `${placeOf(path)}-wal`;
  const kept = `${log}.of-lost-database-${machineClock().toISOString().replaceAll(/[:.]/g, "-")}`;
  renameSync(log, kept);
  return kept;
}

/** Where a path leads that may be a link: SQLite puts the log there. The path itself while nothing is there. */
export function placeOf(path: string): string {
  return existsSync(path) ? realpathSync.native(path) : path;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Where a database is while its connections are closed unwritten. */
const placeOfClosing = (path: string) => `${path}.closing`;

/** Puts a database back to its place whose process died while it closed it: an empty one would be made there. */
export function putBack(path: string): void {
  if (!existsSync(path) && existsSync(placeOfClosing(path))) renameSync(placeOfClosing(path), path);
}

/** The last connection that is closed writes the log into the database, unless that is not at its place. */
export function closeUnwritten(path: string, close: () => void): void {
  const place = placeOf(path);
  const away = placeOfClosing(place);
  const isThere = existsSync(place);
  if (isThere) renameSync(place, away);
  try {
    close();
  } finally {
    if (isThere) renameSync(away, place);
    // It tells of the log as it was.
    rmSync(`${place}-shm`, { force: true });
  }
}

/** https://sqlite.org/pragma.html#pragma_integrity_check */
function findDamage(database: DatabaseSync, check: "integrity_check" | "quick_check"): string | undefined {
  try {
    const rows = waitForLock(() => database.prepare(`PRAGMA ${check}(1)`).all());
    const words = rows.map((row) => String(row[check]));
    return words.join() === "ok" ? undefined : `the file is damaged: ${words.join()}`;
  } catch (error) {
    if (isBusy(error)) throw error;
    return `the file is damaged: ${error}`;
  }
}

/** SQLITE_CORRUPT, SQLITE_NOTADB and SQLITE_IOERR, as of a log that ends too early; https://sqlite.org/rescode.html */
export function isDamage(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error && [10, 11, 26].includes(Number(error.errcode) & 0xff);
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5;
}
