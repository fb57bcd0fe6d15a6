import { join } from "node:path";
import type { Plugin } from "vite";
import { loadContentFile } from "#content-model/load-content.ts";

/** Vite plugin: a `.yaml` file of `content/` is a module whose default export is its checked value. */
export function contentPlugin(root: string): Plugin {
  const folder = join(root, "content");
  return {
    name: "content",
    enforce: "pre",
    load(id) {
      if (!id.endsWith(".yaml") || !id.startsWith(folder)) return null;
      this.addWatchFile(id);
      return moduleSource(loadContentFile(id, root));
    },
  };
}

/** JavaScript source of a module that exports `value`. */
export function moduleSource(value: unknown): string {
  return `export default ${JSON.stringify(value)};`;
}
