import { wordsOf } from "./row-answers.ts";

/** Spreadsheets read the bytes as UTF-8 when these come first. */
export const byteOrderMark = "\uFEFF";

/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * A cell that a spreadsheet shows and does not run (OWASP, 'CSV injection'): it is quoted, and an apostrophe goes before
 * what would be taken for a formula, full-width signs among them. The same after a tab, line break or semicolon inside:
 * spreadsheets of many countries begin another cell there. Removing the apostrophes at these places gives the original
 * text.
 */
function csvCell(value: unknown): string {
  const safe = cellText(value)
    .replace(/(^|[;\t\r\n])(?=(?:['"]|[^\S\t\r\n])*[=+\-@＝＋－＠])/g, "$1'")
    .replace(/^(?='*[\t\r\n])/, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** A value as a cell has it, before formulas are made harmless. */
export function cellText(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return [value].flat().map(wordsOf).join("; ");
}
