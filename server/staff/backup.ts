import { existsSync, rmSync } from "node:fs";
import { copyFile, open, rename, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { makePrivate, makePrivateFile } from "#app/private-files.server.ts";
import { CommandError } from "./terminal.ts";

/** What a database file holds: rows by table. */
export type Contents = Record<string, number>;

const tables = ["contact_submissions", "mastermind_applications", "notifications", "quarantine"];

/**
 * Writes a copy of the database as it is at this moment, while the site goes on, and checks it.
 *
 * @throws CommandError when the file exists or the copy is not sound
 */
export function backUp(databaseFile: string, file: string): Contents {
  if (existsSync(file)) throw new CommandError(`${file} exists already; name a new file.`);
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  try {
    makePrivateFile(file);
    // Into a file that is empty; https://sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause
    database.prepare("vacuum into ?").run(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    database.close();
  }
  return verify(file);
}

/**
 * Checks that a backup is whole and is one of this site.
 *
 * @throws CommandError saying what is wrong
 */
export function verify(file: string): Contents {
  if (!existsSync(file)) throw new CommandError(`${file} does not exist.`);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const [check] = database.prepare("pragma integrity_check").all();
    if (check?.integrity_check !== "ok")
      throw new CommandError(`${file} is damaged: ${String(check?.integrity_check)}`);
    return countRows(database);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `${file} is no backup of this site (${error instanceof Error ? error.message : error}).`,
    );
  } finally {
    database.close();
  }
}

/** What the site's database holds, whatever its state: nothing when it cannot be read. */
export function contentsOf(databaseFile: string): Contents {
  try {
    const database = new DatabaseSync(databaseFile, { readOnly: true });
    try {
      return countRows(database);
    } finally {
      database.close();
    }
  } catch {
    return {};
  }
}

function countRows(database: DatabaseSync): Contents {
  return Object.fromEntries(
    tables.map((table) => [table, Number(database.prepare(`select count(*) as n from ${table}`).get()?.n)]),
  );
}

/**
 * Puts a backup in the database's place. The database that was there is kept beside it.
 *
 * @returns where the old one is now, if there was one
 * @throws CommandError while the site runs, or when the backup is not sound
 */
export async function restore(file: string, databaseFile: string): Promise<string | undefined> {
  verify(file);
  let old: string | undefined;
  if (existsSync(databaseFile)) {
    closeLog(databaseFile);
    old = `${databaseFile}.before-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
    await rename(databaseFile, old);
    makePrivate(old);
    for (const ending of ["-wal", "-shm"]) await rm(databaseFile + ending, { force: true });
  }
  makePrivateFile(`${databaseFile}.new`);
  await copyFile(file, `${databaseFile}.new`);
  makePrivate(`${databaseFile}.new`);
  const handle = await open(`${databaseFile}.new`, "r+");
  await handle.sync();
  await handle.close();
  await rename(`${databaseFile}.new`, databaseFile);
  return old;
}

/** Moves what the write-ahead log holds into the file. Leaving WAL mode needs that nobody else has it open. */
function closeLog(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile);
  try {
    database.exec("pragma busy_timeout = 500; pragma journal_mode = delete;");
  } catch {
    throw new CommandError("The site is running. Stop it first, then restore.");
  } finally {
    database.close();
  }
}
