import { relative, sep } from "node:path";
import type { Plugin } from "vite";
import { moduleBesideBundle } from "../module-beside-bundle.ts";
import { compilePage } from "./compile-page.ts";
import { contentPagesFile } from "./compiled-pages.ts";

/**
 * Vite plugin: `virtual:content-pages` gives the modules of the pages. In development Vite makes them of the files; the server of
 * a build reads `contentPagesFile`. The browser's part of a build has none: built pages are not hydrated.
 */
export function contentPagesPlugin(root: string): Plugin {
  return {
    name: "content-pages",
    enforce: "pre",
    ...moduleBesideBundle("virtual:content-pages", contentPagesFile, (isBuild) => {
      const modules = isBuild ? "{}" : `import.meta.glob("/content/pages/**/*.mdx", { eager: true })`;
      return `const modules = ${modules}; export default () => modules;`;
    }),
    async transform(code, file) {
      if (!file.endsWith(".mdx")) return null;
      const name = relative(root, file).split(sep).join("/");
      return { code: await compilePage(code, name, root), map: null };
    },
  };
}
