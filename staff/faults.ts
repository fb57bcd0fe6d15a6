import { CommandError } from "./terminal.ts";

/**
 * Turns errors of files and databases into words for the staff; other errors keep their stack.
 *
 * @returns a CommandError, or the error as it was
 */
export function inWords(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CommandError || !("code" in error)) return error;
  const { code, message, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const reason = code && fileFaults[code];
  if (reason) {
    // Of a copy, what is written is in the way more often than what is read.
    const place = code === "ENOENT" ? path : (dest ?? path);
    return new CommandError(`${place ?? "The output cannot be written"}: ${reason}.`);
  }
  if (code === "ERR_SQLITE_ERROR") {
    // SQLITE_IOERR: also of the files beside the database, which a full disk has no room for.
    const isDisk = "errcode" in error && (Number(error.errcode) & 0xff) === 10;
    return new CommandError(`The database: ${message}.${isDisk ? " Is there room left on its disk?" : ""}`);
  }
  // SQLSTATE
  return /^[\dA-Z]{5}$/.test(code ?? "") && "severity" in error
    ? new CommandError(`The database: ${message} (${code}).`)
    : error;
}

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
};
