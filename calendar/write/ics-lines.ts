/** The longest line of a calendar, in octets without its end (RFC 5545, section 3.1). */
const longest = 75;

/** Breaks a line into several, never within a letter. */
export function foldLine(line: string): string {
  if (line.length * 3 <= longest) return line;
  let folded = "";
  let octets = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > longest) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += letter;
    octets += size;
  }
  return folded;
}

/** ical.js folds at 76 octets: it forgets the space before each line that goes on. */
export function foldAgain(text: string): string {
  return text.replaceAll("\r\n ", "").split("\r\n").map(foldLine).join("\r\n");
}

/** A value of the type TEXT (RFC 5545, section 3.3.11); control characters have no place in one. */
export function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replace(/\p{Cc}/gu, "");
}
