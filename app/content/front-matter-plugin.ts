import { relative, sep } from "node:path";
import type { Plugin } from "vite";
import { parseContent, withBrand } from "./load-content.ts";

/**
 * Vite plugin: checks the front matter of an MDX page and fills in the brand's names. The checked value goes on as
 * JSON, which is YAML too, padded to the old number of lines so that later messages name the right ones.
 */
export function frontMatterPlugin(root: string): Plugin {
  return {
    name: "front-matter",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(".mdx")) return null;
      const name = relative(root, id).split(sep).join("/");
      const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(code);
      const checked = withBrand(parseContent(block?.[1] ?? "", name, 2), root);
      const lines = block?.[1]?.split("\n").length ?? 0;
      const padded = JSON.stringify(checked) + "\n".repeat(Math.max(lines - 1, 0));
      return { code: `---\n${padded}\n---${code.slice(block?.[0].length ?? 0)}`, map: null };
    },
  };
}
