import { statSync } from "node:fs";
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
