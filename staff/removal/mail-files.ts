import { randomUUID } from "node:crypto";
import { closeSync, openSync, readdirSync, rmSync } from "node:fs";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { type Config, isSending, mailDirOf } from "#server/config.ts";
import { inWords } from "../faults.ts";
import { beginningOf, isThere } from "../files.ts";
import { namesAddress } from "../reading/named.ts";
import { CommandError } from "../terminal.ts";

/**
 * The folder of e-mails that are files. It is looked at before anything is removed: what cannot be removed there would stay
 * behind the rows that lead to it.
 *
 * @throws CommandError where the site has no folder, so that another one is meant
 * @throws when this account may not remove files there
 */
export function needsMailFolder(config: Pick<Config, "dataDir" | "smtpUrl">): string {
  const { dataDir } = config;
  const folder = mailDirOf(config);
  if (isThere(folder)) {
    readdirSync(folder);
    needsWriting(folder);
  } else if (!isSending(config) && !isThere(dataDir))
    throw new CommandError(
      `Nothing was removed: there is no folder ${dataDir}, in which the site's e-mails are. Is DATA_DIR that of the site?`,
    );
  return folder;
}

/** By trying it, as of a read-only disk the rights do not tell. */
function needsWriting(folder: string): void {
  const probe = join(folder, `.${randomUUID()}`);
  try {
    closeSync(openSync(probe, "wx", 0o600));
    rmSync(probe);
  } catch (error) {
    throw inWords(Object.assign(error as Error, { path: folder }));
  }
}

/** Files of the mails with these ids, where there are any. */
export function filesOf(mailDir: string, ids: readonly string[]): string[] {
  return ids.map((id) => join(mailDir, `${id}.eml`)).filter(isThere);
}

/** Of the mails that are files there. */
export function mailIds(mailDir: string): string[] {
  const names = isThere(mailDir) ? readdirSync(mailDir) : [];
  return names.flatMap((name) => (name.endsWith(".eml") ? [name.slice(0, -".eml".length)] : []));
}

/**
 * Files of mails from or to the person, even without a row. A mail to the staff has the person in Reply-To; its To is not looked at,
 * or to erase somebody of the staff would remove all that the staff were told of others.
 *
 * @throws when this account may not read one
 */
export function findMails(mailDir: string, key: string): string[] {
  const found: string[] = [];
  for (const name of isThere(mailDir) ? readdirSync(mailDir) : []) {
    const head = beginningOf(join(mailDir, name)).split(/\r?\n\r?\n/, 1)[0] ?? "";
    const fields = new Map(
      head
        .replace(/\r?\n[ \t]+/g, " ")
        .split(/\r?\n/)
        .map((line): [string, string] => [line.split(":", 1)[0]?.toLowerCase() ?? "", line]),
    );
    if (namesAddress(fields.get("reply-to") ?? fields.get("to") ?? "", key)) found.push(join(mailDir, name));
  }
  return found;
}

/**
 * @returns the number of removed files
 * @throws CommandError naming those that could not be removed
 */
export async function removeFiles(paths: readonly string[]): Promise<number> {
  const errors: unknown[] = [];
  for (const path of paths)
    await unlink(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") errors.push(inWords(error));
    });
  const [first] = errors;
  if (first === undefined) return paths.length;
  throw new CommandError(
    `The rows are removed, but ${errors.length} of ${paths.length} files of e-mails are not (${first instanceof Error ? first.message : first}). Mend that, remove them, then run this again.`,
  );
}
