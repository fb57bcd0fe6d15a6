import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newBuild } from "../build-places.ts";
import { hashOf } from "../kept-results.ts";
import { type MadeFrom, takeOver } from "../last-build.ts";
import { type CompiledPage, contentPagesFile, contentPagesModule } from "./compiled-pages.ts";
import { renderPages } from "./render-pages.ts";

/** What each finished page is made from, by its address. @param sources hash of everything else */
export function pagesMadeFrom(pages: readonly CompiledPage[], sources: string): MadeFrom["pages"] {
  return Object.fromEntries([
    ["/typography", sources],
    ...pages.map((page) => [
      page.name.replace(/^content\/pages|\.mdx$/g, ""),
      hashOf(sources, JSON.stringify(page)),
    ]),
  ]);
}

/** Finishes the pages, by the server of the new build; those that are made from the same as in the last one are taken over. */
export async function makePages(
  pages: readonly CompiledPage[],
  now: MadeFrom,
  last: MadeFrom,
): Promise<void> {
  writeFileSync(join(newBuild, "server", contentPagesFile), contentPagesModule(pages));
  const isTaken = (path: string) => {
    const files = ["", ".br", ".gz"].map((ending) => `client${path}/index.html${ending}`);
    return now.pages[path] === last.pages[path] && takeOver(files);
  };
  await renderPages({ folder: newBuild, paths: Object.keys(now.pages).filter((path) => !isTaken(path)) });
}
