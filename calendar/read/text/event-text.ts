import { publicLink, sentencesOf } from "./private-text.ts";

/** Pages of the platforms whose feeds are known. */
const platformPages = [
  /https?:\/\/(?:www\.)?(?:luma\.com|lu\.ma)\/[\w/-]+(?:\?[^\s<>"]*)?/gi,
  /https?:\/\/(?:www\.)?eventbrite\.[a-z.]{2,6}\/(?:e|events?)\/[^\s<>"]+/gi,
  /https?:\/\/(?:www\.)?meetup\.com\/[^\s<>"/]+\/events\/[^\s<>"]+/gi,
  /https?:\/\/[\w.-]+\/events\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/gi,
];

const address = String.raw`(?:https?:\/\/|www\.)[^\s<>"]+`;
/** What platforms write around a link, and the link; anything may follow. */
const linkNotice = new RegExp(
  [
    String.raw`get up-to-date information at:?\s*${address}`,
    String.raw`for details,? click here:?\s*${address}`,
    String.raw`view your event at:?\s*${address}`,
    String.raw`(?:^|(?<=[.!?] ))(?:manage|view|join)(?: (?:with|event|online|here|your event here|this event))?:\s*${address}`,
    String.raw`^details:\s*${address}$`,
  ].join("|"),
  "gi",
);

/** Whole sentences and lines of platforms and of their meetings. */
const platformSentence = new RegExp(
  [
    String.raw`^(?:.{1,100} is inviting you to a scheduled zoom (?:meeting|webinar)|you are invited to a (?:scheduled )?zoom (?:meeting|webinar))\b`,
    String.raw`^(?:topic: .*|time: .*\((?:us (?:and|&) canada|[a-z ,/-]{3,60})\)|time: (?:this is a recurring meeting\b|[a-z]{3} \d{1,2}, \d{4} \d\d:\d\d [ap]m\b).*|meeting host:.*)$`,
    String.raw`^every .{1,120}\b\d+ occurrence\(s\)$|^please download and import the following icalendar\b`,
    String.raw`^(?:microsoft teams(?: meeting| need help\?)?|join on your computer.*|(?:click here to )?join the meeting(?: now)?|meeting options|for organizers: meeting options.*|learn more(?: about teams)?(?: \| .*)?|download teams(?: \| .*)?|or call in \(audio only\)|find a local number.*|reset (?:dial-in )?pin)$`,
    String.raw`^this event has a (?:google (?:hangouts|meet) )?video call\b|^please do not edit this section\b`,
    String.raw`^[_]{8,}$|^[-=~.·]{12,}$|^----\( .{1,40} \)----$|^---===---$`,
  ].join("|"),
  "i",
);

/** `Thursday, December 10 at 6:00 PM`: the second line of what Meetup writes, below the group's name. */
const meetupDate =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day, \w+ \d{1,2}(?:, \d{4})? at \d{1,2}:\d\d [ap]m$/i;

/** Below the rule of a meeting Zoom writes each of its dates. */
const zoomRule = /\b\d+ occurrence\(s\)$/i;
const zoomDate = /^[a-z]{3} \d{1,2}, \d{4} \d\d:\d\d [ap]m$/i;

/** Bold words as Meetup marks them, and WordPress's short codes, which have attributes or an end. */
const markup =
  /\*\*(?=\S)([^*\n]{1,200})(?<=\S)\*\*|\[[a-z_]{2,30} [a-z_-]{1,30}=["'][^\]\n]{0,500}\]|\[\/[a-z_]{2,30}\]/g;

/**
 * The text itself, paragraphs kept: without host notices, venues, and what platforms write for their own sake. What may be a
 * sentence of somebody's stays.
 *
 * @param link the event's page, which stands beside the text anyway
 */
export function cleanDescription(description: string, link?: string): string {
  const blocks = description
    .replace(/\r\n?/g, "\n")
    .replace(markup, "$1")
    .split(/\n[ \t]*\n+/);
  const cleaned = blocks
    .map((block) =>
      withoutVenue(withoutHeading(block.split("\n").map((line) => line.trim())))
        .map((line) => cleanLine(line, link))
        .filter((line) => line !== "")
        .join("\n"),
    )
    .filter((block) => block !== "");
  // A rule of signs divides nothing at the end.
  while (/^[-_=*~]{3,}$/.test(cleaned.at(-1) ?? "")) cleaned.pop();
  return cleaned.join("\n\n");
}

function cleanLine(line: string, link: string | undefined): string {
  if (
    platformSentence.test(line.replace(/<https?:[^<>\s]{0,2000}>/gi, "")) ||
    (link && publicLink(line) === link)
  )
    return "";
  return sentencesOf(line.replace(linkNotice, ""))
    .filter((sentence) => !isHostNotice(sentence.trim()) && !platformSentence.test(sentence.trim()))
    .join("")
    .trim();
}

/** Without Meetup's group and date, without Zoom's dates, and without `Details:` above a link. */
function withoutHeading(lines: string[]): string[] {
  if (lines.some((line) => zoomRule.test(line))) return lines.filter((line) => !zoomDate.test(line));
  if (meetupDate.test(lines[1] ?? "")) return lines.slice(2);
  const isDetails = /^details:$/i.test(lines[0] ?? "") && /^https?:\S+$/i.test(lines[1] ?? "");
  return isDetails ? lines.slice(2) : lines;
}

const venueLabel = /^(?:address|venue|location|where|place)[ \t]*:[ \t]*(.{0,300})$/i;

/** Without a venue: the value beside its label, or the lines below it. */
function withoutVenue(lines: string[]): string[] {
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

function isSentence(text: string): boolean {
  return /[\p{L})"”]{2}[.!?…]+["”)]?$/u.test(text) && text.split(/\s+/).length > 3;
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

/** A sentence that only names hosts: `Hosted by A, B & 3 others`. */
function isHostNotice(sentence: string): boolean {
  const names = /^hosted by:?\s+(.{1,300})$/i.exec(sentence)?.[1];
  if (!names) return false;
  return names
    .replace(/[.!]$/, "")
    .split(/,| & | and | \+ /)
    .every((name) =>
      /^\s*(?:\d+ others?|(?:\p{Lu}|\d)[^\s]*(?:\s+(?:of|the|de|von|van|for|in|at|la|der|\S*\p{Lu}\S*|\d\S*|[-–|]))*)?\s*$/u.test(
        name,
      ),
    );
}

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
  const [link] = found.flatMap((one) => publicLink(one.replace(/[.,;:!?)\]'’”*]+$/, "")) ?? []);
  return link?.replace(/^http:/, "https:") ?? listing;
}

const virtual =
  /^(?:(?:this is an? )?(?:online|virtual|remote|web|zoom|google ?meet|hangouts?|(?:microsoft )?teams|webex|skype|webinar|live ?stream|internet|video ?(?:call|conference))(?: (?:event|meeting|only|call|conference|webinar|session))?(?:[ ,:/(-]{1,3}(?:via|on|with|at)?)?\s*)+(?:link (?:below|follows?|to follow|in description|tbd))?[\s.:;,)(-]*$/i;

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
    isVirtual: lines.flat().some(isOnline),
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
