import { relative, sep } from "node:path";
import type { Plugin } from "vite";
import { readFrontMatter } from "#content-model/load-content.ts";

/**
 * Vite plugin: the front matter of an MDX page is its export `frontmatter`, with the time that reading takes. As many
 * lines as before come before the text, so that later messages name the right ones. The browser's part of a build gets no
 * text: built pages are not hydrated.
 */
export function frontMatterPlugin(root: string): Plugin {
  let isBuild: boolean;
  return {
    name: "front-matter",
    enforce: "pre",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    transform(code, id) {
      if (!id.endsWith(".mdx")) return null;
      if (isBuild && this.environment.name === "client") return { code: "", map: null };
      const { front, text, lines } = readFrontMatter(code, relative(root, id).split(sep).join("/"), root);
      const frontmatter = JSON.stringify({ ...front, minutes: readingMinutes(text) });
      return {
        code: `export const frontmatter = ${frontmatter};${"\n".repeat(lines - 1)}${text}`,
        map: null,
      };
    },
  };
}

/** Minutes that a text takes at 230 words each, the pace of quiet reading; tags do not count. */
function readingMinutes(text: string): number {
  const words = text.replace(/<[^>]*>/g, " ").match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / 230));
}
