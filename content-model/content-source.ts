import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ContentError, type ContentProblem, lineOf } from "./content-error.ts";
import { schemaFor } from "./content-schemas.ts";

/**
 * The text of a page or YAML file, without a byte order mark.
 *
 * @param file path relative to `root`, with forward slashes
 * @throws ContentError when it is not there, not in UTF-8, or has signs that nobody sees
 */
export function readSource(file: string, root: string): string {
  if (file.endsWith(".yml") && schemaFor(yamlName(file))) throw renameOf(file);
  const bytes = bytesOf(file, root);
  const source = textOf(bytes, file);
  const problems = source.split("\n").flatMap((line, place) => {
    const shown = line.replace(
      unseen,
      (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
    );
    if (shown === line) return [];
    const [found] = /[^ ]{0,30}\[U\+[^ ]{0,30}/.exec(shown) ?? [];
    const text = `found ${found}; [U+…] looks like a space or like nothing; delete it, and type a space if one belongs there`;
    return [{ file, line: place + 1, text, hidesMore: true }];
  });
  if (problems.length > 0) throw new ContentError(problems);
  return source;
}

/**
 * Signs that come with copied words and that no editor shows: spaces of other kinds before the words of a line, where they are taken for
 * a letter; anywhere signs without width, and those that turn the direction of writing. What joins or parts the letters of a word is meant.
 */
const unseen = /[\u00A0\u2000-\u200A\u202F\u3000](?<=^[\s#-]*(?:[\w-]+:\s*)?.)|[\u200B\u2028-\u202E\uFEFF]/g;

function textOf(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const line = lineOf("\uFFFD", bytes.toString("utf8"));
    const text =
      "found a letter that is not in UTF-8; choose UTF-8 as the encoding in your editor, and save the file anew";
    throw new ContentError([{ file, line, text, hidesMore: true }]);
  }
}

/**
 * A page in its two parts: what stands between the marks `---` at its beginning, and the text below.
 *
 * @returns without marks no front matter; `line` is that on which the text begins, right behind the second mark
 */
export function splitPage(source: string): { frontMatter?: string; line: number; text: string } {
  // A byte order mark, which Vite leaves there.
  const code = source.replace(/^\uFEFF/, "");
  const [block, frontMatter] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(code) ?? [];
  if (block === undefined || frontMatter === undefined) return { line: 1, text: code };
  return { frontMatter, line: block.split("\n").length, text: code.slice(block.length) };
}

export function missingFile(file: string): ContentProblem {
  return { file, line: 1, text: "the file is missing; put it back, with this name", hidesMore: true };
}

function bytesOf(file: string, root: string): Buffer {
  try {
    return readFileSync(join(root, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const other = file.replace(/\.yaml$/, ".yml");
    if (existsSync(join(root, other))) throw renameOf(other);
    throw new ContentError([missingFile(file)]);
  }
}

const yamlName = (file: string) => file.replace(/\.yml$/, ".yaml");

function renameOf(file: string): ContentError {
  const text = `rename this file to ${basename(yamlName(file))}; nothing reads one that ends in .yml`;
  return new ContentError([{ file, line: 1, text, hidesMore: true }]);
}
