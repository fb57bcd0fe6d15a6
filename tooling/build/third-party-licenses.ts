import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { loadContent } from "#content-model/load-content.ts";
import { root } from "../root.ts";
import {
  bundledIn,
  type LockedPackages,
  loadedByServer,
  lockedPackages,
  packageName,
  withDependencies,
} from "./locked-packages.ts";

/**
 * Writes THIRD-PARTY-LICENSES.txt into the folder of a build: the licence of each package whose code or fonts are in the bundles or are loaded
 * by the server, in full, and the names and licences of those that build and test alone.
 */
export function writeThirdPartyLicenses(folder: string): void {
  const packages = lockedPackages();
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const served = new Set([
    ...["client", "server"].flatMap((side) => bundledIn(join(folder, side))),
    ...withDependencies([...loadedByServer(folder), ...Object.keys(dependencies)], packages),
  ]);
  const building = Object.keys(packages).filter((folder) => folder !== "" && !served.has(folder));
  const all = [...served, ...building];
  const shared = (folder: string) => /GPL|MPL/.test(licenseOf(folder, packages));
  const unnamed = all.filter((folder) => !packages[folder]?.license);
  const line = (folder: string) =>
    `${packageName(folder)} ${packages[folder]?.version} (${licenseOf(folder, packages)})`;
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
      .sort((a, b) => packageName(a).localeCompare(packageName(b)))
      .map((folder) => `${"=".repeat(80)}\n${line(folder)}\n\n${licenseText(folder)}\n`),
    ...faceLicenses(),
    `${"=".repeat(80)}\n\nPART 2\n\n${list(building)}\n`,
  ].join("\n");
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), text);
}

/** The licenses that lie beside the files of the faces. */
function faceLicenses(): string[] {
  const faces = Object.values(loadContent("theme.yaml", root).faces);
  const folders = faces.flatMap(({ files }) => files.map((file) => dirname(join(root, "content", file))));
  return globSync([...new Set(folders)].map((folder) => `${folder}/*.txt`))
    .sort()
    .map((file) => `${"=".repeat(80)}\n${basename(file)}\n\n${readFileSync(file, "utf8").trim()}\n`);
}

function licenseOf(folder: string, packages: LockedPackages): string {
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
