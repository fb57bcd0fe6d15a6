import { Lexer } from "yaml";

/** Lines that a text between quotation marks has taken in, though they begin as lines of a file do. */
const swallowed = /\n *(?:- |[\w-]+:(?: |\r?\n)|\{ |\} *,?\r?\n)/;

/**
 * Where a text begins whose quotation mark is not closed, as an offset: it takes in the lines below, up to the next mark, and the
 * parser stumbles over what stands behind that one. Undefined when each text looks whole.
 */
export function openQuote(source: string): number | undefined {
  let offset = 0;
  let before = "";
  for (const part of new Lexer().lex(source)) {
    const isQuoted = /^["']/.test(part) && before !== scalarMark;
    const isClosed = part.length > 1 && part.endsWith(part.charAt(0));
    if (isQuoted && (!isClosed || swallowed.test(part))) return offset;
    before = part;
    if (!marks.includes(part)) offset += part.length;
  }
  return undefined;
}

/** Before a text without quotation marks the lexer says this. */
const scalarMark = "\u001f";
/** What it says beside the source: the beginning of a document, the end of a group, a text. */
const marks = ["\u0002", "\u0018", scalarMark];
