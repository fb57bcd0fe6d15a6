/** Spreadsheets read the bytes as UTF-8 when these come first. */
export const byteOrderMark = "\uFEFF";

/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * A cell that a spreadsheet shows and does not run: an apostrophe goes before what it would take for a formula (OWASP,
 * 'CSV injection').
 */
function csvCell(value: unknown): string {
  const text = cellText(value);
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join("; ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
