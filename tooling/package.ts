import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { buildIfStale } from "./build/build-if-stale.ts";
import { archive } from "./package/archive.ts";
import { makeRelease, releaseTime } from "./package/make-release.ts";
import { folderArgument, stopInWords } from "./typed-options.ts";
import "./lost-output.ts";
import { nodeMajor } from "#system/version.ts";
import { root } from "./root.ts";

const help = `npm run package [-- --to FOLDER]

Builds what has changed, and makes in FOLDER (the project's own, unless it is named) a release that runs without the project:

  release/                       started by \`node release/server.js\`, on Node ${nodeMajor}
  NAME-VERSION.tar.gz            the same, as NAME-VERSION/
  NAME-VERSION-SYSTEM.tar.gz     with Node for systems as this one: extract, and ./start

What was made before stays until all of it is whole. docs/operations/release.md says more.`;

const to = folderArgument(help, root);
const { name, version } = packageJson;
const time = await makeAll(to).catch(stopInWords);
console.log(`The release ${version} of ${time.toISOString()} is in ${join(to, "release")}.`);

/** Everything is made aside and then put in its place. */
async function makeAll(place: string): Promise<Date> {
  const release = join(place, "release");
  if (existsSync(release) && !existsSync(join(release, "sbom.cdx.json"))) {
    console.error(`${release} is no release; name another folder with --to, or move this one away`);
    process.exit(1);
  }
  await buildIfStale();
  mkdirSync(place, { recursive: true });
  const aside = join(place, `release.new.${process.pid}`);
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside);
  try {
    const folder = join(aside, "release");
    await makeRelease(folder);
    const time = releaseTime();
    const title = `${name}-${version}`;
    const given = { name: title, time };
    await archive(folder, { ...given, file: join(aside, `${title}.tar.gz`) });
    const withNode = `${title}-${process.platform}-${process.arch}.tar.gz`;
    addNode(folder, time);
    await archive(folder, { ...given, file: join(aside, withNode) });
    rmSync(join(folder, "bin"), { recursive: true });
    utimesSync(folder, time, time);
    for (const made of globSync("*", { cwd: aside })) replace(join(aside, made), join(place, made));
    return time;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Node as npm has brought it, which runs this. */
function addNode(folder: string, time: Date): void {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  copyFileSync(process.execPath, join(bin, "node"));
  chmodSync(join(bin, "node"), 0o755);
  const [license] = globSync("node_modules/node/node_modules/*/LICENSE", { cwd: root });
  const place = join(bin, "LICENSE-node.txt");
  if (license) copyFileSync(join(root, license), place);
  else
    writeFileSync(
      place,
      `Node.js ${process.version}: https://github.com/nodejs/node/blob/${process.version}/LICENSE\n`,
    );
  for (const path of [...globSync(join(bin, "*")), bin]) utimesSync(path, time, time);
}

function replace(made: string, place: string): void {
  const former = `${made}.former`;
  if (existsSync(place)) renameSync(place, former);
  renameSync(made, place);
}
