import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Whatever holds words of visitors is for the site's own account alone, whatever the umask: 0600 in folders of 0700. */
const modes = { file: 0o600, folder: 0o700 };

/**
 * Makes a folder and those above it, where they are missing; one that is there keeps its rights. Node's own recursive way
 * never ends where the system makes no folders, as in /proc.
 */
export function makePrivateFolder(folder: string): void {
  const missing: string[] = [];
  let path = resolve(folder);
  for (; !statSync(path, { throwIfNoEntry: false }); path = dirname(path)) missing.unshift(path);
  if (missing.length === 0 && !statSync(path).isDirectory()) missing.push(path);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: modes.folder });
    } catch (error) {
      // Somebody else has made it meanwhile.
      if (!statSync(each, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  }
}

/** Makes an empty file if there is none. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", modes.file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Writes a temporary file, flushes and renames it, so that a crash leaves the old or the new file, never a part. The
 * folder is flushed as well: what was written is there after a power cut.
 *
 * @param draft the temporary file; where several processes write the same file, each needs its own
 */
export async function writePrivateFile(
  file: string,
  content: string | Buffer,
  draft = `${file}.new`,
): Promise<void> {
  const handle = await open(draft, "w", modes.file);
  try {
    // A file that a crash has left may have wider rights.
    await handle.chmod(modes.file);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  const folder = await open(dirname(file), "r");
  await folder.sync().finally(() => folder.close());
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
  chmodSync(path, status.isDirectory() ? modes.folder : modes.file);
  return true;
}
