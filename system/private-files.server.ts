import { randomUUID } from "node:crypto";
import { chmodSync, closeSync, globSync, lchownSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { machineClock } from "./clock.ts";

/** Whatever holds words of visitors is for the site's own account alone, whatever the umask: 0600 in folders of 0700. */
const modes = { file: 0o600, folder: 0o700 };

/**
 * Makes a folder and those above it, where they are missing; one that is there keeps its rights. Node's own recursive way
 * never ends where the system makes no folders, as in /proc.
 *
 * @returns those that were missing, from the outermost
 */
export function makePrivateFolder(folder: string): string[] {
  const missing: string[] = [];
  let path = resolve(folder);
  for (; !statSync(path, { throwIfNoEntry: false }); path = dirname(path)) missing.unshift(path);
  if (missing.length === 0 && !statSync(path).isDirectory()) missing.push(path);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: modes.folder });
      giveToOwner(each);
    } catch (error) {
      // Somebody else has made it meanwhile.
      if (!statSync(each, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  }
  return missing;
}

/** Makes an empty file if there is none. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", modes.file));
    giveToOwner(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Writes a temporary file, flushes and renames it, so that a crash leaves the old or the new file, never a part. The
 * folder is flushed as well: what was written is there after a power cut.
 */
export async function writePrivateFile(file: string, content: string | Buffer): Promise<void> {
  // Several processes may write the same file, each a draft of its own.
  const draft = `${file}.${randomUUID()}.new`;
  try {
    const handle = await open(draft, "wx", modes.file);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    giveToOwner(draft);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const folder = await open(dirname(file), "r");
  await folder.sync().finally(() => folder.close());
}

/**
 * Removes drafts that were never finished: of a process that was killed meanwhile.
 *
 * @param isOurs by the name
 * @param longestWriting drafts that are younger may still be written, in milliseconds
 * @throws when this account may not remove one
 */
export function removeDrafts(
  folder: string,
  isOurs: (name: string) => boolean = () => true,
  longestWriting = 3_600_000,
): void {
  for (const name of globSync("*.new", { cwd: folder }).filter(isOurs)) {
    const written = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
    // Files have the machine's times.
    if (written !== undefined && machineClock().getTime() - written > longestWriting)
      rmSync(join(folder, name), { force: true });
  }
}

/**
 * Gives what root has made to the owner of the folder that it is in: the site's account could not read it otherwise. Other
 * accounts keep what they make.
 *
 * @param like another file or folder whose owner it gets
 */
export function giveToOwner(path: string, like = dirname(path)): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  if (uid !== 0) lchownSync(path, uid, gid);
}

/**
 * Removes other accounts' rights to a file or folder, if it is ours and not a shared place such as `/tmp`.
 *
 * @returns whether other accounts had rights to it before
 */
export function makePrivate(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  const isShared = status && (status.mode & 0o1000) !== 0;
  if (!status || isShared || status.uid !== process.getuid?.() || (status.mode & 0o077) === 0) return false;
  try {
    chmodSync(path, status.isDirectory() ? modes.folder : modes.file);
  } catch (error) {
    // Another process has removed it meanwhile, as SQLite does with its log.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  return true;
}
