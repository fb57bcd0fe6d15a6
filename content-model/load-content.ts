import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import * as v from "valibot";
import { isNode, LineCounter, parseDocument } from "yaml";
import { type Content, schemaFor } from "./content-schemas.ts";
import type { PageFrontMatter } from "./schemas/page.schema.ts";
import type { Site } from "./schemas/site.schema.ts";

const siteFile = "content/site.yaml";

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
  return withBrand(parseContent(readFileSync(file, "utf8"), relative(root, file).split(sep).join("/")), root);
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
  const front = withBrand(parseContent(yaml, name, 2) as Omit<PageFrontMatter, "minutes">, root);
  return { front, lines: block.split("\n").length, text: code.slice(block.length) };
}

/** Fills `{name}` and `{product}` in every text, so that content/site.yaml alone names the brand. */
export function withBrand<Value>(value: Value, root: string): Value;
export function withBrand(value: unknown, root: string): unknown {
  const site = parseContent(readFileSync(join(root, siteFile), "utf8"), siteFile) as Site;
  const fill = (part: unknown): unknown => {
    if (typeof part === "string")
      return part.replaceAll("{name}", site.name).replaceAll("{product}", site.product);
    if (Array.isArray(part)) return part.map(fill);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, fill(item)]));
  };
  return fill(value);
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
