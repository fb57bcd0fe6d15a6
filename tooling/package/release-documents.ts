import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { asInRelease } from "#system/own-commands.ts";

/** Makes the documents that were copied into a release those of a release. */
export function adaptDocuments(release: string): void {
  for (const name of globSync(["*.md", "docs/**/*.md"], { cwd: release })) {
    const file = join(release, name);
    const isThere = (path: string) => existsSync(join(dirname(file), path));
    writeFileSync(file, documentOfRelease(readFileSync(file, "utf8"), isThere));
  }
}

/**
 * A document with commands as a release has them, and words in the place of links to what is in the project alone.
 *
 * @param isThere whether a release has what a link leads to
 */
export function documentOfRelease(text: string, isThere: (path: string) => boolean): string {
  // "`npm run submissions -- list`, `-- show`": what follows leaves the name out.
  const commands = asInRelease(text).replaceAll(/`-- (?=\S)/g, "`");
  return commands.replaceAll(
    /\[([^\]]+)\]\((?![a-z]+:)([^)#\s]+)(?:#[^)\s]*)?\)/g,
    (link, words: string, path: string) => (isThere(path) ? link : words),
  );
}
