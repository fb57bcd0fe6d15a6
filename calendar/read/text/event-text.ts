import { afterLink } from "./link-parameters.ts";
import { publicLink } from "./private-link.ts";

/** Pages of the platforms whose feeds are known. */
const platformPages = [
  /https?:\/\/(?:www\.)?(?:luma\.com|lu\.ma)\/[\w/-]+(?:\?[^\s<>"]*)?/gi,
  /https?:\/\/(?:www\.)?eventbrite\.[a-z.]{2,6}\/(?:e|events?)\/[^\s<>"]+/gi,
  /https?:\/\/(?:www\.)?meetup\.com\/[^\s<>"/]+\/events\/[^\s<>"]+/gi,
  /https?:\/\/[\w.-]+\/events\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/gi,
  /https?:\/\/[\w.-]*\bzoom\.us\/(?:meeting|webinar)\/register\/[\w-]+/gi,
];

const hostedBy = /\b(?:hosted|presented|organi[sz]ed) by:?\s+/i;

/** What stands after 'hosted by', 'presented by' or 'organized by' in the same sentence, and all hash tags, as one text. */
export function hostNotice(description: string): string {
  const said = description.split(/\n|(?<=[.!?])\s/).flatMap((sentence) =>
    sentence
      .split(hostedBy)
      .slice(1)
      .map((text) => text.slice(0, 300)),
  );
  return [...said, ...(description.match(/(?<![\p{L}\d&])#[\p{L}\d_-]{2,60}/gu) ?? [])].join("\n");
}

/**
 * Where an event's link leads: the entry's own address, else the platform's page named in its texts, else the
 * listing. It never holds a personal token (`pk`) or a link to join or manage.
 *
 * @param platforms further addresses whose pages are events
 */
export function eventLink(
  url: string | undefined,
  text: string,
  listing: string,
  platforms: readonly string[] = [],
): string {
  const own = publicLink(url);
  if (own) return own;
  const known = (text.match(/https?:\/\/[^\s<>"]+/gi) ?? []).filter((link) =>
    [listing, ...platforms].some((page) => link.startsWith(`${page.replace(/\/$/, "")}/`)),
  );
  const found = [...known, ...platformPages.flatMap((page) => text.match(page) ?? [])];
  const [link] = found.flatMap((one) => publicLink(one.replace(afterLink, "")) ?? []);
  return link?.replace(/^http:/, "https:") ?? listing;
}

/** The text cut between words to at most so many characters. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length - 1);
  const end = Math.max(start.lastIndexOf(" "), start.lastIndexOf("\n"));
  // A single long word is cut anywhere, but never within a surrogate pair.
  const words = end > 0 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/, "");
  return `${words.replace(/[\s.…:;,–—-]+$/, "")}…`;
}
