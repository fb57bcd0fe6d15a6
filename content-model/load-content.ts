import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import * as v from "valibot";
import { isNode, LineCounter, parseDocument } from "yaml";
import { type Content, schemaFor } from "./content-schemas.ts";
import { type CountForm, type Counts, countedFiles, countsOf, writtenCount } from "./counts.ts";
import type { PageFrontMatter } from "./schemas/page.schema.ts";
import type { Theme } from "./schemas/theme.schema.ts";

/** A content file that cannot be used: says file, line, what was found and what to write. */
export class ContentError extends Error {
  override name = "ContentError";
}

/**
 * Reads one YAML file of `content/` through its schema.
 *
 * @param file absolute path below `root`
 * @param root the project's root; errors name files relative to it
 * @throws ContentError naming every problem, one line each
 */
export function loadContentFile(file: string, root: string): unknown {
  const name = relative(root, file).split(sep).join("/");
  const source = readFileSync(file, "utf8");
  const content = parseContent(source, name);
  if (name === `content/${countedFiles.spotlight}`) checkSpotlight(content as string[], source, name, root);
  if (name === "content/theme.yaml") checkThemeFiles(content as Theme, source, root);
  return fillIn(content, name, root);
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
 * @returns the checked values, the lines that it took with its marks, and the text below
 * @throws ContentError naming every problem, one line each
 */
export function readFrontMatter(code: string, name: string, root: string) {
  const [block = "", yaml = ""] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(code) ?? [];
  const front = fillIn(parseContent(yaml, name, 2) as Omit<PageFrontMatter, "minutes">, name, root);
  return { front, lines: block.split("\n").length, text: code.slice(block.length) };
}

/**
 * Fills in what other files say: `{name}` and `{product}`, so that content/site.yaml alone names the brand, `{speak}` and `{read}` for its faces, and counts,
 * for example `{faculty}` or `{faculty in words}`. Other words in braces are left to who uses the text.
 */
export function fillIn<Value>(value: Value, name: string, root: string): Value;
export function fillIn(value: unknown, name: string, root: string): unknown {
  const { name: brand, product } = readUnfilled("site.yaml", root);
  let counts: Counts | undefined;
  const fillText = (text: string) =>
    text.replace(/\{(\w+)(?: in (words|Words))?\}/g, (found, key: string, form: CountForm) => {
      if (!form && key === "name") return brand;
      if (!form && key === "product") return product;
      if (!form && (key === "speak" || key === "read"))
        return readUnfilled("theme.yaml", root).faces[key].name;
      counts ??= readCounts(root);
      const count = Object.hasOwn(counts, key) ? counts[key as keyof Counts] : undefined;
      if (count !== undefined) return writtenCount(count, form);
      if (form === undefined) return found;
      throw new ContentError(
        `${name}: found ${found}; write one of ${Object.keys(counts).join(", ")} before ' in ${form}'`,
      );
    });
  const fill = (part: unknown): unknown => {
    if (typeof part === "string") return part.includes("{") ? fillText(part) : part;
    if (Array.isArray(part)) return part.map(fill);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, fill(item)]));
  };
  return fill(value);
}

/** What a file says before anything is filled in. */
function readUnfilled<Name extends keyof Content>(name: Name, root: string): Content[Name] {
  return parseContent(readFileSync(join(root, "content", name), "utf8"), `content/${name}`) as Content[Name];
}

function readCounts(root: string): Counts {
  const { faculty, presenters, team, spotlight, offers } = countedFiles;
  return countsOf({
    faculty: readUnfilled(faculty, root),
    presenters: readUnfilled(presenters, root),
    team: readUnfilled(team, root),
    spotlight: readUnfilled(spotlight, root),
    offers: readUnfilled(offers, root),
  });
}

function checkSpotlight(spotlight: string[], source: string, name: string, root: string): void {
  const faculty = new Set(readUnfilled(countedFiles.faculty, root).map((person) => person.name));
  const problems = spotlight
    .filter((person) => !faculty.has(person))
    .map((person) => {
      const line = source.split("\n").findIndex((text) => text.includes(person)) + 1;
      return `${name}:${line}: '${person}' is no faculty member; write a name as it stands in content/${countedFiles.faculty}`;
    });
  if (problems.length > 0) throw new ContentError(problems.join("\n"));
}

function checkThemeFiles({ faces, logo }: Theme, source: string, root: string): void {
  const files = [...faces.speak.files, ...faces.read.files, ...(logo ? [logo] : [])];
  const problems = files
    .filter((file) => !existsSync(join(root, "content", file)))
    .map((file) => {
      const line = source.split("\n").findIndex((text) => text.includes(file)) + 1;
      return `content/theme.yaml:${line}: there is no file content/${file}; put it there, or write the name of one that is`;
    });
  if (problems.length > 0) throw new ContentError(problems.join("\n"));
}

/**
 * @param name path relative to the project's root, with forward slashes; it selects the schema
 * @param firstLine where the YAML starts in its file: 2 for front matter, which follows a `---` line
 */
export function parseContent(source: string, name: string, firstLine = 1): unknown {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1;

  if (document.errors.length > 0) {
    throw new ContentError(
      document.errors
        .map((error) => `${name}:${lineAt(error.pos[0])}: this is not valid YAML: ${error.message}`)
        .join("\n"),
    );
  }
  const schema = schemaFor(name);
  if (!schema) {
    throw new ContentError(
      `${name}:1: no schema knows this file; see docs/content-guide.md for the files there are`,
    );
  }
  const result = v.safeParse(schema, document.toJS() ?? {});
  if (result.success) return result.output;

  throw new ContentError(
    result.issues
      .map((issue) => {
        const path = (issue.path ?? []).map((item) => item.key as string | number);
        const line = lineAt(offsetOf(document, path));
        const place = path.length > 0 ? `'${path.join(".")}'` : "the file";
        return `${name}:${line}: ${place}: found ${describe(issue.input)}; ${expectation(issue)}`;
      })
      .join("\n"),
  );
}

/** The offset of the value at `path`, or of its nearest ancestor that is in the file (for a missing key). */
function offsetOf(document: ReturnType<typeof parseDocument>, path: (string | number)[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** Our own messages are sentences for the staff; valibot's generic ones only name types, so they are replaced. */
function expectation(issue: v.BaseIssue<unknown>): string {
  return issue.message.startsWith("Invalid") ? `write ${issue.expected ?? "something else"}` : issue.message;
}
