import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "#system/private-files.server.ts";
import { isThere } from "../files.ts";
import { CommandError } from "../terminal.ts";
import type { Contents } from "./backup.ts";

/** What is known of the site's backups: `DATA_DIR/last-backup.json`, which each backup and each drill writes. */
export interface LastBackup {
  file: string;
  /** UTC, ISO 8601 */
  at: string;
  contents: Contents;
  /** When a backup was last restored for trial, with success; UTC, ISO 8601. */
  drilledAt?: string | undefined;
}

const nameOf = (dataDir: string) => join(dataDir, "last-backup.json");

/**
 * @returns undefined when no backup was made
 * @throws CommandError when the note of it is damaged
 * @throws when this account has no right to it
 */
export function readLastBackup(dataDir: string): LastBackup | undefined {
  if (!isThere(nameOf(dataDir))) return undefined;
  const note = readFileSync(nameOf(dataDir), "utf8");
  const isTime = (time: unknown) => typeof time === "string" && !Number.isNaN(Date.parse(time));
  try {
    const last = JSON.parse(note);
    if (typeof last.file === "string" && isTime(last.at) && typeof last.contents === "object") return last;
  } catch {
    // Told below.
  }
  throw new CommandError(`${nameOf(dataDir)} is damaged; the next backup writes it anew.`);
}

/** @throws where there is no such folder: the site makes it */
export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await writePrivateFile(nameOf(dataDir), `${JSON.stringify(backup, null, 2)}\n`);
}

const day = 24 * 3_600_000;
/** A backup each night, and one night that failed; a drill each week, and one that failed. */
const oldest = { backup: 2 * day, drill: 15 * day };

/** What the operator has to do about backups, in words; nothing while all is well. */
export function backupTroubles(dataDir: string, now: Date): string[] {
  let last: LastBackup | undefined;
  try {
    last = readLastBackup(dataDir);
  } catch (error) {
    return [`the note of the last backup cannot be read (${error instanceof Error ? error.message : error})`];
  }
  if (!last)
    return ["no backup has been made: docs/operations.md, 'Backups', has the lines that make one each night"];
  const age = (time: string) => now.getTime() - new Date(time).getTime();
  const days = (time: string) => `${Math.floor(age(time) / day)} days`;
  const troubles: string[] = [];
  if (age(last.at) > oldest.backup) troubles.push(`the last backup is ${days(last.at)} old: ${last.file}`);
  if (!existsSync(last.file)) troubles.push(`the last backup is gone: ${last.file}`);
  if (!last.drilledAt) troubles.push("no backup was ever restored for trial: npm run submissions -- drill");
  else if (age(last.drilledAt) > oldest.drill)
    troubles.push(`the last restore drill was ${days(last.drilledAt)} ago: npm run submissions -- drill`);
  return troubles;
}
