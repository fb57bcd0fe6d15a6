import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import * as v from "valibot";
import { type Document, isNode } from "yaml";
import { ContentError, lineOf } from "./content-error.ts";
import { type Content, schemaFor } from "./content-schemas.ts";
import { readSource, splitPage } from "./content-source.ts";
import {
  bothForms,
  bothFormsWanted,
  type CountForm,
  type Counts,
  countedFiles,
  countNames,
  countsOf,
  isCountName,
  writtenCount,
} from "./counts.ts";
import { openEmptyGroups } from "./empty-groups.ts";
import { lostTexts } from "./messages/lost-text.ts";
import { openQuote } from "./messages/open-quote.ts";
import { type ContentPath, schemaMessages } from "./messages/schema-messages.ts";
import { openQuoteMessage, yamlMessage } from "./messages/yaml-messages.ts";
import { isOfferFact, isOfferName, offerFact, offerFacts, offerSentence } from "./offers.ts";
import type { PageFrontMatter } from "./schemas/page.schema.ts";
import type { Theme } from "./schemas/theme.schema.ts";
import { faceNames, isFaceName } from "./theme/faces.ts";
import { yamlDocument } from "./yaml-document.ts";

/**
 * Reads one YAML file of `content/` through its schema.
 *
 * @param file absolute path below `root`
 * @param root the project's root; errors name files relative to it
 * @throws ContentError naming every problem, one line each
 */
export function loadContentFile(file: string, root: string): unknown {
  const name = relative(root, file).split(sep).join("/");
  const source = readSource(name, root);
  const content = parseContent(source, name);
  if (name === `content/${countedFiles.spotlight}`) checkSpotlight(content as string[], source, name, root);
  if (name === "content/theme.yaml") checkThemeFiles(content as Theme, source, root);
  return fillIn(content, name, root, source);
}

/**
 * One file, by its name in `content/`.
 *
 * @throws ContentError naming every problem, one line each
 */
export function loadContent<Name extends keyof Content>(name: Name, root: string): Content[Name] {
  return loadContentFile(join(root, "content", name), root) as Content[Name];
}

/**
 * Checks the front matter of an MDX page.
 *
 * @param name path of the page relative to `root`, with forward slashes
 * @returns the checked values, the text below, and the line on which that begins
 * @throws ContentError naming every problem, one line each
 */
export function readFrontMatter(source: string, name: string, root: string) {
  const { frontMatter, ...rest } = splitPage(source);
  if (frontMatter === undefined) {
    const text =
      "found no lines about the page; begin the file with ---, title: and so on (docs/content-guide.md), and end them with ---";
    throw new ContentError([{ file: name, line: 1, text }]);
  }
  const values = parseContent(frontMatter, name, 2) as Omit<PageFrontMatter, "minutes">;
  return { front: fillIn(values, name, root, source), ...rest };
}

/**
 * Fills in what other files say: `{name}` and `{product}`, so that content/site.yaml alone names the brand, `{speak}` and
 * `{read}` for its faces, counts, for example `{faculty}` or `{faculty in words}` or `{team, person or people}`, and facts of offers, for example
 * `{mastermind.fee}` or `{mastermind.fee as sentence}`. Other words in braces are left to who uses the text.
 *
 * @param source the file as it is written, for the line of a mistake
 */
export function fillIn<Value>(value: Value, name: string, root: string, source?: string): Value;
export function fillIn(value: unknown, name: string, root: string, source = ""): unknown {
  const { name: brand, product } = readUnfilled("site.yaml", root);
  let counts: Counts | undefined;
  const mistake = (found: string, remedy: string): never => {
    const text = `found ${found}; write ${remedy}`;
    throw new ContentError([{ file: name, line: lineOf(found, source), text }]);
  };
  const factOf = (found: string, key: string, fact: string, asSentence?: string) => {
    if (!isOfferName(key)) return found;
    const said = asSentence ? offerSentence : offerFact;
    if (isOfferFact(fact)) return fillText(said(readUnfilled("offers.yaml", root), key, fact));
    return mistake(found, `one of ${offerFacts.join(", ")} after the point`);
  };
  const fillText = (text: string): string =>
    text
      .replace(/\{(\w+)\.(\w+)( as sentence)?\}/g, factOf)
      .replace(countPattern, (found, key: string, form: CountForm, noun?: string) => {
        if (!form && key === "name") return brand;
        if (!form && key === "product") return product;
        if (!form && isFaceName(key)) return readUnfilled("theme.yaml", root).faces[key].name;
        if (!isCountName(key))
          return form ? mistake(found, `one of ${countNames.join(", ")} before ' in ${form}'`) : found;
        // Only now: a mistake in a counted file would stop every file that has braces.
        counts ??= readCounts(root);
        if (noun !== undefined && !bothForms.test(noun))
          return mistake(found, `{${key} in words, person or people}: ${bothFormsWanted}`);
        return writtenCount(counts[key], form, noun);
      });
  const fill = (part: unknown): unknown => {
    if (typeof part === "string") return part.includes("{") ? fillText(part) : part;
    if (Array.isArray(part)) return part.map(fill);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, fill(item)]));
  };
  return fill(value);
}

/** `{team}`, `{team in words}`, `{team in words, person or people}`. */
const countPattern = /\{(\w+)(?: in (words|Words))?(?:, ?([^{}]*))?\}/g;

/** What files said last: several texts are filled in from the same files, which need not go through their schemas again. */
const parsed = new Map<string, { source: string; content: unknown }>();

/**
 * What a file says before anything is filled in, so that it does not need the files that texts are filled in from.
 *
 * @throws ContentError naming every problem, one line each
 */
export function readUnfilled<Name extends keyof Content>(name: Name, root: string): Content[Name] {
  const source = readSource(`content/${name}`, root);
  const known = parsed.get(name);
  const content = known?.source === source ? known.content : parseContent(source, `content/${name}`);
  parsed.set(name, { source, content });
  return content as Content[Name];
}

/** @throws ContentError when a counted file has a mistake */
export function readCounts(root: string): Counts {
  const { faculty, presenters, team, spotlight, offers } = countedFiles;
  return countsOf({
    faculty: readUnfilled(faculty, root),
    presenters: readUnfilled(presenters, root),
    team: readUnfilled(team, root),
    spotlight: readUnfilled(spotlight, root),
    offers: readUnfilled(offers, root),
  });
}

function checkSpotlight(spotlight: string[], source: string, file: string, root: string): void {
  const faculty = new Set(readUnfilled(countedFiles.faculty, root).map((person) => person.name));
  const problems = spotlight
    .filter((person) => !faculty.has(person))
    .map((person) => {
      const remedy = faculty.size === 0 ? "nobody is in" : "write a name as it stands in";
      const ending = faculty.size === 0 ? ": write [] in the place of the names" : "";
      const text = `'${person}' is no faculty member; ${remedy} content/${countedFiles.faculty}${ending}`;
      return { file, line: lineOf(person, source), text };
    });
  if (problems.length > 0) throw new ContentError(problems);
}

function checkThemeFiles({ faces, logo }: Theme, source: string, root: string): void {
  const files = [...faceNames.flatMap((name) => faces[name].files), ...(logo ? [logo] : [])];
  const problems = files
    .filter((file) => !existsSync(join(root, "content", file)))
    .map((file) => {
      const text = `there is no file content/${file}; put it there, or write the name of one that is`;
      return { file: "content/theme.yaml", line: lineOf(file, source), text };
    });
  if (problems.length > 0) throw new ContentError(problems);
}

/**
 * @param name path relative to the project's root, with forward slashes; it selects the schema
 * @param firstLine where the YAML starts in its file: 2 for front matter, which follows a `---` line
 */
export function parseContent(source: string, name: string, firstLine = 1): unknown {
  const { document, lines } = yamlDocument(source);
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1;

  const unread = lostTexts(document, lines);
  // The first one only: the others follow from it.
  const [mistake] = document.errors;
  if (mistake) {
    const open = openQuote(source);
    const { line } = lines.linePos(open ?? mistake.pos[0]);
    const shown = source.split("\n")[line - 1] ?? "";
    const text = open === undefined ? yamlMessage(mistake, shown, document) : openQuoteMessage(shown);
    if (!unread.some((lost) => lost.line === line)) unread.push({ line, text });
  }
  if (unread.length > 0)
    throw new ContentError(
      unread.map(({ line, text }) => ({ file: name, line: line + firstLine - 1, text, hidesMore: true })),
    );
  const schema = schemaFor(name);
  if (!schema)
    throw new ContentError([
      {
        file: name,
        line: 1,
        text: "nothing reads a file of this name; see docs/content-guide.md for the files there are",
      },
    ]);
  const values = valuesOf(document, source, name, firstLine);
  // Of an empty file with lines of its own each is told that is missing.
  const content = values ?? (v.safeParse(schema, null).issues?.[0].expected === "Array" ? null : {});
  // Of each value what it breaks first.
  const check = () => v.safeParse(schema, content, { abortPipeEarly: true });
  let result = check();
  while (result.issues && openEmptyGroups(result.issues, content)) result = check();
  if (result.success) return result.output;
  throw new ContentError(
    schemaMessages(result.issues, content, schema).map(({ path, text }) => ({
      file: name,
      line: lineAt(offsetOf(document, path)),
      text,
      // Of a file with mistakes no values are compared with each other, nor with other files.
      hidesMore: true,
    })),
  );
}

function valuesOf(document: Document, source: string, file: string, firstLine: number): unknown {
  try {
    return document.toJS();
  } catch (error) {
    // A text that begins with * refers to one that begins with &.
    const found = /: (\S+)$/.exec(String(error))?.[1] ?? "";
    const line = lineOf(`*${found}`, source) + firstLine - 1;
    const text = `found *${found}; put a text that begins with * into quotation marks`;
    throw new ContentError([{ file, line, text, hidesMore: true }]);
  }
}

/** The offset of the value at `path`, or of its nearest ancestor that is in the file (for a missing key). */
function offsetOf(document: Document, path: ContentPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
