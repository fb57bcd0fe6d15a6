import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ContentError, lineOf } from "./content-error.ts";

/**
 * The text of a page or YAML file, without a byte order mark.
 *
 * @param file path relative to `root`, with forward slashes
 * @throws ContentError when it is not there, or not in UTF-8
 */
export function readSource(file: string, root: string): string {
  const bytes = bytesOf(file, root);
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

function bytesOf(file: string, root: string): Buffer {
  try {
    return readFileSync(join(root, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const text = "the file is missing; put it back, with this name";
    throw new ContentError([{ file, line: 1, text, hidesMore: true }]);
  }
}
