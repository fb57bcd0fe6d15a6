import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** The write-ahead log is cut to this size, in bytes, once nobody reads its older part. */
const logSize = 4 * 1024 * 1024;

/** Files up to this size, in bytes, are checked at the start of the site. */
export const checkedSize = 256 * 1024 * 1024;

/** @throws when it cannot be opened; nothing was written into it when it is damaged */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    // WAL lets staff commands read while the site writes; FULL makes an answered 'submitted' survive a power cut;
    // secure_delete overwrites what is erased. The last statement reads, which creates the log's file.
    database.exec(`
      PRAGMA busy_timeout = 5000;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = ${logSize};
      PRAGMA busy_timeout = 0;
      SELECT count(*) FROM sqlite_schema;
    `);
  } catch (error) {
    if (isDamage(error)) closeUnwritten(path, () => database.close());
    else database.close();
    throw error;
  }
  return database;
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
  if (findDamage(database, "integrity_check")) {
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
  const size = statSync(path).size;
  if (size === 0) return true;
  if (size > checkedSize) return false;
  const database = openDatabase(path);
  const damage = findDamage(database, "quick_check");
  if (damage) {
    closeUnwritten(path, () => database.close());
    throw new Error(`the file is damaged: ${damage}`);
  }
  database.close();
  return true;
}

/** Where a database is while its connections are closed unwritten. */
const placeOfClosing = (path: string) => `${path}.closing`;

/** Puts a database back to its place whose process died while it closed it: an empty one would be made there. */
export function putBack(path: string): void {
  if (!existsSync(path) && existsSync(placeOfClosing(path))) renameSync(placeOfClosing(path), path);
}

/** The last connection that is closed writes the log into the database, unless that is not at its place. */
export function closeUnwritten(path: string, close: () => void): void {
  const away = placeOfClosing(path);
  const isThere = existsSync(path);
  if (isThere) renameSync(path, away);
  try {
    close();
  } finally {
    if (isThere) renameSync(away, path);
    // It tells of the log as it was.
    rmSync(`${path}-shm`, { force: true });
  }
}

/** https://sqlite.org/pragma.html#pragma_integrity_check */
function findDamage(database: DatabaseSync, check: "integrity_check" | "quick_check"): string | undefined {
  try {
    const words = database
      .prepare(`PRAGMA ${check}(1)`)
      .all()
      .map((row) => String(row[check]));
    return words.join() === "ok" ? undefined : words.join();
  } catch (error) {
    return String(error);
  }
}

/** SQLITE_CORRUPT, SQLITE_NOTADB and SQLITE_IOERR, as of a log that ends too early; https://sqlite.org/rescode.html */
export function isDamage(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error && [10, 11, 26].includes(Number(error.errcode) & 0xff);
}
