import { accessSync, closeSync, constants, openSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Which right this account lacks to an SQLite database that cannot be opened; SQLite does not say. Not while it is open: closing
 * any of its files ends SQLite's locks.
 *
 * @returns undefined when it lacks none
 */
export function lackedRight(databaseUrl: string): string | undefined {
  if (!databaseUrl.startsWith("sqlite:")) return undefined;
  const file = databaseUrl.slice("sqlite:".length);
  const folder = dirname(file);
  const isLacked = (path: string) => {
    try {
      if (path === folder) accessSync(path, constants.R_OK | constants.W_OK);
      else closeSync(openSync(path, "r+"));
      return false;
    } catch (error) {
      return ["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "");
    }
  };
  // SQLite makes files beside it.
  const lacked = [folder, file, `${file}-wal`, `${file}-shm`, `${file}.key`].find(isLacked);
  return lacked && `this account has no right to ${lacked}`;
}
