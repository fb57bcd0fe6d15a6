import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { isSending, mailDirOf } from "#server/config.ts";
import { diskSpace, freeFiles } from "#system/disk-space.ts";
import { shellWord } from "#system/shell-word.ts";
import type { Context } from "./context.ts";
import { type Finding, made, ok, unknown, wrong } from "./finding.ts";

/** DATA_DIR and what lies in it: whether the site can write there, and nobody else can read. */
export async function dataFindings({ config }: Pick<Context, "config">): Promise<Finding[]> {
  const { dataDir } = config;
  let status: Stats | undefined;
  try {
    status = statSync(dataDir, { throwIfNoEntry: false });
  } catch (error) {
    return [deniedIn(dataDir, error)];
  }
  if (!status)
    return [
      wrong(
        "data.folder",
        `There is no folder ${dataDir}.`,
        "The site makes it at its first start; if it has run already, set DATA_DIR to where its data are.",
      ),
    ];
  if (!status.isDirectory())
    return [wrong("data.folder", `${dataDir} is a file.`, "Set DATA_DIR to a folder.")];
  const mailDir = mailDirOf(config);
  // With a mail server nothing is written there.
  const folders = isSending(config) || !existsSync(mailDir) ? [dataDir] : [dataDir, mailDir];
  const denied = made(folders.map(writing));
  return made([
    ...(denied.length > 0 ? denied : [written(dataDir, status.uid)]),
    ...folders.map(readByOthers),
    ...(denied.length > 0 ? [] : folders.map((folder) => ofOtherOwners(folder))),
    ofRoom(await diskSpace(dataDir), sizeOf(config.databaseUrl), dataDir),
    ofFiles(await freeFiles(dataDir), dataDir),
  ]);
}

/** Tries it: of a read-only disk, a quota or an access list nothing else tells. */
function writing(folder: string): Finding | undefined {
  const trial = join(folder, `.doctor-${process.pid}.new`);
  try {
    closeSync(openSync(trial, "wx", 0o600));
    rmSync(trial);
    return undefined;
  } catch (error) {
    return deniedIn(folder, error);
  }
}

function deniedIn(folder: string, error: unknown): Finding {
  const { code = "" } = error as NodeJS.ErrnoException;
  return wrong(
    "data.write",
    `In ${folder} this account can make no file (${code}).`,
    writingAdvice[code] ??
      `Run this as the account that the site runs as; if it is this one, give it the folder: chown -R ${process.geteuid?.()} ${shellWord(folder)}`,
  );
}

/** By the system's codes, where it is not about rights. */
const writingAdvice: Record<string, string> = {
  ENOSPC: "Make room on its disk.",
  EDQUOT: "Make room in this account's quota.",
  EROFS:
    "Its disk is read-only: mount it for writing, and look into `dmesg` why it was not. In a unit of systemd name the folder in ReadWritePaths=, in a container give it a volume.",
};

/** @param owner of the folder */
function written(folder: string, owner: number): Finding {
  if (process.geteuid?.() !== 0 || owner === 0) return ok("data.write", `${folder} can be written to.`);
  return unknown(
    "data.write",
    `Whether the site can write to ${folder}`,
    "this is root, which may write everywhere",
    `Ask as the account that the site runs as: sudo -u '#${owner}' npm run doctor`,
  );
}

/** Shared places such as `/tmp` are nobody's to narrow. */
function readByOthers(folder: string): Finding | undefined {
  const { mode } = statSync(folder);
  if ((mode & 0o1000) !== 0 || (mode & 0o077) === 0) return undefined;
  return wrong(
    "data.private",
    `${folder} holds words of visitors, and other accounts of this machine have rights to it.`,
    `Take them away: chmod 700 ${shellWord(folder)}`,
  );
}

/** What root has made in the site's folder the site may not be able to write. */
function ofOtherOwners(folder: string): Finding | undefined {
  const owner = statSync(folder).uid;
  const found = readdirSync(folder).flatMap((name) => {
    const status: Stats | undefined = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return status && status.uid !== owner ? [{ name, uid: status.uid }] : [];
  });
  const [first] = found;
  if (!first) return undefined;
  const more = found.length > 1 ? ` and ${found.length - 1} more` : "";
  return wrong(
    "data.owner",
    `${join(folder, first.name)}${more} belongs to account ${first.uid}, and its folder to account ${owner}.`,
    `Give all of it to the account that the site runs as, for example: chown -R ${owner} ${shellWord(folder)}`,
  );
}

function sizeOf(databaseUrl: string): number {
  if (!databaseUrl.startsWith("sqlite:")) return 0;
  const file = databaseUrl.slice("sqlite:".length);
  // That it may not be seen is told of the database.
  return existsSync(file) ? statSync(file).size : 0;
}

/** Bytes that are free on a disk that is not about to be full. */
const enoughRoom = 256e6;

/** @param database size of SQLite's file in bytes, which `erase` writes anew: it needs that twice more */
export function ofRoom({ free }: { free: number }, database: number, folder: string): Finding {
  const needed = Math.max(enoughRoom, 2 * database);
  const room = `${Math.floor(free / 1e6)} MB are free on the disk of ${folder}`;
  if (free >= needed) return ok("data.room", `${room}.`);
  return wrong(
    "data.room",
    `Only ${room}, and the site needs ${Math.ceil(needed / 1e6)}.`,
    "Make room, or move DATA_DIR to a larger disk: forms cannot be stored on a full one.",
  );
}

/** Files that SQLite, mails and the calendar's copy take, many times over. */
const fewestFiles = 1_000;

/** @param free undefined where the disk has no limit */
export function ofFiles(free: number | undefined, folder: string): Finding | undefined {
  if (free === undefined || free >= fewestFiles) return undefined;
  return wrong(
    "data.files",
    `The disk of ${folder} takes only ${free} more files, however small (its inodes are used up).`,
    "Find out what has made so many (`du --inodes -x / | sort -n | tail`), and remove what nobody needs.",
  );
}
