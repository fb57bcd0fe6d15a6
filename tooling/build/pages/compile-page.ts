import { compile } from "@mdx-js/mdx";
import withToc from "@stefanprobst/rehype-extract-toc";
import withTocExport from "@stefanprobst/rehype-extract-toc/mdx";
import withSlugs from "rehype-slug";
import { readFrontMatter } from "#content-model/load-content.ts";

/**
 * A page of `content/pages/` as JavaScript that gives `default` (its text), `frontmatter`, with the time that reading takes, and
 * `tableOfContents`. As many lines as before come before the text, so that later messages name the right ones.
 *
 * @param name path of the page relative to `root`, with forward slashes
 * @param form a module, or the body of a function that takes React's runtime for JSX and returns these
 * @throws ContentError, and what the compiler says of a mistake
 */
export async function compilePage(
  source: string,
  name: string,
  root: string,
  form: "program" | "function-body",
): Promise<string> {
  const { front, text, lines } = readFrontMatter(source, name, root);
  const frontmatter = JSON.stringify({ ...front, minutes: readingMinutes(text) });
  const value = `export const frontmatter = ${frontmatter};${"\n".repeat(lines - 1)}${withWholeRanges(text)}`;
  const rehypePlugins = [withSlugs, withToc, withTocExport];
  return String(await compile({ value, path: name }, { outputFormat: form, rehypePlugins }));
}

/** With a word joiner in ranges such as 6–12, that no line ends at their dash. */
function withWholeRanges(text: string): string {
  return text.replace(/(?<=\d–)(?=\d)/g, "\u2060");
}

/** Minutes that a text takes at 230 words each, the pace of quiet reading; tags do not count. */
function readingMinutes(text: string): number {
  const words = text.replace(/<[^>]*>/g, " ").match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / 230));
}
