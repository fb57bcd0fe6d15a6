import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { copyFile, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makePrivate, makePrivateFile, makePrivateFolder } from "#app/private-files.server.ts";
import { CommandError } from "./terminal.ts";

/** What a database file holds: rows by table. */
export type Contents = Record<string, number>;

const tables = ["contact_submissions", "mastermind_applications", "notifications", "quarantine"];

/**
 * Writes a copy of the database as it is at this moment, while the site runs, and checks it.
 *
 * @throws CommandError when the file exists or the copy is damaged
 */
export async function backUp(databaseFile: string, file: string): Promise<Contents> {
  if (existsSync(file)) throw new CommandError(`${file} exists already; name a new file.`);
  return writeWhole(file, async (draft) => {
    const database = new DatabaseSync(databaseFile, { readOnly: true });
    try {
      makePrivateFile(draft);
      // Into a file that is empty; https://sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause
      database.prepare("vacuum into ?").run(draft);
    } finally {
      database.close();
    }
  });
}

/** Writes a file that gets its name only when it is verified and flushed; otherwise it is removed. */
async function writeWhole(
  file: string,
  write: (draft: string) => Promise<void>,
  beforeNaming = () => {},
): Promise<Contents> {
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  try {
    await write(draft);
    makePrivate(draft);
    await flush(draft);
    const contents = verify(draft);
    beforeNaming();
    await rename(draft, file);
    await flush(dirname(file));
    return contents;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Flushes a file, or the names in a folder, to the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

/**
 * Checks that a backup is whole and is one of this site.
 *
 * @throws CommandError saying what is wrong
 */
export function verify(file: string): Contents {
  if (!existsSync(file)) throw new CommandError(`${file} does not exist.`);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
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
    database?.close();
  }
}

/** The number of rows by table in the site's database; empty when it cannot be read. */
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
 * Replaces the database by a backup, after copying it beside the database: there is a database at every moment. The old
 * one is kept.
 *
 * @returns where the old one is now, if there was one
 * @throws CommandError while the site runs, or when the backup is damaged
 */
export async function restore(file: string, databaseFile: string): Promise<string | undefined> {
  verify(file);
  const old = existsSync(databaseFile)
    ? `${databaseFile}.before-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`
    : undefined;
  if (old) closeLog(databaseFile);
  makePrivateFolder(dirname(databaseFile));
  await writeWhole(
    databaseFile,
    (draft) => copyFile(file, draft),
    () => {
      if (old) {
        // Nobody has started the site while the copy was made.
        closeLog(databaseFile);
        keep(databaseFile, old);
        makePrivate(old);
      }
      for (const ending of ["-wal", "-shm"]) rmSync(databaseFile + ending, { force: true });
    },
  );
  return old;
}

/** Keeps the file under a second name by a hard link, or by renaming where there are no hard links. */
function keep(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    renameSync(file, name);
  }
}

/** Moves what the write-ahead log holds into the file. This fails while anybody else has the database open. */
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
