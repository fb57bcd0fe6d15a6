import { relative, sep } from "node:path";
import type { Plugin } from "vite";
import { parseContent, withBrand } from "#content-model/load-content.ts";
import type { PageFrontMatter } from "#content-model/schemas/page.schema.ts";

/**
 * Vite plugin: the front matter of an MDX page is its export `frontmatter`, with the time that reading takes. As many
 * lines as before come before the text, so that later messages name the right ones.
 */
export function frontMatterPlugin(root: string): Plugin {
  return {
    name: "front-matter",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(".mdx")) return null;
      const { front, text, lines } = readFrontMatter(code, relative(root, id).split(sep).join("/"), root);
      const frontmatter = JSON.stringify({ ...front, minutes: readingMinutes(text) });
      return {
        code: `export const frontmatter = ${frontmatter};${"\n".repeat(lines - 1)}${text}`,
        map: null,
      };
    },
  };
}

/**
 * The checked front matter of a page with the brand's names, and the text below it.
 *
 * @param name the page's file, for messages
 */
export function readFrontMatter(page: string, name: string, root: string) {
  const [block = "", yaml = ""] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(page) ?? [];
  return {
    front: withBrand(parseContent(yaml, name, 2) as PageFrontMatter, root),
    text: page.slice(block.length),
    lines: block.split("\n").length,
  };
}

/** Minutes that a text takes at 230 words each, the pace of quiet reading; tags do not count. */
function readingMinutes(text: string): number {
  const words = text.replace(/<[^>]*>/g, " ").match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / 230));
}
