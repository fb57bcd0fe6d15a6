import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newBuild, servedBuild, stampFile } from "./build-places.ts";

/** What a build was made from, as hashes; its stamp holds it for the next one. */
export interface MadeFrom {
  /** Everything but the texts of the pages and the cards. */
  bundles: string;
  /** Each page, by its address. */
  pages: Record<string, string>;
}

/** What the build that is served was made from; without one nothing that a new build is made from. */
export function lastMadeFrom(): MadeFrom {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8")) as MadeFrom;
  } catch {
    return { bundles: "", pages: {} };
  }
}

/** Puts files of the build that is served into the new one as well, unless one is missing. @returns whether it has them */
export function takeOver(names: string[]): boolean {
  if (!names.every((name) => existsSync(join(servedBuild, name)))) return false;
  for (const name of names) share(join(servedBuild, name), join(newBuild, name));
  return true;
}

/** Puts a file into the new build that lies elsewhere too, so it must not be written to. */
export function share(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    // Not every file system can.
    copyFileSync(from, to);
  }
}
