import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listContentPages } from "#app/pages/content-pages.ts";
import { readSource } from "#content-model/content-source.ts";
import { root } from "../../root.ts";
import { newBuild } from "../build-places.ts";
import { hashOf, type KeptResults } from "../kept-results.ts";
import { type MadeFrom, takeOver } from "../last-build.ts";
import { compilePage } from "./compile-page.ts";
import { contentPagesFile, contentPagesModule } from "./content-pages-plugin.ts";
import { renderPages } from "./render-pages.ts";

interface PageSource {
  /** File below the project's root. */
  name: string;
  source: string;
}

/** The files of `content/pages/`, by the address of the page. */
export function readPages(): Map<string, PageSource> {
  return new Map(
    listContentPages().map(({ path, file }) => {
      const name = `content/pages/${file}.mdx`;
      return [path, { name, source: readSource(name, root) }];
    }),
  );
}

/** What each finished page is made from. @param sources hash of everything else */
export function pagesMadeFrom(pages: ReadonlyMap<string, PageSource>, sources: string): MadeFrom["pages"] {
  return Object.fromEntries([
    ["/typography", sources],
    ...[...pages].map(([path, { source }]) => [path, hashOf(sources, source)]),
  ]);
}

/** The code of each page, by its file: the body of a function. */
export async function compilePages(
  pages: ReadonlyMap<string, PageSource>,
  sources: string,
  kept: KeptResults,
): Promise<Map<string, string>> {
  const code = new Map<string, string>();
  for (const { name, source } of pages.values()) {
    const compile = () => compilePage(source, name, root, "function-body");
    code.set(name, await kept.get(["page", sources, name, source], compile));
  }
  return code;
}

/** Finishes the pages, by the server of the new build; those that are made from the same as in the last one are taken over. */
export async function makePages(
  code: ReadonlyMap<string, string>,
  now: MadeFrom,
  last: MadeFrom,
): Promise<void> {
  writeFileSync(join(newBuild, "server", contentPagesFile), contentPagesModule(code));
  const isTaken = (path: string) => {
    const files = ["", ".br", ".gz"].map((ending) => `client${path}/index.html${ending}`);
    return now.pages[path] === last.pages[path] && takeOver(files);
  };
  await renderPages({ folder: newBuild, paths: Object.keys(now.pages).filter((path) => !isTaken(path)) });
}
