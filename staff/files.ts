import { closeSync, openSync, readSync, statSync } from "node:fs";
import { CommandError } from "./terminal.ts";

/**
 * Whether there is a file or folder of this name.
 *
 * @throws when this account has no right to see it: `existsSync` would say that there is none
 */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * A pipe or a device would be waited for without end.
 *
 * @throws CommandError where there is no file
 */
export function needsFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new CommandError(`${path} does not exist.`);
  if (!found.isFile()) throw new CommandError(`${path} is no file.`);
}

/** How every file of SQLite begins; https://sqlite.org/fileformat2.html */
export const sqliteBeginning = "SQLite format 3\0";

/**
 * The first 16 kB, a letter for each byte; of what went meanwhile, or is no file, nothing.
 *
 * @throws when this account has no right to it
 */
export function beginningOf(file: string): string {
  // Opening a pipe would wait for whoever writes into it.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return "";
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(16_384);
    return bytes.toString("latin1", 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}
