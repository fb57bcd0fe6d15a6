import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "#server/config.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import { backUp, backUpInto, backupsIn, type Contents, type Copies, keepNewest } from "./backup.ts";
import { drill } from "./drill.ts";
import { noteBackup, readLastBackup } from "./last-backup.ts";
import { postgresCopies } from "./postgres-copies.ts";
import { sqliteCopies } from "./sqlite-copies.ts";

interface Place {
  config: Config;
  terminal: Terminal;
  now: () => Date;
}

export function copiesOf({ databaseUrl }: Config): Copies {
  return databaseUrl.startsWith("sqlite:")
    ? sqliteCopies(databaseUrl.slice("sqlite:".length))
    : postgresCopies(databaseUrl);
}

/**
 * `backup FILE` or `backup --to FOLDER [--keep N]`.
 *
 * @param keep backups that stay in the folder; undefined: all
 */
export async function backupCommand(
  to: { file: string } | { folder: string; keep: number | undefined },
  { config, terminal, now }: Place,
): Promise<void> {
  const copies = copiesOf(config);
  const made =
    "file" in to
      ? { file: to.file, contents: await backUp(copies, to.file) }
      : await backUpInto(copies, to.folder, now());
  await terminal.write(`${made.file} is whole:\n${counts(made.contents)}`);
  const before = readLastBackup(config.dataDir);
  if ("folder" in to && to.keep !== undefined) {
    if (before && submissions(before.contents) > 0 && submissions(made.contents) === 0)
      throw new CommandError(
        `There is no submission in it, and ${submissions(before.contents)} were in the backup before. No older backup was removed.`,
      );
    const removed = keepNewest(to.folder, to.keep);
    if (removed.length > 0) await terminal.write(`Removed ${removed.join(", ")}.\n`);
  }
  try {
    const at = now().toISOString();
    await noteBackup(config.dataDir, {
      file: resolve(made.file),
      at,
      contents: made.contents,
      drilledAt: before?.drilledAt,
    });
  } catch (error) {
    terminal.note?.(`The time of this backup could not be noted in ${config.dataDir} (${error}).\n`);
  }
}

function submissions({ contact_submissions = 0, mastermind_applications = 0 }: Contents): number {
  return contact_submissions + mastermind_applications;
}

/** `drill [FILE|FOLDER]`: of a folder the newest backup, and else the last one that was made. */
export async function drillCommand(
  word: string | undefined,
  { config, terminal, now }: Place,
): Promise<void> {
  const last = readLastBackup(config.dataDir);
  const place = word ?? last?.file;
  if (!place)
    throw new CommandError("No backup has been made here. Make one, or say which file or folder to try.");
  const file = newestOf(place);
  const { databaseUrl } = config;
  const hasDatabase = !databaseUrl.startsWith("sqlite:") || existsSync(databaseUrl.slice("sqlite:".length));
  await drill(copiesOf(config), file, hasDatabase ? databaseUrl : undefined, terminal);
  if (last) await noteBackup(config.dataDir, { ...last, drilledAt: now().toISOString() });
  await terminal.write("The drill succeeded; what was restored is removed again.\n");
}

function newestOf(place: string): string {
  const folder = statSync(place, { throwIfNoEntry: false })?.isDirectory() ? place : undefined;
  if (!folder) return place;
  const [newest] = backupsIn(folder);
  if (!newest) throw new CommandError(`There is no backup in ${folder}.`);
  return join(folder, newest);
}

/**
 * `restore FILE`, or only what it would do.
 *
 * @param isAgreed asks, or knows already
 */
export async function restoreCommand(
  file: string,
  { isOnlyVerified, isAgreed }: { isOnlyVerified: boolean; isAgreed: () => Promise<boolean> },
  { config, terminal }: Place,
): Promise<void> {
  const copies = copiesOf(config);
  const contents = counts(await copies.verify(file));
  if (isOnlyVerified) return terminal.write(`${file} is whole:\n${contents}`);
  const present = await copies.present();
  await terminal.write(
    `This puts ${file}\n${contents}in the place of ${copies.place}; ${present ? `it holds\n${counts(present)}` : "there is none\n"}`,
  );
  if (!(await isAgreed())) return;
  const old = await copies.restore(file);
  await terminal.write(
    `Restored:\n${contents}${old ? `The database before is kept in ${old}\n` : ""}E-mails that waited when the backup was made may have been sent since, so they are held: 'notifications' shows them,\n'redeliver' sends them. Who was erased since the backup is in it again: erase them once more.\n`,
  );
}

function counts(contents: Contents): string {
  return Object.entries(contents)
    .map(([table, count]) => `  ${table}: ${count}\n`)
    .join("");
}
