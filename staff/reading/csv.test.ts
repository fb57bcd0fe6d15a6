// docs/specification.md, 'Export files'

import fc from "fast-check";
import { expect, it } from "vitest";
import { csvLine } from "./csv.ts";

it.each([
  ["plain", '"plain"\r\n'],
  ['say "hi", you', '"say ""hi"", you"\r\n'],
  ["two\r\nlines", '"two\r\nlines"\r\n'],
  ["=1+1", '"\'=1+1"\r\n'],
  ["+49 30 1234", '"\'+49 30 1234"\r\n'],
  ["-1", '"\'-1"\r\n'],
  ["@SUM(A1)", '"\'@SUM(A1)"\r\n'],
  ["＝1+1", '"\'＝1+1"\r\n'],
  ["＋1", '"\'＋1"\r\n'],
  ["－1", '"\'－1"\r\n'],
  ["＠SUM(A1)", '"\'＠SUM(A1)"\r\n'],
  ["\tx", '"\'\tx"\r\n'],
  ["\rx", '"\'\rx"\r\n'],
  // A spreadsheet that takes other separators begins a cell there.
  ["x;=1+1", '"x;\'=1+1"\r\n'],
  ['x;"=1+1;', '"x;\'""=1+1;"\r\n'],
  ["x\t@SUM(A1)", '"x\t\'@SUM(A1)"\r\n'],
  ["x\n =1+1", '"x\n\' =1+1"\r\n'],
  [" padded ", '" padded "\r\n'],
  [["Signal", "Slack"], '"Signal; Slack"\r\n'],
  [true, '"yes"\r\n'],
  [false, '"no"\r\n'],
  [null, '""\r\n'],
  [undefined, '""\r\n'],
  // Bytes, of tables that were taken over.
  [Buffer.from("Zoë"), '"Zoë"\r\n'],
  [Buffer.of(0xff), '"\\xff"\r\n'],
])("writes %j as %j", (value, line) => {
  expect(csvLine([value])).toBe(line);
});

it("keeps every text whole: without quotes and apostrophes of ours it is what was typed", () => {
  const letters = fc.constantFrom(..."=+-@＝＋－＠';,\"\t\r\n x", "é", "\u00a0", "\u2028");
  fc.assert(
    fc.property(fc.array(fc.string({ unit: letters }), { minLength: 1 }), (cells) => {
      expect(readLine(csvLine(cells))).toEqual(cells);
    }),
    { numRuns: 2_000 },
  );
});

it("begins no cell with a formula, whatever a spreadsheet takes for a separator", () => {
  const letters = fc.constantFrom(..."=+-@＝＋－＠';\"\t\r\n x");
  fc.assert(
    fc.property(fc.string({ unit: letters }), (text) => {
      for (const cell of csvLine([text]).split(/[;\t\r\n]/))
        expect(cell).not.toMatch(/^[" ]*[=+\-@＝＋－＠]/);
    }),
    { numRuns: 2_000 },
  );
});

/** Reads one line as RFC 4180 has it, and takes the apostrophes out that csv.ts has put in. */
function readLine(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(([, cell = ""]) =>
    cell
      .replaceAll('""', '"')
      .replace(/^'(?='*[\t\r\n])/, "")
      .replace(/(^|[;\t\r\n])'(?=(?:['"]|[^\S\t\r\n])*[=+\-@＝＋－＠])/g, "$1"),
  );
}
