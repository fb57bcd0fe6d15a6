import { type Document, type LineCounter, visit } from "yaml";
import { shortened } from "./shortened.ts";

/**
 * Words of a text that YAML takes for a remark, as in `lead: Room #4 is open`. A remark of ours has a space after its #.
 *
 * @returns each with its line, from 1
 */
export function lostTexts(document: Document, lines: LineCounter): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  visit(document, {
    Scalar(_key, { type, value, comment, range }) {
      if (!comment || /^\s/.test(comment)) return;
      // A color, for example: nothing stands before its #. Between braces others may follow.
      if (value === null) {
        const words = shortened(comment.replace(/(?<=^[\da-f]{3,8})\W.*/is, ""));
        found.push({
          line: lines.linePos(range?.[0] ?? 0).line,
          text: `found #${words}, which is lost, as # begins a remark: write "#${words}" in quotation marks, or a space after # if it is a remark`,
        });
      }
      if (type !== "PLAIN" || typeof value !== "string") return;
      found.push({
        line: lines.linePos(range?.[0] ?? 0).line,
        text: `found ${shortened(`${value} #${comment}`)}; what follows # would be lost, as a remark: put the whole text into quotation marks, or a space after # if it is one`,
      });
    },
  });
  return found;
}
