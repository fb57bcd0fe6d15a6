import { randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import { chmod, copyFile, lstat, readdir, rename, rm, stat, statfs, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Log } from "#system/log.ts";
import { giveToOwner, makePrivateFolder } from "#system/private-files.server.ts";
import { type BuiltFile, readBuiltFile } from "./pages/built-files.ts";

/**
 * What the pages of earlier releases load, in DATA_DIR/assets: a page that was open during an upgrade still gets its script and
 * its pictures. Every release puts its own files there while it runs; what none has had for 30 days goes.
 * docs/specification.md, 'Assets of earlier releases'.
 */

/** In milliseconds, since a release that has the file was last seen to run. */
const longestKept = 30 * 86_400_000;
/** In bytes; of what no running release has, the longest unused goes first. */
const mostKept = 500_000_000;
/** What has to stay free on the disk, in bytes: forms come first. */
const leastFree = 200_000_000;
/** How often a running release says that its files are in use, in milliseconds. */
const interval = 86_400_000;

/** The addresses that the build gives: a name and a hash, in `assets` or `assets/cards`. */
const hashed = /^(?:cards\/)?\w[\w.-]{0,150}-[\w-]{8,10}\.(?:avif|css|jpe?g|js|png|svg|webp|woff2)$/;

/** What was made for the folder: those files, their compressed forms, and drafts of them. Anything else in it is somebody's own. */
const isMade = (name: string) =>
  hashed.test(name.replace(/\.[\da-f-]{36}\.new$/, "").replace(/\.(?:br|gz)$/, ""));

/** In bytes; no file of a build is as large, and it is read whole. */
const largest = 20_000_000;

const folderOf = (dataDir: string) => join(dataDir, "assets");

/** @returns undefined when there is none, and for an address that no build gives */
export async function findKeptAsset(dataDir: string, path: string): Promise<BuiltFile | undefined> {
  if (!path.startsWith("/assets/") || !hashed.test(path.slice("/assets/".length))) return undefined;
  try {
    // Not where a link, a device or a folder leads.
    const status = await lstat(join(dataDir, path));
    if (!status.isFile() || status.size > largest) return undefined;
    return await readBuiltFile(dataDir, path.slice(1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

interface Keeping {
  /** Folder of the built client. */
  clientDir: string;
  dataDir: string;
  now: () => Date;
  log: Log;
}

/**
 * Keeps this release's assets for the pages that are open when the next one comes: now and once a day, in the background. A
 * failure is logged; what is served now does not depend on it.
 *
 * @returns ends it
 */
export function keepAssetsWhileRunning({ clientDir, dataDir, now, log }: Keeping): () => void {
  const ending = new AbortController();
  const keep = () =>
    keepAssets(clientDir, dataDir, now(), ending.signal).catch((error: unknown) => {
      log.warn({ err: error }, "the assets could not be kept for pages that are open at the next release");
    });
  void keep();
  const timer = setInterval(() => void keep(), interval).unref();
  return () => {
    clearInterval(timer);
    ending.abort();
  };
}

/**
 * Copies what is not there yet, gives all of it the time `now`, and removes what has not been in use for long. Several instances,
 * also of several releases, may do so at once.
 *
 * @throws when the folder cannot be written, or the disk is nearly full
 */
export async function keepAssets(
  clientDir: string,
  dataDir: string,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const folder = folderOf(dataDir);
  const source = join(clientDir, "assets");
  const own = globSync("**/*.*", { cwd: source }).filter((name) =>
    hashed.test(name.replace(/\.(?:br|gz)$/, "")),
  );
  await removeUnused(folder, new Set(own), now);
  for (const name of own) {
    if (signal?.aborted) return;
    await keep(join(source, name), join(folder, name), now);
  }
}

async function keep(from: string, to: string, now: Date): Promise<void> {
  const { size } = await stat(from);
  // A copy of another size was cut off by a crash.
  const isKept = (await stat(to).catch(() => undefined))?.size === size;
  if (isKept && (await utimes(to, now, now).then(() => true, notThere))) return;
  makePrivateFolder(dirname(to));
  const { bavail, bsize } = await statfs(dirname(to));
  if (bavail * bsize - size < leastFree) throw new Error(`less than ${leastFree} bytes are free on the disk`);
  const draft = `${to}.${randomUUID()}.new`;
  try {
    // Copied, not linked: a release may lie on another disk, belong to another account, or be read-only.
    await copyFile(from, draft);
    await chmod(draft, 0o600);
    giveToOwner(draft);
    await utimes(draft, now, now);
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Another instance has removed it meanwhile. */
function notThere(error: NodeJS.ErrnoException): false {
  if (error.code === "ENOENT") return false;
  throw error;
}

/** Removes what is in use no more: files that are old, or too much together, and drafts of a process that was killed. */
async function removeUnused(folder: string, own: Set<string>, now: Date): Promise<void> {
  const others = await Promise.all(
    (await namesIn(folder))
      .filter((name) => !own.has(name) && isMade(name))
      .map(async (name) => ({
        file: join(folder, name),
        status: await lstat(join(folder, name)).catch(() => undefined),
      })),
  );
  const files = others
    .flatMap(({ file, status }) =>
      status?.isFile() ? [{ file, size: status.size, used: status.mtimeMs }] : [],
    )
    .sort((one, other) => other.used - one.used);
  let kept = 0;
  for (const { file, size, used } of files) {
    kept += size;
    if (now.getTime() - used > longestKept || kept > mostKept) await rm(file, { force: true });
  }
}

/** Names in the folder and in `cards` below it, of neither that is a link to elsewhere. */
async function namesIn(folder: string): Promise<string[]> {
  const names = async (part: string) => {
    const status = await lstat(join(folder, part)).catch(() => undefined);
    return status?.isDirectory() ? (await readdir(join(folder, part))).map((name) => join(part, name)) : [];
  };
  const own = await names("");
  return own.length === 0 ? [] : [...own, ...(await names("cards"))];
}
