/** The longest line of a calendar, in octets without its end (RFC 5545, section 3.1). */
const longest = 75;

/** Folds a line, never within a character. */
export function foldLine(line: string): string {
  if (line.length * 3 <= longest) return line;
  let folded = "";
  let begin = 0;
  let octets = 0;
  for (let place = 0; place < line.length; ) {
    const letter = line.codePointAt(place) ?? 0;
    const size = letter < 0x80 ? 1 : letter < 0x8_00 ? 2 : letter < 0x1_00_00 ? 3 : 4;
    if (octets + size > longest) {
      folded += `${line.slice(begin, place)}\r\n `;
      begin = place;
      octets = 1;
    }
    octets += size;
    place += size === 4 ? 2 : 1;
  }
  return folded + line.slice(begin);
}

/** Folds again at 75 octets: ical.js folds at 76, as it does not count the space that begins a continued line. */
export function foldAgain(text: string): string {
  return text.replaceAll("\r\n ", "").split("\r\n").map(foldLine).join("\r\n");
}

/** The zones (TZID) in which lines have their times; lines that are not folded. */
export function zonesIn(lines: string): string[] {
  const named = lines.matchAll(/^[A-Z-]+;TZID=(?:"([^"]*)"|([^:;]*))/gm);
  return [...named].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

/** What `escapeText` was given. */
export function unescapeText(text: string): string {
  return text.replace(/\\([\\;,n])/gi, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign));
}

/** A value of the type TEXT (RFC 5545, section 3.3.11); control characters are not allowed and are removed. */
export function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replace(/\p{Cc}/gu, "");
}
