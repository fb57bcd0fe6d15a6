/** Lines and blocks that the event platform adds to a description; CALENDAR.md says what they look like. */
const platformLine =
  /^(get up-to-date information at:|hosted by\b|(manage|view|join)( with| event| online| here)?:\s*https?:)/i;
const platformLink = /https:\/\/(?:luma\.com|lu\.ma)\/[\w/-]+(?:\?[^\s<>"]*)?/i;

/** The text itself, paragraphs kept: without host notices, address blocks and links to manage, view or join. */
export function cleanDescription(description: string): string {
  const blocks = description.replace(/\r\n?/g, "\n").split(/\n[ \t]*\n+/);
  return blocks
    .map((block) => {
      const lines = block.split("\n").map((line) => line.trimEnd());
      if (/^address:/i.test(lines[0] ?? "")) return "";
      if (/^details:$/i.test(lines[0] ?? "") && platformLink.test(lines[1] ?? "")) lines.splice(0, 2);
      return lines
        .filter((line) => !platformLine.test(line.trim()))
        .join("\n")
        .trim();
    })
    .filter((block) => block !== "")
    .join("\n\n");
}

/** The names that a 'Hosted by' notice tells, as one text; empty without a notice. */
export function hostNotice(description: string): string {
  return /^hosted by\s+(.+)$/im.exec(description)?.[1] ?? "";
}

/** The lines of an 'Address:' block as one text, or undefined. */
export function addressBlock(description: string): string | undefined {
  const block = /^address:[ \t]*\n?((?:.+(?:\n|$))+)/im.exec(description.replace(/\r\n?/g, "\n"))?.[1];
  return block?.trim().split("\n").join(", ");
}

/**
 * Where an event's link leads: the entry's own address, else the platform's page named in the description, else the
 * listing. A personal token (`pk`) never gets out.
 */
export function eventLink(url: string | undefined, description: string, listing: string): string {
  for (const candidate of [url, platformLink.exec(description)?.[0]]) {
    const link = candidate ? URL.parse(candidate) : null;
    if (!link || !/^https?:$/.test(link.protocol)) continue;
    link.searchParams.delete("pk");
    return link.href;
  }
  return listing;
}
