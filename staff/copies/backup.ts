import { closeSync, openSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { siteTables, submissionTables } from "#database/schema.ts";
import type { LastBackup } from "#system/last-backup.server.ts";
import { giveToOwner, makePrivate, makePrivateFolder, removeDrafts } from "#system/private-files.server.ts";
import { noRoom } from "../faults.ts";
import { isThere } from "../files.ts";
import { CommandError } from "../terminal.ts";

/** What a database or a backup holds. */
export type Contents = LastBackup["contents"];

export interface Restored {
  /** Where the database before is kept, if there was one. */
  kept: string | undefined;
  /** What others had added to the site's tables and cannot be made there, in the server's words. */
  leftOut: string[];
}

/** How one kind of database is copied and brought back. */
export interface Copies {
  /** How names of its backups end. */
  ending: ".db" | ".dump";
  /** The database, as the staff know it. */
  place: string;
  /**
   * Writes a copy of the database as it is at one moment, while the site runs, and checks it.
   *
   * @param draft an empty file
   */
  write(draft: string): Promise<Contents>;
  /** Reads a backup from its beginning to its end. @throws CommandError saying what is wrong with it */
  verify(file: string): Promise<Contents>;
  /** Whether the site, or something else, has the database open; behind a pooler, whether that keeps connections of the site. */
  isInUse(): Promise<boolean>;
  /** @throws CommandError while the site runs, so that nothing can be restored */
  needsRest(): Promise<void>;
  /** What the site's database holds; undefined when there is none, empty when it cannot be read. */
  present(): Promise<Contents | undefined>;
  /**
   * Puts a backup in the database's place, as a whole or not at all. What was there is kept.
   *
   * @throws CommandError while the site runs, or when the backup is damaged
   */
  restore(file: string): Promise<Restored>;
  /** Restores a backup into a place of its own, for trial; says which places of drills that were killed it has removed. */
  rehearse(file: string, stop?: AbortSignal): Promise<Rehearsed>;
}

export interface Rehearsed extends Pick<Restored, "leftOut"> {
  databaseUrl: string;
  remove(): Promise<void>;
  swept: string[];
}

/** What of others was left out, in words; empty if nothing was. */
export function leftOutWords({ leftOut }: Pick<Restored, "leftOut">): string {
  if (leftOut.length === 0) return "";
  return `Left out, since it needs what is not in that database: ${leftOut.join("; ")}.\n`;
}

export const copiedTables = [...siteTables, "kysely_migration", "kysely_migration_lock"];

/** The tables whose rows are told of. In an older backup, those are missing that came later. */
export const countedTables = [...submissionTables, "notifications", "quarantine"];

/**
 * Mails that waited when the backup was made may have been sent since: they are held until `redeliver`, so that nothing
 * goes out twice unasked.
 */
export const holdMails = `update notifications set status = 'held', claimed_until = null,
  last_error = 'held: a backup was restored, and it may have been sent before' where status = 'pending'`;

/** Writes a backup that has its name only once it is whole and on the disk. @throws CommandError when the name is taken */
export async function backUp(copies: Copies, file: string): Promise<Contents> {
  if (isThere(file)) throw new CommandError(`${file} exists already.`);
  if (!isThere(dirname(file))) throw new CommandError(`There is no folder ${dirname(file)}.`);
  const draft = `${file}.new`;
  try {
    closeSync(openSync(draft, "wx", 0o600));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new CommandError(`${dirname(file)}: no file can be made there.`);
    if (code !== "EEXIST") throw error;
    throw new CommandError(
      `${draft} is there: another backup is being written. If none is, one was broken off: remove the file.`,
    );
  }
  return writeWhole(file, (name) => copies.write(name));
}

/**
 * Names of backups in a folder: `site-20260131T031500Z.db`, the time in UTC, so that they are sorted by it; in those of earlier
 * versions without seconds.
 */
const ownName = /^site-\d{8}T\d{4}(?:\d\d)?Z\.(?:db|dump)$/;
/** What such a name begins with, also after somebody has written something behind it. */
const timeInName = /^site-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?Z/;
function nameAt(time: Date, ending: Copies["ending"]): string {
  return `site-${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z${ending}`;
}

/** An unfinished file that is older is nobody's any more, in milliseconds. */
const longestBackup = 24 * 3_600_000;

/**
 * Adds a backup to a folder, named by the time.
 *
 * @returns its file
 */
export async function backUpInto(copies: Copies, folder: string, now: Date) {
  const made = makePrivateFolder(folder);
  const fileAt = (time: Date) => join(folder, nameAt(time, copies.ending));
  // Of two within a second the later one has the next second's name.
  let time = now;
  while (isThere(fileAt(time))) time = new Date(time.getTime() + 1_000);
  const file = fileAt(time);
  try {
    return { file, contents: await backUp(copies, file) };
  } catch (error) {
    for (const each of made.toReversed()) rmdirSync(each);
    throw error;
  }
}

/** Removes all backups of a folder but the newest, and what was never finished; files of other names stay. */
export function keepNewest(folder: string, count: number): string[] {
  const old = backupsIn(folder).slice(count);
  for (const name of old) rmSync(join(folder, name), { force: true });
  removeDrafts(folder, (name) => ownName.test(basename(name, ".new")), longestBackup);
  return old;
}

/** Names of a folder's backups, newest first. */
export function backupsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => ownName.test(name))
    .sort()
    .reverse();
}

/** A file that is on the disk before it has its name; one that could not be finished is removed. */
export async function writeWhole<Result>(
  file: string,
  write: (draft: string) => Promise<Result>,
  beforeNaming = () => {},
): Promise<Result> {
  const draft = `${file}.new`;
  // SQLite leaves its journal where the disk is full.
  const unfinished = [draft, `${draft}-journal`];
  const forget = removeOnExit(...unfinished);
  try {
    const result = await write(draft);
    makePrivate(draft);
    giveToOwner(draft);
    // One that root has put there would keep the site out.
    if (isThere(file)) giveToOwner(draft, file);
    await flush(draft);
    beforeNaming();
    await rename(draft, file);
    await flush(dirname(file));
    return result;
  } catch (error) {
    for (const path of unfinished) await rm(path, { force: true });
    throw (await noRoom(error, dirname(file))) ?? error;
  } finally {
    forget();
  }
}

/** Whatever is unfinished goes also when the command is broken off. @returns what ends this */
export function removeOnExit(...paths: string[]): () => void {
  const remove = () => {
    for (const path of paths) rmSync(path, { recursive: true, force: true });
  };
  process.once("exit", remove);
  return () => process.off("exit", remove);
}

/** When a backup was made: its name tells it, or the file. */
export function timeOf(file: string): Date {
  const [, year, month, day, hours, minutes, seconds = "00"] = timeInName.exec(basename(file)) ?? [];
  if (!year) return statSync(file).mtime;
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Flushes a file, or the names in a folder, to the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
