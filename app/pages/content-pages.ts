import { globSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** A page of `content/pages/`: its address mirrors its place on disk. */
export interface ContentPageFile {
  /** Address without a trailing slash, for example /framework/vuca-world. */
  path: string;
  /** File below `content/pages/` without its ending; also the route's id. */
  file: string;
}

const folder = join(fileURLToPath(new URL("../..", import.meta.url)), "content/pages");

/** Lists the pages for the route table and for prerendering; a new file is a new page. Runs at build only. */
export function listContentPages(): ContentPageFile[] {
  return globSync("**/*.mdx", { cwd: folder })
    .map((name) =>
      name
        .split(sep)
        .join("/")
        .replace(/\.mdx$/, ""),
    )
    .sort()
    .map((file) => ({ path: `/${file}`, file }));
}
