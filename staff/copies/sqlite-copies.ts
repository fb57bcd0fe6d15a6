import { linkSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { chmod, chown, copyFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  closeUnwritten,
  isBusy,
  isDamage,
  keepLog,
  lockTimeout,
} from "#database/sqlite/open-sqlite.server.ts";
import { machineClock } from "#system/clock.ts";
import { makePrivate, makePrivateFolder } from "#system/private-files.server.ts";
import { isThere } from "../files.ts";
import { CommandError } from "../terminal.ts";
import {
  type Contents,
  type Copies,
  countedTables,
  holdMails,
  type Restored,
  removeOnExit,
  writeWhole,
} from "./backup.ts";
import { needsBackup } from "./backup-kind.ts";

/** Backups of an SQLite database: files that are databases themselves. */
export function sqliteCopies(databaseFile: string): Copies {
  return {
    ending: ".db",
    place: databaseFile,
    async write(draft) {
      const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: lockTimeout });
      try {
        // One reading transaction, whatever is written meanwhile, into a file that is empty; free pages stay behind.
        // https://sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause
        database.prepare("vacuum into ?").run(draft);
      } finally {
        database.close();
      }
      return verify(draft);
    },
    verify: async (file) => verify(file),
    isInUse: async () => isThere(databaseFile) && !closeLog(databaseFile),
    needsRest: async () => {
      if (isThere(databaseFile)) needsRest(databaseFile);
    },
    present: async () => (isThere(databaseFile) ? contentsOf(databaseFile) : undefined),
    restore: (file) => restore(file, databaseFile),
    async rehearse(file) {
      const folder = mkdtempSync(join(tmpdir(), "drill-"));
      const forget = removeOnExit(folder);
      const remove = () => rm(folder, { recursive: true, force: true }).finally(forget);
      await copyFile(file, join(folder, "site.db"));
      return { databaseUrl: `sqlite:${join(folder, "site.db")}`, remove, swept: [], leftOut: [] };
    },
  };
}

function verify(file: string): Contents {
  needsBackup(file, "sqlite");
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    const [check] = database.prepare("pragma integrity_check").all();
    if (check?.integrity_check !== "ok")
      throw new CommandError(`${file} is damaged: ${String(check?.integrity_check)}`);
    return countRows(database);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if (isDamage(error)) throw new CommandError(`${file} is damaged (${error.message}).`);
    throw error instanceof Error && /^no such table/.test(error.message)
      ? new CommandError(`${file} is no backup of this site (${error.message}).`)
      : error;
  } finally {
    database?.close();
  }
}

/** The number of rows by table in the site's database; empty when it cannot be read. */
function contentsOf(databaseFile: string): Contents {
  try {
    const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: lockTimeout });
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
    countedTables.map((table) => [
      table,
      Number(database.prepare(`select count(*) as n from ${table}`).get()?.n),
    ]),
  );
}

/** The backup lies whole beside the database before it takes its place: there is a database at every moment. */
async function restore(file: string, databaseFile: string): Promise<Restored> {
  verify(file);
  const old = isThere(databaseFile)
    ? `${databaseFile}.before-${machineClock().toISOString().replaceAll(/[:.]/g, "-")}`
    : undefined;
  if (old) needsRest(databaseFile);
  makePrivateFolder(dirname(databaseFile));
  const write = async (draft: string) => {
    // Of a restore that was broken off.
    await rm(draft, { force: true });
    await copyFile(file, draft);
    // Root's copy belongs to the backup's owner, who may be anybody.
    await chown(draft, process.geteuid?.() ?? 0, process.getegid?.() ?? 0);
    await chmod(draft, 0o600);
    const database = new DatabaseSync(draft);
    try {
      database.exec(holdMails);
    } finally {
      database.close();
    }
    verify(draft);
  };
  await writeWhole(databaseFile, write, () => {
    if (old) {
      // Nobody has started the site while the copy was made.
      needsRest(databaseFile);
      keep(databaseFile, old);
      makePrivate(old);
    }
    // Of a damaged one the log has not gone into the file.
    if ((statSync(`${databaseFile}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) keepLog(databaseFile);
    for (const ending of ["-wal", "-shm"]) rmSync(databaseFile + ending, { force: true });
  });
  return { kept: old, leftOut: [] };
}

/** Keeps the file under a second name by a hard link, or by renaming where there are no hard links. */
function keep(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    renameSync(file, name);
  }
}

/** @throws CommandError while the site runs */
function needsRest(databaseFile: string): void {
  if (!closeLog(databaseFile))
    throw new CommandError("The site is running, or its development server. Stop it first, then restore.");
}

/**
 * Moves what the write-ahead log holds into the file. No site starts with one that is damaged, so nobody is asked of it.
 *
 * @returns false while anybody else has the database open: nothing is done
 */
function closeLog(databaseFile: string): boolean {
  const database = new DatabaseSync(databaseFile);
  let close = () => database.close();
  try {
    database.exec("pragma busy_timeout = 500; pragma journal_mode = delete;");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    if (!isDamage(error)) throw error;
    close = () => closeUnwritten(databaseFile, () => database.close());
    return true;
  } finally {
    close();
  }
}
