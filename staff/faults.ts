import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { lackedRight } from "#database/lacked-right.server.ts";
import { TablesError } from "#database/migrate.server.ts";
import { type Config, ConfigError } from "#server/config.ts";
import { typedAs } from "./command.ts";
import { nameOf, serverOf } from "./on-database.ts";
import { CommandError } from "./terminal.ts";

/**
 * Turns errors of files and databases into words for the staff; other errors keep their stack.
 *
 * @returns a CommandError, or the error as it was
 */
export function inWords(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CommandError || !("code" in error)) return error;
  const { code, message, path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  // Of a folder, that what is above it takes none, as in /proc.
  const reason =
    code === "ENOENT" && syscall === "mkdir" ? "no folder can be made there" : code && fileFaults[code];
  if (reason) {
    // Of a copy, what is written is in the way more often than what is read.
    const place = code === "ENOENT" ? path : (dest ?? path);
    return new CommandError(`${place ?? "The output cannot be written"}: ${reason}.`);
  }
  if (code === "ERR_SQLITE_ERROR") return new CommandError(`The database: ${message}.`);
  // SQLSTATE
  return /^[\dA-Z]{5}$/.test(code ?? "") && "severity" in error
    ? new CommandError(`The database: ${message} (${code}).`)
    : error;
}

/** Bytes that a disk lacks when there is no room for the smallest file of a database. */
const leastToWrite = 128 * 1024;
/** https://sqlite.org/rescode.html */
const errorCodes = { readOnly: 8, inputOutput: 10, damaged: 11, full: 13, noDatabase: 26 };

/** SQLite's code of an error, without what is finer; 0 for others. */
const kindOf = (error: Error) => Number((error as { errcode?: number }).errcode) & 0xff;

/**
 * Whether it is a full disk: SQLite says so of some files, and of others that they cannot be written.
 *
 * @param folder where was written
 * @returns undefined for other errors
 */
export async function noRoom(error: unknown, folder: string): Promise<CommandError | undefined> {
  if (!(error instanceof Error)) return undefined;
  const { code, path, dest = path } = error as NodeJS.ErrnoException & { dest?: string };
  const kind = kindOf(error);
  const isFull = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < leastToWrite;
  };
  return (code === "ENOSPC" && (!dest || dirname(dest) === folder)) ||
    kind === errorCodes.full ||
    (kind === errorCodes.inputOutput && (await isFull()))
    ? new CommandError(`There is no room left on the disk of ${folder}.`)
    : undefined;
}

/** What is wrong with the site's database, of which `DATABASE_URL` is the least likely. @returns the error as it was, or in words */
export async function ofDatabase(
  error: unknown,
  { databaseUrl }: Pick<Config, "databaseUrl">,
): Promise<unknown> {
  const cause = error instanceof ConfigError ? error.cause : error;
  if (!(cause instanceof Error) || cause instanceof CommandError) return error;
  if (cause instanceof TablesError)
    return new CommandError(`The database ${nameOf(databaseUrl)}: ${cause.message}.`);
  if (databaseUrl.startsWith("sqlite:")) {
    const file = databaseUrl.slice("sqlite:".length);
    const lacked =
      (error instanceof ConfigError || kindOf(cause) === errorCodes.readOnly) && lackedRight(databaseUrl);
    if (lacked) return new CommandError(`${lacked[0]?.toUpperCase()}${lacked.slice(1)}.`);
    const full = await noRoom(cause, dirname(file));
    if (full) return full;
    return [errorCodes.damaged, errorCodes.noDatabase].includes(kindOf(cause))
      ? new CommandError(
          `The file ${file} is damaged (${cause.message}). Stop the site, keep a copy of the file, and bring back the last backup: ${typedAs("restore FILE")}.`,
        )
      : error;
  }
  const { code, syscall } = cause as NodeJS.ErrnoException;
  // Of a socket; what is said of other files is not the server's.
  const isMissingFile = code === "ENOENT" && syscall !== "connect";
  const reason = code && !isMissingFile ? serverFaults[code] : undefined;
  return reason ? new CommandError(`The database ${serverOf(databaseUrl)}: ${reason}`) : error;
}

const serverFaults: Record<string, string> = {
  ECONNREFUSED: "nobody answers at this address; is the server up?",
  ENOENT: "nobody answers at this address; is the server up?",
  ENOTFOUND: "there is no machine of this name; is its address right?",
  EAI_AGAIN: "the machine's name could not be looked up.",
  ETIMEDOUT: "it did not answer in time.",
  EHOSTUNREACH: "the machine is not reached.",
  ENETUNREACH: "the machine is not reached.",
  ECONNRESET: "it ended the connection.",
};

const fileFaults: Record<string, string> = {
  ENOSPC: "there is no room left on the disk",
  EDQUOT: "there is no room left for this account",
  EFBIG: "the file is too large",
  EACCES: "this account has no right to it",
  EPERM: "this account has no right to it",
  EROFS: "nothing can be written there",
  EEXIST: "what should be a folder is a file",
  ENOENT: "there is no such file or folder",
  ENOTDIR: "what should be a folder is a file",
  EISDIR: "this is a folder",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its links lead in a circle",
};
