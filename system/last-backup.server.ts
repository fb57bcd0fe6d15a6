import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "./private-files.server.ts";

/** What is known of the site's backups: `DATA_DIR/last-backup.json`, which each backup and each drill writes. */
export interface LastBackup {
  file: string;
  /** Of the file as it was written; earlier versions did not note it. */
  bytes?: number | undefined;
  /** Which database it is of, as a digest; earlier versions did not note it. */
  database?: string | undefined;
  /** UTC, ISO 8601 */
  at: string;
  /** Rows by table. */
  contents: Record<string, number>;
  /** When a backup was last restored for trial, with success; UTC, ISO 8601. */
  drilledAt?: string | undefined;
}

/** In milliseconds: a backup each night, and one night that failed. */
export const oldestBackup = 2 * 24 * 3_600_000;

/** The note of the last backup. */
export const backupNote = (dataDir: string) => join(dataDir, "last-backup.json");

/**
 * @returns undefined when no backup was made
 * @throws when this account has no right to the note
 */
export function readBackupNote(dataDir: string): LastBackup | "damaged" | undefined {
  const name = backupNote(dataDir);
  // `existsSync` would say that there is none where this account may not look.
  if (!statSync(name, { throwIfNoEntry: false })) return undefined;
  const note = readFileSync(name, "utf8");
  const isTime = (time: unknown) => typeof time === "string" && !Number.isNaN(Date.parse(time));
  try {
    const last = JSON.parse(note);
    if (typeof last.file === "string" && isTime(last.at) && typeof last.contents === "object") return last;
  } catch {
    // Told below.
  }
  return "damaged";
}

/** @throws where there is no such folder: the site makes it */
export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await writePrivateFile(backupNote(dataDir), `${JSON.stringify(backup, null, 2)}\n`);
}
