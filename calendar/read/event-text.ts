import { publicLink } from "./private-text.ts";

/** Lines and blocks that the event platform adds to a description; docs/specification.md, 'What feeds look like'. */
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

/** The names in a 'Hosted by' notice, as one text; empty without a notice. */
export function hostNotice(description: string): string {
  return /^hosted by\s+(.+)$/im.exec(description)?.[1] ?? "";
}

/** The lines of an 'Address:' block as one text, or undefined. */
export function addressBlock(description: string): string | undefined {
  const block = /^address:[ \t]*\n?((?:.+(?:\n|$))+)/im.exec(description.replace(/\r\n?/g, "\n"))?.[1];
  return block?.trim().split("\n").join(", ") || undefined;
}

/**
 * Where an event's link leads: the entry's own address, else the platform's page named in the description, else the
 * listing. It never holds a personal token (`pk`) or a link to join or manage.
 */
export function eventLink(url: string | undefined, description: string, listing: string): string {
  return publicLink(url) ?? publicLink(platformLink.exec(description)?.[0]) ?? listing;
}

/** The text cut between words to at most so many characters. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length - 1);
  const end = Math.max(start.lastIndexOf(" "), start.lastIndexOf("\n"));
  // A single long word is cut anywhere, but never within a surrogate pair.
  const words = end > 0 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/, "");
  return `${words.trimEnd()}…`;
}
