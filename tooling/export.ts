import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { asTypedHere } from "#system/own-commands.ts";
import { buildIfStale } from "./build/build-if-stale.ts";
import { compressFile } from "./build/compress-file.ts";
import { exitOnConfigError, loadEnvironmentFile } from "./environment.ts";
import { headersFile, nginxFiles } from "./export/header-files.ts";
import { type Snapshot, takeSnapshot } from "./export/snapshot.ts";
import { folderArgument, stopInWords } from "./typed-options.ts";
import "./lost-output.ts";
import { home, isRelease, root } from "./root.ts";

const command = asTypedHere("npm run export --");
const help = `${command} [--to FOLDER]

Writes the finished pages and assets into a folder for nginx or a CDN, which then have them also while the site's process is away.
Forms, events, feeds and the home page of today stay with the process. SITE_URL and EVENTS_FEED_URL count as for the site.

  --to FOLDER   the folder; what was exported before stays until the new export is whole. Without it: export/

  ROUTE/index.html, 404.html, 503.html   pages, beside them .br and .gz
  index.html                             the home page as it is now, for when the process does not answer
  assets/                                for ever: names have hashes
  _headers                               headers for hosts of static files
  _nginx/maps.conf, _nginx/headers.conf  the same for nginx, to be included in http and in a location

docs/operations/release.md says more.`;

const to = folderArgument(help, join(home, "export"));
if (existsSync(to) && readdirSync(to).length > 0 && !existsSync(join(to, "_headers")))
  stop(`${to} holds something else than an export; name another folder, or empty this one`);
loadEnvironmentFile();
if (!isRelease) await buildIfStale();
if (process.env.AUTH_URL)
  stop(
    `AUTH_URL is "${process.env.AUTH_URL}"; expected no such variable: with a session client each page is made for one visitor`,
  );
const count = await exportTo(to).catch(stopInWords);
console.log(`${count} pages are in ${to}.`);
// What fetches a feed may still wait.
process.exit(0);

/** Everything is written aside, beside the folder, and then takes its place. @returns how many pages there are */
async function exportTo(place: string): Promise<number> {
  const snapshot = await takeSnapshot(process.env).catch(exitOnConfigError);
  const aside = `${place}.new.${process.pid}`;
  const former = `${place}.former.${process.pid}`;
  try {
    await writeExport(aside, snapshot);
    if (existsSync(place)) renameSync(place, former);
    renameSync(aside, place);
  } finally {
    for (const one of [aside, former]) rmSync(one, { recursive: true, force: true });
  }
  if (!snapshot.hasHome)
    console.error(
      "ATTENTION: no calendar can be read now, so there is no copy of the home page. Look with the command `calendar check`, then export again.",
    );
  return snapshot.pages.length;
}

async function writeExport(folder: string, snapshot: Snapshot): Promise<void> {
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const clientDir = join(root, "build/client");
  const files = readdirSync(clientDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:data|html(?:\.br|\.gz)?)$/.test(entry.name))
    .map((entry) => relative(clientDir, join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith(".vite"));
  for (const name of files) {
    // Not copied with its rights: a release may be for reading only.
    write(name, readFileSync(join(clientDir, name)));
    const { atime, mtime } = statSync(join(clientDir, name));
    utimesSync(join(folder, name), atime, mtime);
  }
  for (const { file, body } of snapshot.pages) write(file, body);
  await Promise.all(snapshot.pages.map(({ file }) => compressFile(join(folder, file))));
  const { maps, headers } = nginxFiles(snapshot);
  write("_headers", headersFile(snapshot));
  write("_nginx/maps.conf", maps);
  write("_nginx/headers.conf", headers);
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
