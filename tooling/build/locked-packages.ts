import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

/** A package as package-lock.json has it, by its folder (`node_modules/a/node_modules/b`). */
export interface LockedPackage {
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
}

export type LockedPackages = Record<string, LockedPackage>;

export function lockedPackages(): LockedPackages {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
}

/** The name of the package in a folder. */
export function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** The folders of packages and of all that they load. */
export function withDependencies(names: Iterable<string>, packages: LockedPackages): Set<string> {
  const taken = new Set<string>();
  const take = (name: string, from: string) => {
    const folder = folderOf(name, from, packages);
    if (folder === undefined || taken.has(folder)) return;
    taken.add(folder);
    for (const dependency of Object.keys(packages[folder]?.dependencies ?? {})) take(dependency, folder);
  };
  for (const name of names) take(name, "");
  return taken;
}

/** Where Node finds a package: beside the one that asks, or above. */
function folderOf(name: string, from: string, packages: LockedPackages): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf("/node_modules/"), 0))) {
    const folder = `${place ? `${place}/` : ""}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (place === "") return undefined;
  }
}

/** Folders of the packages whose code a bundle of Vite holds; their dependencies count only if they are bundled as well. */
export function bundledIn(bundle: string): string[] {
  const licenses: { name: string }[] = JSON.parse(readFileSync(join(bundle, ".vite/licenses.json"), "utf8"));
  return licenses.map(({ name }) => `node_modules/${name}`);
}

/** Names of the packages that the built server loads beside its bundle. */
export function loadedByServer(build: string): string[] {
  return JSON.parse(readFileSync(join(build, "server/.vite/externals.json"), "utf8"));
}
