import { compile, type ProcessorOptions } from "@mdx-js/mdx";
import withToc from "@stefanprobst/rehype-extract-toc";
import withTocExport from "@stefanprobst/rehype-extract-toc/mdx";
import withSlugs from "rehype-slug";
import { readFrontMatter } from "#content-model/load-content.ts";

const tableOfContents = [withToc, withContentsPlace, withTocExport];

/**
 * How the text of a page is compiled for a build: into the body of a function that takes React's runtime for JSX and returns
 * `default` (the text) and `tableOfContents`.
 */
export const pageCompilation: ProcessorOptions = {
  outputFormat: "function-body",
  rehypePlugins: tableOfContents,
};

/**
 * A page of `content/pages/` as a module that gives the same, and `frontmatter`. As many lines as before come before the text, so
 * that later messages name the right ones.
 *
 * @param name path of the page relative to `root`, with forward slashes
 * @throws ContentError, and what the compiler says of a mistake
 */
export async function compilePage(source: string, name: string, root: string): Promise<string> {
  const { frontmatter, line, text } = readPage(source, name, root);
  const value = "\n".repeat(line - 1) + text;
  const code = await compile({ value, path: name }, { rehypePlugins: [withSlugs, ...tableOfContents] });
  return `${withWholeRanges(String(code))}\nexport const frontmatter = ${JSON.stringify(frontmatter)};`;
}

/** What a page says of itself, with the time that reading takes; and its text. @throws ContentError */
export function readPage(source: string, name: string, root: string) {
  const { front, text, line } = readFrontMatter(source, name, root);
  const lead = withWholeRanges(front.lead);
  return { frontmatter: { ...front, lead, minutes: readingMinutes(text) }, text, line };
}

/** Words, or the code of a page, with a word joiner in ranges such as 6–12, that no line ends at their dash. */
export function withWholeRanges(text: string): string {
  return text.replace(/(?<=\d–)(?=\d)/g, "\u2060");
}

/** The pace of quiet reading; docs/specification.md, 'Article pages'. */
export const wordsPerMinute = 230;

/** Minutes that a text takes; tags do not count. */
function readingMinutes(text: string): number {
  const words = text.replace(/<[^>]*>/g, " ").match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / wordsPerMinute));
}

/** A node of a page's tree, as far as it is looked at here. */
interface PageNode {
  type: string;
  name?: string;
  value?: string;
  attributes?: object[];
  children?: PageNode[];
}

/**
 * Puts the contents list after the first words of a page, its `<Lead>` with the facts of an offer, or before the text of a page
 * without. Beside how many rows of the text it may stand is known here: beside the first words where a heading and its words
 * follow, which are as narrow, and beside those as well, where no note stands. On a page with neither first words nor notes it
 * goes along with the text.
 */
function withContentsPlace() {
  return ({ children = [] }: PageNode) => {
    const blocks = children.filter(({ type, value }) => type !== "text" || value?.trim());
    const afterLead = blocks[1]?.name === "Offer" ? 2 : 1;
    const place = blocks[0]?.name === "Lead" ? afterLead : 0;
    const [next, words, note] = blocks.slice(place);
    const isBeside = next?.type === "element" && words?.type === "element";
    const few = place < 2 && note?.name === "SideNote" ? "1" : "2";
    const rows = place === 0 && !blocks.some(({ name }) => name === "SideNote") ? "all" : few;
    const attributes = isBeside ? [{ type: "mdxJsxAttribute", name: "rows", value: rows }] : [];
    const contents = { type: "mdxJsxFlowElement", name: "Contents", attributes, children: [] };
    children.splice(next ? children.indexOf(next) : children.length, 0, contents);
  };
}
