import { createProcessor, type ProcessorOptions } from "@mdx-js/mdx";
import withSlugs from "rehype-slug";
import * as v from "valibot";
import type { ContentProblem } from "../content-error.ts";
import { unreadMarks } from "../messages/page-messages.ts";
import { blockNamed, onlyBlockIn } from "../page-blocks.ts";
import { noSuchBlock, plainElements } from "./block-names.ts";
import { pageMistake } from "./page-mistake.ts";

/** A link of a page, or another address that it names. */
export interface PageLink {
  line: number;
  to: string;
}

/** What the text of a page holds, and what is wrong with its marks and blocks. */
export interface CheckedPage {
  problems: ContentProblem[];
  links: PageLink[];
  /** Other sites that it leads to, by their names under `links` of content/site.yaml. */
  sites: { line: number; name: string }[];
  /** What it shows or counts, by the names that sentences use. */
  counted: { line: number; of: string; found: string }[];
  /** What a link may lead to within the page, without #; undefined when a mistake keeps the text from being read. */
  anchors: string[] | undefined;
  /** The text as JavaScript; undefined for the same reason. */
  code?: string;
}

/** What is read of the tree that the parser makes (hast, with the nodes of MDX). */
interface Node {
  type: string;
  /** Of a block. */
  name?: string | null;
  attributes?: { type: string; name?: string; value?: unknown }[];
  /** Of an element. */
  tagName?: string;
  properties?: { id?: unknown; href?: unknown; src?: unknown };
  /** Of text, and of an expression. */
  value?: string;
  children?: Node[];
  position?: { start: { line: number } };
}

/** Elements of HTML that hold words, and no block. */
const lineElements = ["p", "h1", "h2", "h3", "h4", "h5", "h6", "em", "strong", "a"];

/** What blocks show, by the names that sentences use. */
const peopleLists: Record<string, string> = {
  FacultyList: "faculty",
  PresenterList: "presenters",
  TeamGrid: "team",
};

/** Whose words lead somewhere. */
const linkElements = ["a", "Action", "SiteAction", "SiteLink"];

/**
 * Reads the text of a page as the build does.
 *
 * @param text the page without its front matter
 * @param file for the problems
 * @param linesBefore how many lines of the file come before the text
 * @param compilation how code is made of it: reading is most of the work, so it is done once for both
 */
export async function checkPage(
  text: string,
  file: string,
  linesBefore: number,
  compilation: ProcessorOptions = {},
): Promise<CheckedPage> {
  const source = "\n".repeat(linesBefore) + text;
  const page: Place["page"] = {
    problems: [],
    links: [],
    sites: [],
    counted: [],
    anchors: [],
    headings: new Set(),
  };
  const collect = () => (tree: Node) => visit(tree, [], { file, page });
  try {
    const rehypePlugins = [withSlugs, collect, ...(compilation.rehypePlugins ?? [])];
    const code = String(await createProcessor({ ...compilation, rehypePlugins }).process(source));
    return { ...page, code };
  } catch (error) {
    const { line, text, mended } = pageMistake(error, source);
    if (mended !== undefined) {
      const rest = await checkPage(mended, file, 0, compilation);
      return { ...rest, problems: [{ file, line, text }, ...rest.problems] };
    }
    return {
      ...page,
      problems: [...page.problems, { file, line, text, hidesMore: true }],
      anchors: undefined,
    };
  }
}

interface Place {
  file: string;
  page: CheckedPage & { anchors: string[]; headings: Set<string> };
}

/** @param around the names of the blocks and elements that the node stands in, the nearest last */
function visit(node: Node, around: readonly string[], place: Place): void {
  const line = node.position?.start.line ?? 1;
  const say = (text: string, at = line) => place.page.problems.push({ file: place.file, line: at, text });
  const parent = around.at(-1) ?? "";
  const only = onlyBlockIn(parent);
  if (only && only !== node.name && !isNothing(node)) {
    say(
      `<${parent}> holds nothing but <${only}>; write this between <${only}> and </${only}>, or below </${parent}>`,
    );
    return;
  }
  if (/^mdx(Flow|Text)Expression$/.test(node.type)) {
    // Remarks are written {/* … */}.
    if (node.value?.replace(/\/\*[\s\S]*?\*\//g, "").trim())
      say(
        `found {${node.value}}; braces are for programs; write <Name />, <Product /> or <Count of="faculty" />, or \\{ for a brace`,
      );
  } else if (node.type === "mdxjsEsm")
    say(
      "a line that begins with 'import' or 'export' is taken for a program; let it begin with another word",
    );
  else if (node.type === "element") {
    const { id, href, src } = node.properties ?? {};
    if (typeof id === "string") place.page.anchors.push(id);
    checkHeading(node, place.page.headings, say);
    const [label] = node.children ?? [];
    // What other kinds of Markdown make a footnote of, becomes a link here.
    const isFootnote = label?.type === "text" && label.value?.startsWith("^");
    if (typeof href === "string" && !isFootnote) place.page.links.push({ line, to: href });
    if (src !== undefined)
      say(
        `found the picture ${src}; the text of a page shows drawings: write <Figure name="…" caption="…" /> (docs/content-guide.md)`,
      );
  } else if (node.type === "text") {
    if (parent !== "code")
      for (const mark of unreadMarks(
        parent === "a" ? `[${node.value}]` : (node.value ?? ""),
        linkElements.includes(parent),
      ))
        say(mark.text, line + mark.linesBefore);
  } else if (node.name) {
    const given = checkBlock(node.name, node.attributes ?? [], around, say);
    checkHeld(node.name, node.children ?? [], say);
    const to = given.get("to");
    if (to !== undefined) place.page.links.push({ line, to });
    const site = /^Site(Action|Link)$/.test(node.name) ? given.get("name") : undefined;
    if (site !== undefined) place.page.sites.push({ line, name: site });
    const of = node.name === "Count" ? given.get("of") : peopleLists[node.name];
    if (of !== undefined) place.page.counted.push({ line, of, found: `<${node.name}>` });
  }
  const name = node.name ?? node.tagName;
  const inside = name ? [...around, name] : around;
  for (const child of node.children ?? []) visit(child, inside, place);
}

/** @param before the words of the headings with ## above it; it joins them */
function checkHeading(node: Node, before: Set<string>, say: (text: string) => void): void {
  const [, level] = /^h([1-6])$/.exec(node.tagName ?? "") ?? [];
  if (level === "1")
    say("found a heading with one #; the headline of a page stands in its line 'heading': write ## here");
  else if (level === "2") {
    const words = wordsOf(node).trim();
    if (before.has(words.toLowerCase()))
      say(`found the heading ${words} a second time; write other words, as links lead to the first alone`);
    before.add(words.toLowerCase());
  } else if (level === "3") {
    if (before.size === 0) say("found a heading with ### before any with ##; write ## here");
  } else if (level) say(`found a heading with ${level} #; write ## for a heading, ### for a smaller one`);
}

const wordsOf = ({ value, name, children = [] }: Node): string =>
  (value ?? (name ? `<${name}>` : "")) + children.map(wordsOf).join("");

/** Empty lines, and remarks. */
function isNothing({ type, value }: Node): boolean {
  return type === "text" ? value?.trim() === "" : /^mdx(Flow|Text)Expression$/.test(type);
}

/** Whether a block that is made of others has as many as it needs. */
function checkHeld(name: string, children: readonly Node[], say: (text: string) => void): void {
  const held = onlyBlockIn(name);
  // Told of itself.
  if (children.some((child) => child.name !== held && !isNothing(child))) return;
  const count = children.filter((child) => child.name === held).length;
  if (name === "Row" && count !== 2)
    say(`found ${count} <${held}> in a <Row>; write two, for the left and the right side`);
  else if (held && count === 0) say(`found no <${held}> in <${name}>; write one, or take <${name}> out`);
}

/** @returns what stands in its tag, by name */
function checkBlock(
  name: string,
  attributes: NonNullable<Node["attributes"]>,
  around: readonly string[],
  say: (text: string) => void,
): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const block = blockNamed(name);
  if (!block) {
    if (plainElements.includes(name) && attributes.length === 0) return given;
    say(noSuchBlock(name));
    return given;
  }
  const holder = around.findLast((one) => !blockNamed(one)?.isWords);
  if (!block.isWords && holder && lineElements.includes(holder))
    say(
      `found <${name}> within a line of words; write it on a line of its own, with an empty line before and after it`,
    );
  else if (block.inside && around.at(-1) !== block.inside)
    say(`found <${name}> alone; write it between <${block.inside}> and </${block.inside}>`);
  for (const { name: attribute, value } of attributes) {
    if (attribute !== undefined && typeof value === "string") given.set(attribute, value);
    else say(`<${name}>: found braces or no text in the tag; write ${attribute ?? "name"}="…"`);
  }
  for (const [attribute, value] of given) {
    if (Object.hasOwn(block.attributes, attribute)) continue;
    const known = Object.keys(block.attributes);
    say(
      `<${name} ${attribute}="${value}">: there is no ${attribute} of this block; ${known.length > 0 ? `it has ${known.join(", ")}` : "it has none"}`,
    );
  }
  for (const [attribute, schema] of Object.entries(block.attributes)) {
    const value = given.get(attribute);
    // Said above already.
    if (value === undefined && attributes.some((one) => one.name === attribute)) continue;
    const result = v.safeParse(schema as v.GenericSchema, value);
    if (result.success) continue;
    if (value === undefined) say(`<${name}>: ${attribute} is missing; write ${attribute}="…"`);
    else say(`<${name} ${attribute}="${value}">: ${result.issues[0].message}`);
  }
  return given;
}
