import { statSync } from "node:fs";
import { backupNote, type LastBackup, oldestBackup, readBackupNote } from "#system/last-backup.server.ts";
import { asTypedHere } from "#system/own-commands.ts";
import { inWords } from "../faults.ts";
import { CommandError } from "../terminal.ts";

/**
 * @returns undefined when no backup was made
 * @throws CommandError when the note of it is damaged
 * @throws when this account has no right to it
 */
export function readLastBackup(dataDir: string): LastBackup | undefined {
  const last = readBackupNote(dataDir);
  if (last !== "damaged") return last;
  throw new CommandError(`${backupNote(dataDir)} is damaged; the next backup writes it anew.`);
}

const day = 24 * 3_600_000;
/** Where there is a drill each week one may fail; in milliseconds. */
export const oldestDrill = 15 * day;

/** What the operator has to do about backups, in words; nothing while all is well. */
export function backupTroubles(dataDir: string, now: Date): string[] {
  let last: LastBackup | undefined;
  try {
    last = readLastBackup(dataDir);
  } catch (error) {
    return [`the note of the last backup cannot be read (${inSentence(error)})`];
  }
  if (!last)
    return ["no backup has been made: docs/operations.md, 'Backups', has the lines that make one each night"];
  const age = (time: string) => now.getTime() - new Date(time).getTime();
  const days = (time: string) => `${Math.floor(age(time) / day)} days`;
  const drill = asTypedHere("npm run submissions -- drill");
  const troubles: string[] = [];
  if (age(last.at) > oldestBackup) troubles.push(`the last backup is ${days(last.at)} old: ${last.file}`);
  troubles.push(...fileTroubles(last));
  if (!last.drilledAt) troubles.push(`no backup was restored for trial with success: ${drill}`);
  else if (age(last.drilledAt) > oldestDrill)
    troubles.push(`the last restore drill was ${days(last.drilledAt)} ago: ${drill}`);
  return troubles;
}

/** Only a drill reads it; this costs nothing. */
function fileTroubles({ file, bytes }: LastBackup): string[] {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) return [`the last backup is gone: ${file}`];
    if (bytes === undefined || found.size === bytes) return [];
    return [`the last backup is damaged: ${file} has ${found.size} bytes, and had ${bytes}`];
  } catch (error) {
    return [`the last backup cannot be looked at (${inSentence(error)})`];
  }
}

function inSentence(error: unknown): string {
  const told = inWords(error);
  return told instanceof Error ? told.message.replace(/\.$/, "") : String(told);
}
