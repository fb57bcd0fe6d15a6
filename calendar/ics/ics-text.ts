/**
 * The text of a calendar from its bytes. Lines may be folded inside a letter of several bytes (RFC 5545, section 3.1),
 * so they are joined before they are decoded.
 *
 * @param charset what the server says, used when the bytes are not UTF-8, the only encoding that calendars should have
 */
export function decodeCalendar(bytes: Uint8Array, charset?: string): string {
  const raw = fromWide(bytes).toString("latin1");
  // Lines of old computers end with a carriage return alone, or behind the line feed, and with two of them where Windows has written one more.
  const turned = raw.includes("\n\r") ? raw.replace(/\n\r(?!\n)/g, "\r\n") : raw;
  const lines = raw.includes("\n")
    ? turned.replace(/(?<!\r)\r{2,}\n/g, "\r\n")
    : raw.replaceAll("\r", "\r\n");
  // Old programs left empty lines before a continued one; a run of them is looked at once. Blanks that end a line are nobody's words.
  const unfolded = lines.replace(/(?<!\n\r?)(?:\r?\n)+[ \t]/g, "").replace(/(?<![ \t])[ \t]+(?=\r?$)/gm, "");
  return decodeBytes(Buffer.from(unfolded, "latin1"), charset);
}

/** UTF-8 in the place of UTF-16, Windows' Unicode, in which a calendar's B, or the mark before it, has two bytes. */
function fromWide({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const start = bytes.toString("hex", 0, 2);
  const isSwapped = start === "feff" || start === "0042";
  if (!isSwapped && start !== "fffe" && start !== "4200") return bytes;
  return Buffer.from(new TextDecoder(isSwapped ? "utf-16be" : "utf-16le").decode(bytes));
}

/** @param charset see `decodeCalendar` */
export function decodeBytes(bytes: Uint8Array, charset?: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decoderFor(charset).decode(bytes);
  }
}

function decoderFor(charset = "windows-1252"): TextDecoder {
  try {
    return new TextDecoder(/^utf-?8$/i.test(charset) ? "windows-1252" : charset);
  } catch {
    return new TextDecoder("windows-1252");
  }
}

/**
 * An error page with status 200, or a calendar that breaks off, is a failure and not an empty calendar. Remarks that caches write
 * after a whole one are left out.
 *
 * @throws when the text is no whole calendar
 */
export function requireCalendar(text: string): string {
  if (!/^\s*BEGIN:VCALENDAR\b/i.test(text)) throw new Error("the feed's answer is no calendar");
  let end = 0;
  for (const { index } of text.matchAll(/END:VCALENDAR/gi)) end = index + "END:VCALENDAR".length;
  if (end === 0 || /BEGIN:/i.test(text.slice(end))) throw new Error("the feed's answer breaks off");
  return text.slice(0, end);
}

/**
 * A calendar without what cannot be seen and has no place in one (RFC 5545, section 3.1): control characters, and those that turn
 * the direction of what follows and so make a name or an address read as another (Unicode Technical Report 36, section 2).
 */
export function withoutControls(text: string): string {
  return text.replace(/(?![\t\r\n])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu, "");
}

/** The parts of a calendar of one kind, for example every VEVENT, as they are; one that is not ended goes as far as the next of its kind. */
export function blocksOf(text: string, kind: "VEVENT" | "VTIMEZONE"): string[] {
  const blocks: string[] = [];
  let open: string[] | undefined;
  // Line by line: a pattern over the whole text would need quadratic time for a damaged one.
  for (const line of text.split(/\r?\n/)) {
    const word = line.trim().toUpperCase();
    if (word === `BEGIN:${kind}`) {
      if (open && open.length > 1) blocks.push(open.join("\r\n"));
      open = [];
    }
    if (word !== "") open?.push(line);
    if (word === `END:${kind}` && open) {
      blocks.push(open.join("\r\n"));
      open = undefined;
    }
  }
  if (open && open.length > 1) blocks.push(open.join("\r\n"));
  return blocks;
}
