import { isSentence } from "./invitation.ts";
import { afterLink } from "./link-parameters.ts";
import { publicLink } from "./private-link.ts";

/** Pages of the platforms whose feeds are known. */
const platformPages = [
  /https?:\/\/(?:www\.)?(?:luma\.com|lu\.ma)\/[\w/-]+(?:\?[^\s<>"]*)?/gi,
  /https?:\/\/(?:www\.)?eventbrite\.[a-z.]{2,6}\/(?:e|events?)\/[^\s<>"]+/gi,
  /https?:\/\/(?:www\.)?meetup\.com\/[^\s<>"/]+\/events\/[^\s<>"]+/gi,
  /https?:\/\/[\w.-]+\/events\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/gi,
];

const venueLabel = /^(?:address|venue|location|where|place)[ \t]*:[ \t]*(.{0,300})$/i;

/** Without a venue: the value beside its label, or the lines below it. */
export function withoutVenue(lines: string[]): string[] {
  const kept: string[] = [];
  let isVenue = false;
  for (const line of lines) {
    const value = venueLabel.exec(line)?.[1];
    if (value === undefined) isVenue &&= !isSentence(line);
    else isVenue = value === "" || isVenueText(value);
    if (!isVenue) kept.push(line);
    // A venue beside its label is one line.
    if (value) isVenue = false;
  }
  return kept;
}

/** A number, several parts or names: no sentence. */
function isVenueText(value: string): boolean {
  return !isSentence(value) && (/[\d,]/.test(value) || /^(?:\p{Lu}[\p{L}'’.-]*(?:\s+|$)){1,8}$/u.test(value));
}

/** The lines of an `Address:` block, or of another venue, as one text; undefined without one. */
export function addressBlock(description: string): string | undefined {
  for (const block of description.replace(/\r\n?/g, "\n").split(/\n[ \t]*\n+/)) {
    const lines = block.split("\n").map((line) => line.trim());
    const index = lines.findIndex((line) => venueLabel.test(line));
    const value = venueLabel.exec(lines[index] ?? "")?.[1];
    if (value && isVenueText(value)) return value;
    if (value !== "") continue;
    const below = lines.slice(index + 1);
    const end = below.findIndex(isSentence);
    const venue = (end < 0 ? below : below.slice(0, end)).filter((line) => line !== "").join(", ");
    if (venue !== "") return venue.slice(0, 500);
  }
  return undefined;
}

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
 * Where an event's link leads: the entry's own address, else the platform's page named in the description, else the
 * listing. It never holds a personal token (`pk`) or a link to join or manage.
 *
 * @param platforms further addresses whose pages are events
 */
export function eventLink(
  url: string | undefined,
  description: string,
  listing: string,
  platforms: readonly string[] = [],
): string {
  const own = publicLink(url);
  if (own) return own;
  const known = (description.match(/https?:\/\/[^\s<>"]+/gi) ?? []).filter((link) =>
    [listing, ...platforms].some((page) => link.startsWith(`${page.replace(/\/$/, "")}/`)),
  );
  const found = [...known, ...platformPages.flatMap((page) => description.match(page) ?? [])];
  const [link] = found.flatMap((one) => publicLink(one.replace(afterLink, "")) ?? []);
  return link?.replace(/^http:/, "https:") ?? listing;
}

const virtual =
  /^(?:(?:this is an? )?(?:online|virtual|remote|web|zoom|google ?meet|hangouts?|(?:microsoft )?teams|webex|skype|webinar|live ?stream|internet|video ?(?:call|conference))(?: (?:event|meeting|only|call|conference|webinar|session))?(?:[ ,:/(-]{1,3}(?:via|on|with|at)?)?\s*)+(?:link (?:below|follows?|to follow|in description|tbd))?[\s.:;,)(-]*$/i;

/** A place on a map: a link, but none by which anybody takes part. */
const map =
  /^https?:\/\/(?:maps\.[^\s/]{1,60}\/|(?:www\.)?google\.[a-z.]{2,6}\/maps|goo\.gl\/maps|(?:www\.)?(?:openstreetmap|osm)\.org\/|www\.bing\.com\/maps)/i;

/** Of a LOCATION what is a place; whether another part of it says that the event is online. */
export function placeOf(location: string): { place: string; isVirtual: boolean } {
  const isOnline = (part: string) => {
    const words = part.replace(/https?:\S*/gi, "").trim();
    return words === "" || (words.length < 100 && virtual.test(words));
  };
  const lines = location.split("\n").map((line) =>
    line
      .split(/[;|]/)
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );
  const places = lines.map((line) => line.filter((part) => !isOnline(part)).join("; "));
  return {
    place: places.filter((line) => line !== "").join(", "),
    isVirtual: lines.flat().some((part) => isOnline(part) && !map.test(part)),
  };
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
