import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";

/**
 * Which right this account lacks to an SQLite database that cannot be opened; SQLite does not say.
 *
 * @returns undefined when it lacks none
 */
export function lackedRight(databaseUrl: string): string | undefined {
  if (!databaseUrl.startsWith("sqlite:")) return undefined;
  const file = databaseUrl.slice("sqlite:".length);
  const isLacked = (path: string) => {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
      return false;
    } catch (error) {
      return ["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "");
    }
  };
  // SQLite makes files beside it.
  const lacked = [dirname(file), file, `${file}-wal`, `${file}-shm`, `${file}.key`].find(isLacked);
  return lacked && `this account has no right to ${lacked}`;
}
