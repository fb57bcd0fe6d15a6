import { readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { submissionTables } from "#database/schema.ts";
import { readBackupNote } from "#system/last-backup.server.ts";
import type { Config } from "./config.ts";

/** What people are told of a database that was made at this start. */
export interface NewDatabase {
  words: string;
  /** Of the log: a warning where the place is not the usual one, an error where submissions or backups lie elsewhere. */
  level: "info" | "warn" | "error";
}

/**
 * At a mistyped path the site would go on as if nobody had ever written.
 *
 * @param loss what is known of a database that was at the same place
 */
export function newDatabase(config: Pick<Config, "databaseUrl" | "dataDir">, loss?: string): NewDatabase {
  if (loss !== undefined) return { words: `${loss}.`, level: "error" };
  const { databaseUrl, dataDir } = config;
  const usual = join(dataDir, "site.db");
  const path = databaseUrl.startsWith("sqlite:") ? resolve(databaseUrl.slice("sqlite:".length)) : undefined;
  const made = path
    ? `no database was at ${path}: a new, empty one was made.`
    : "the database had no tables of the site: they were made, and are empty.";
  const found = [
    ...backupWords(dataDir),
    ...otherDatabases([dataDir, ...(path ? [dirname(path)] : [])], path),
  ];
  if (found.length > 0)
    return {
      words: `${made} But ${found.join(", and ")}. If submissions are missing, stop the site and put right DATABASE_URL and DATA_DIR, or restore a backup.`,
      level: "error",
    };
  if (path === undefined || path === usual) return { words: made, level: "info" };
  return {
    words: `${made} If one should be there, stop the site and put right DATABASE_URL.`,
    level: "warn",
  };
}

function backupWords(dataDir: string): string[] {
  try {
    const note = readBackupNote(dataDir);
    if (note === undefined) return [];
    return [
      note === "damaged" ? "a backup was made before" : `a backup of ${note.at} is known: ${note.file}`,
    ];
  } catch {
    return [];
  }
}

/**
 * Databases in these folders that hold submissions, whatever their names: also copies, backups and what was put aside. Never the own
 * files, under whatever names: who closes one of them a second time ends SQLite's locks on it in this process (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
 */
function otherDatabases(folders: string[], own: string | undefined): string[] {
  const ours = own ? [own, `${own}-wal`, `${own}-shm`].map(inodeOf) : [];
  const files = [...new Set(folders)]
    .flatMap((folder) => filesIn(folder))
    .filter((file) => !/-(?:wal|shm|journal)$/.test(file) && !ours.includes(inodeOf(file)));
  const [first, ...more] = files.filter(holdsSubmissions);
  if (first === undefined) return [];
  return [`there are submissions in ${[first, ...more.slice(0, 2)].join(", ")}`];
}

/** Of the file to which a name leads, so that links are seen through. */
function inodeOf(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file);
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Where it may be open, its log is not read: that would leave files beside it. */
function holdsSubmissions(file: string): boolean {
  try {
    // A pipe would be waited for.
    if (!statSync(file).isFile()) return false;
    const address = pathToFileURL(file);
    address.search = "?immutable=1";
    const database = new DatabaseSync(address, { readOnly: true });
    try {
      database.prepare("select 1 from sqlite_schema").all();
      const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
      return (log?.size ?? 0) > 0 || submissionTables.some((table) => hasRow(database, table));
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function hasRow(database: DatabaseSync, table: string): boolean {
  return database.prepare(`select 1 from ${table} limit 1`).get() !== undefined;
}
