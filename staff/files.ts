import { statSync } from "node:fs";

/**
 * Whether there is a file or folder of this name.
 *
 * @throws when this account has no right to see it: `existsSync` would say that there is none
 */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
