import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { loadContent } from "#content-model/load-content.ts";
import { root } from "../root.ts";

/** A package as package-lock.json has it, by its folder (`node_modules/a/node_modules/b`). */
interface LockedPackage {
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
}

const json = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const nameOf = (folder: string) => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);

/**
 * Writes THIRD-PARTY-LICENSES.txt into the folder of a build: the licence of each package whose code or fonts are in the bundles or are loaded
 * by the server, in full, and the names and licences of those that build and test alone.
 */
export function writeThirdPartyLicenses(folder: string): void {
  const built = relative(root, folder);
  const packages: Record<string, LockedPackage> = json("package-lock.json").packages;
  const served = new Set<string>();
  const take = (name: string, from: string) => {
    const folder = folderOf(name, from, packages);
    if (folder === undefined || served.has(folder)) return;
    served.add(folder);
    for (const dependency of Object.keys(packages[folder]?.dependencies ?? {})) take(dependency, folder);
  };
  const bundled = ["client", "server"].flatMap((side) =>
    (json(join(built, side, ".vite/licenses.json")) as { name: string }[]).map(({ name }) => name),
  );
  // The dependencies of a bundled package count only if they are bundled as well.
  for (const name of bundled) served.add(`node_modules/${name}`);
  for (const name of json(join(built, "server/.vite/externals.json")) as string[]) take(name, "");
  const { dependencies } = json("package.json");
  for (const name of Object.keys(dependencies)) take(name, "");

  const building = Object.keys(packages).filter((folder) => folder !== "" && !served.has(folder));
  const all = [...served, ...building];
  const shared = (folder: string) => /GPL|MPL/.test(licenseOf(folder, packages));
  const unnamed = all.filter((folder) => !packages[folder]?.license);
  const line = (folder: string) =>
    `${nameOf(folder)} ${packages[folder]?.version} (${licenseOf(folder, packages)})`;
  const list = (folders: string[]) =>
    [...new Set(folders.map((folder) => `  ${line(folder)}`))].sort().join("\n");

  const text = [
    "The site is made with work of others. Part 1: what pages and server hold or load, with each licence in full.",
    "Part 2: what builds and tests them and is not in them.",
    `\nUnder the GNU Lesser General Public License or the Mozilla Public License, loaded by the server unchanged, its source in the npm package:\n${list([...served].filter(shared))}`,
    `\nThe same, for building and testing alone:\n${list(building.filter(shared))}`,
    `\nWithout a licence in the field that npm reads:\n${list(unnamed)}`,
    "\n\nPART 1\n",
    ...[...served]
      .sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
      .map((folder) => `${"=".repeat(80)}\n${line(folder)}\n\n${licenseText(folder)}\n`),
    ...faceLicenses(),
    `${"=".repeat(80)}\n\nPART 2\n\n${list(building)}\n`,
  ].join("\n");
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), text);
}

/** The licenses that lie beside the files of the faces. */
function faceLicenses(): string[] {
  const { speak, read } = loadContent("theme.yaml", root).faces;
  const folders = [speak, read].flatMap(({ files }) =>
    files.map((file) => dirname(join(root, "content", file))),
  );
  return globSync([...new Set(folders)].map((folder) => `${folder}/*.txt`))
    .sort()
    .map((file) => `${"=".repeat(80)}\n${basename(file)}\n\n${readFileSync(file, "utf8").trim()}\n`);
}

/** Where Node finds a package: beside the one that asks, or above. */
function folderOf(name: string, from: string, packages: Record<string, LockedPackage>): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf("/node_modules/"), 0))) {
    const folder = `${place ? `${place}/` : ""}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (place === "") return undefined;
  }
}

function licenseOf(folder: string, packages: Record<string, LockedPackage>): string {
  return packages[folder]?.license ?? "none named";
}

function licenseText(folder: string): string {
  const files = globSync(`${folder}/{LICEN[CS]E,licen[cs]e,Licen[cs]e,COPYING,NOTICE}*`, {
    cwd: root,
  }).sort();
  return (
    files.map((file) => readFileSync(join(root, file), "utf8").trim()).join("\n\n") ||
    "(The package holds no text of it.)"
  );
}
