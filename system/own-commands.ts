import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, relative } from "node:path";

/** Commands that a release has as well, each as a file of its name. */
export const releasedCommands = ["submissions", "calendar", "launch-check", "doctor", "export"] as const;

const asInProject = new RegExp(`npm run (?:-s )?(${releasedCommands.join("|")})\\b(?: --(?![\\w-]))?`, "g");

/**
 * A text about a release, which has no npm: `node calendar.js check` where the project has `npm run calendar -- check`.
 *
 * @param node the program, as it is typed in the release's folder
 */
export function asInRelease(text: string, node = "node"): string {
  return text.replaceAll(asInProject, `${node} $1.js`);
}

/** A text with commands as they are typed in the project, as they are typed where this runs: in a release, in its folder. */
export function asTypedHere(text: string): string {
  found ??= nodeOfRelease();
  return found === "" ? text : asInRelease(text, found);
}

/** The same for as long as this runs. */
let found: string | undefined;

/** The Node that a release brings, or that of the machine; empty in the project, where npm knows the commands. */
function nodeOfRelease(): string {
  const manifest = findPackageJSON(import.meta.url);
  if (manifest === undefined || "scripts" in JSON.parse(readFileSync(manifest, "utf8"))) return "";
  const own = relative(dirname(manifest), process.execPath);
  return own.startsWith("..") ? "node" : own;
}
