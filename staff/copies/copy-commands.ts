import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { submissionTables } from "#database/schema.ts";
import type { Config } from "#server/config.ts";
import { type LastBackup, noteBackup } from "#system/last-backup.server.ts";
import { type Call, command, typedAs } from "../command.ts";
import { isConfirmed } from "../confirmation.ts";
import { inWords } from "../faults.ts";
import { isThere } from "../files.ts";
import { neededPath, needsDatabase, tellDatabase } from "../on-database.ts";
import { mendIndexes } from "../sqlite-indexes.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import {
  backUp,
  backUpInto,
  backupsIn,
  type Contents,
  type Copies,
  keepNewest,
  leftOutWords,
  timeOf,
} from "./backup.ts";
import { readLastBackup } from "./backup-troubles.ts";
import { identityOf } from "./database-identity.ts";
import { drillBackup } from "./drill.ts";
import { postgresCopies } from "./postgres-copies.ts";
import { sqliteCopies } from "./sqlite-copies.ts";

export function copiesOf({ databaseUrl }: Config): Copies {
  return databaseUrl.startsWith("sqlite:")
    ? sqliteCopies(databaseUrl.slice("sqlite:".length))
    : postgresCopies(databaseUrl);
}

export const backup = command({
  word: "FILE",
  options: ["to", "keep"],
  ways: ["FILE", "--to FOLDER [--keep N]"],
  text: `Writes a checked copy of the database while the site runs; of PostgreSQL by its own pg_dump. In a folder it is named by
the time, and with --keep only the newest N of such names stay.`,
  async run(call) {
    const to = targetOf(call);
    needsDatabase(call.config);
    tellDatabase(call.config, call.terminal);
    mendIndexes(call.config, call.terminal);
    await makeBackup(to, call);
  },
});

export const drill = command({
  word: "[FILE|FOLDER]",
  options: [],
  text: "Restores a backup (the last one if you do not say) beside the running site, compares it with the site and removes it again.",
  run: rehearse,
});

export const restore = command({
  word: "FILE",
  options: ["verify", "dry-run", "yes"],
  ways: ["FILE [--dry-run] [--yes]", "--verify FILE"],
  text: `Puts a backup in the database's place (stop the site first), or only checks it. What was there is kept. E-mails that waited
when the backup was made are held until 'redeliver'.`,
  run: bringBack,
});

/** A file, or a folder in which the newest backups stay: so many, or all. */
type Target = { file: string } | { folder: string; keep: number | undefined };

function targetOf({ given: { to, keep }, word, terminal }: Call<"to" | "keep">): Target {
  if (keep !== undefined && to === undefined) throw new CommandError("--keep belongs to --to FOLDER.", 2);
  if (to === undefined) return { file: neededPath(word, "FILE, or --to FOLDER,", terminal) };
  if (word !== undefined) throw new CommandError("Name a file or --to FOLDER, not both.", 2);
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep))
    throw new CommandError(`--keep takes a number from 1 on, not '${keep}'.`, 2);
  return { folder: neededPath(to, "FOLDER", terminal), keep: keep === undefined ? undefined : Number(keep) };
}

async function makeBackup(to: Target, { config, terminal, now }: Call<never>): Promise<void> {
  const copies = copiesOf(config);
  const before = lastBackup(config.dataDir);
  const made =
    "file" in to
      ? { file: to.file, contents: await backUp(copies, to.file) }
      : await backUpInto(copies, to.folder, now());
  await terminal.write(`${made.file} is whole:\n${counts(made.contents)}`);
  if ("folder" in to && to.keep !== undefined) {
    const earlier = before === "unknown" ? "nobody knows how many" : countSubmissions(before?.contents ?? {});
    if (earlier !== 0 && countSubmissions(made.contents) === 0)
      throw new CommandError(
        `There is no submission in it, and ${earlier} were in the backup before. No older backup was removed.`,
      );
    const removed = keepNewest(to.folder, to.keep);
    if (removed.length > 0) await terminal.write(`Removed ${removed.join(", ")}.\n`);
  }
  await note(config, terminal, made, {
    at: now().toISOString(),
    drilledAt: before === "unknown" ? undefined : before?.drilledAt,
  });
}

/** A backup that was made, or brought back, can be used without its note. */
async function note(
  { dataDir, databaseUrl }: Config,
  terminal: Terminal,
  { file, contents }: Pick<LastBackup, "file" | "contents">,
  times: Pick<LastBackup, "at" | "drilledAt">,
): Promise<void> {
  try {
    const [{ size: bytes }, database] = [statSync(file), await identityOf(databaseUrl)];
    await noteBackup(dataDir, { file, bytes, database, ...times, contents });
  } catch (error) {
    const told = inWords(error);
    terminal.note?.(
      `The time of this backup could not be noted in ${dataDir} (${told instanceof Error ? told.message : told})\n`,
    );
  }
}

/** A backup is made whatever the note of the one before is like. */
function lastBackup(dataDir: string): LastBackup | undefined | "unknown" {
  try {
    return readLastBackup(dataDir);
  } catch {
    return "unknown";
  }
}

function countSubmissions(contents: Contents): number {
  return submissionTables.reduce((sum, table) => sum + (contents[table] ?? 0), 0);
}

/** Where no backup is known, as on a new machine, it is the one that was brought back; and more than a trial has shown that it is good. */
async function noteRestore(file: string, contents: Contents, { config, terminal, now }: Call<never>) {
  const before = lastBackup(config.dataDir);
  if (before === "unknown") return;
  const drilledAt = now().toISOString();
  if (before) await noteBackup(config.dataDir, { ...before, drilledAt });
  else await note(config, terminal, { file, contents }, { at: timeOf(file).toISOString(), drilledAt });
}

/** Of a folder the newest backup, and without a word the last one that was made. */
async function rehearse({ config, word, terminal, now }: Call<never>): Promise<void> {
  // Whoever names a backup needs no note of the last one.
  const known = word === undefined ? readLastBackup(config.dataDir) : lastBackup(config.dataDir);
  const last = known === "unknown" ? undefined : known;
  const place = word === undefined ? last?.file : neededPath(word, "FILE or FOLDER", terminal);
  if (!place)
    throw new CommandError("No backup has been made here. Make one, or say which file or folder to try.");
  const file = newestOf(place);
  const { databaseUrl } = config;
  const hasDatabase = !databaseUrl.startsWith("sqlite:") || isThere(databaseUrl.slice("sqlite:".length));
  if (hasDatabase) tellDatabase(config, terminal);
  try {
    await drillBackup(copiesOf(config), file, hasDatabase ? databaseUrl : undefined, terminal);
  } catch (error) {
    // An earlier success says nothing of what cannot be restored now.
    if (last) await noteBackup(config.dataDir, { ...last, drilledAt: undefined });
    throw error;
  }
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

async function bringBack(call: Call<"verify" | "dry-run" | "yes">): Promise<void> {
  const { config, given, word, terminal } = call;
  const file = neededPath(word, "FILE", terminal);
  const copies = copiesOf(config);
  if (
    !given.verify &&
    isThere(file) &&
    isThere(copies.place) &&
    realpathSync(file) === realpathSync(copies.place)
  )
    throw new CommandError(`${file} is the site's own database. Name a backup of it.`, 2);
  const held = await copies.verify(file);
  const contents = counts(held);
  if (given.verify) return terminal.write(`${file} is whole:\n${contents}`);
  const present = await copies.present();
  await terminal.write(`This puts ${file}\n${contents}in the place of ${copies.place}; ${holds(present)}`);
  if (given["dry-run"]) {
    if (await copies.isInUse())
      await terminal.write("The site is running, or its development server: stop it before you restore.\n");
    return;
  }
  await copies.needsRest();
  if (!(await isConfirmed("Go on?", given, terminal))) return;
  const restored = await copies.restore(file);
  await noteRestore(file, held, call);
  const { kept } = restored;
  await terminal.write(
    `Restored:\n${contents}${kept ? `The database before is kept in ${kept}\n` : ""}${leftOutWords(restored)}E-mails that waited when the backup was made may have been sent since, so they are held: ${typedAs("notifications")} shows them,\n${typedAs("redeliver")} sends them. Who was erased since the backup is in it again: erase them once more.\n${ownerWords(config)}`,
  );
}

/** A site with an account of its own could not open the file of another. */
function ownerWords({ databaseUrl }: Config): string {
  const file = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : undefined;
  return file && process.geteuid?.() === 0 && statSync(file).uid === 0
    ? `${file} belongs to root, as its folder does: if the site has an account of its own, give both to it (chown).\n`
    : "";
}

/** @param present as `Copies.present` gives it */
function holds(present: Contents | undefined): string {
  if (!present) return "there is none\n";
  return Object.keys(present).length > 0 ? `it holds\n${counts(present)}` : "what it holds cannot be read\n";
}

function counts(contents: Contents): string {
  return Object.entries(contents)
    .map(([table, count]) => `  ${table}: ${count}\n`)
    .join("");
}
