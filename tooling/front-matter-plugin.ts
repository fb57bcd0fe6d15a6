import { relative, sep } from "node:path";
import type { Plugin } from "vite";
import { readFrontMatter } from "#content-model/load-content.ts";

/**
 * Vite plugin: checks the front matter of an MDX page and fills in the brand's names. The checked value is passed on as
 * JSON, which is YAML too, padded to the old number of lines so that later messages name the right ones.
 */
export function frontMatterPlugin(root: string): Plugin {
  return {
    name: "front-matter",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(".mdx")) return null;
      const name = relative(root, id).split(sep).join("/");
      const { front, lines, text } = readFrontMatter(code, name, root);
      const checked = { ...front, minutes: readingMinutes(text) };
      const padded = JSON.stringify(checked) + "\n".repeat(lines - 1);
      return { code: `---\n${padded}\n---${text}`, map: null };
    },
  };
}

/** Minutes that a text takes at 230 words each, the pace of quiet reading; tags do not count. */
function readingMinutes(text: string): number {
  const words = text.replace(/<[^>]*>/g, " ").match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / 230));
}
