import ICAL from "ical.js";
import { unescapeText } from "../ics/ics-lines.ts";
import {
  forbiddenRule,
  hasTimes,
  isTime,
  type Parsed,
  type Property,
  propertiesOf,
  publicDuration,
  publicRule,
  publicTimes,
  textOf,
} from "./properties.ts";
import { shorten } from "./text/event-text.ts";
import { plainText } from "./text/html-text.ts";
import { placeOf } from "./text/place.ts";
import { isWayToJoin, publicLink } from "./text/private-link.ts";
import {
  type OnWithheld,
  type Permitted,
  publicPlace,
  publicTitle,
  type Withheld,
  withoutPrivate,
} from "./text/private-text.ts";
import { publicUid } from "./text/public-uid.ts";

/** The public part of an entry; anything else (guests, contacts, alarms, files, conference data) is left out. */
export interface PublicEntry {
  component: ICAL.Component;
  /** Number of texts that were too long and were cut. */
  cut: number;
  /** Why texts, or parts of them, are not shown. */
  withheld: Set<Withheld>;
  /** The lines that lost something. */
  secrets: { reason: Withheld; text: string }[];
  /** A way to join online was among what is not shown. */
  hasJoinLink: boolean;
}

/** What of an entry is known to be for everybody. */
export interface PublicRules {
  /** The organization's own, see `Permitted`. */
  contacts?: readonly string[];
  /** Whether an organizer's name is published; without it each is. */
  isHost?: ((name: string) => boolean) | undefined;
  /** The place of which nothing is left but that it is online; without it none. */
  online?: string;
  /** Whom the calendar names, see `addressesIn`: no UID is published that holds one. */
  people?: ReadonlySet<string>;
}

/** In characters: enough for an hour's reading, and little enough that a page of many events stays loadable. */
const longest = { title: 300, place: 500, description: 20_000, name: 200 };
/** What is read of a text at most, in characters: ten times what is shown of the longest, as HTML needs more. */
export const mostRead = 200_000;
const statuses = ["TENTATIVE", "CONFIRMED", "CANCELLED"];

/** Whether an entry is public; an unknown class counts as private (RFC 5545, section 3.8.1.3). */
export function isPublic(entry: ICAL.Component): boolean {
  return entry.getAllProperties("class").every((one) => /^\s*public\s*$/i.test(String(one.getFirstValue())));
}

/**
 * The public part of an entry: only the properties listed here, texts without passcodes and links to join or
 * manage, the organizer's name without an address. Pages and files are made from this alone.
 *
 * @throws for a duration of decades, which would keep ical.js busy for hours, and for a UID that is too long
 */
export function publicEntry(
  entry: ICAL.Component,
  { contacts = [], isHost, online = "", people }: PublicRules = {},
): PublicEntry {
  const cut = new Set<string>();
  const withheld = new Set<Withheld>();
  const secrets: PublicEntry["secrets"] = [];
  const note = (reason: Withheld, line: string) => {
    withheld.add(reason);
    secrets.push({ reason, text: line });
  };
  const permitted: Permitted = { host: URL.parse(textOf(entry, "url"))?.host, contacts };
  const location = plainText(textOf(entry, "location").slice(0, mostRead)).trim();
  const properties = propertiesOf(entry).flatMap((property): Property[] => {
    const [name, parameters, , value] = property;
    const text = typeof value === "string" ? value.slice(0, mostRead) : "";
    if (typeof value === "string" && value.length > mostRead) cut.add(name);
    const short = (long: string, length: number) => {
      if (long.length > length) cut.add(name);
      return shorten(long, length);
    };
    // RFC 5545, section 3.3.11, escapes neither; some programs do.
    const words = () => plainText(text.replace(/\\(?=[:"])/g, ""));
    if (hasTimes(property)) return publicTimes(property);
    switch (name) {
      case "uid":
        if (text.length > 1_000) throw new Error("its UID is too long");
        if (publicUid(text, people) !== text) note("a way in", text);
        return [[name, {}, "text", publicUid(text, people)]];
      case "summary":
        return [[name, {}, "text", short(publicTitle(words(), note, permitted), longest.title)]];
      case "x-alt-desc":
        if (textOf(entry, "description").trim() !== "") return [];
        return [
          [
            "description",
            {},
            "text",
            short(withoutPrivate(plainText(unescapeText(text)), note, permitted).trim(), longest.description),
          ],
        ];
      case "location":
        return [[name, {}, "text", short(shownPlace(words(), online, note, permitted), longest.place)]];
      case "description":
        if (text.trim() === "") return [];
        return [
          [name, {}, "text", short(withoutPrivate(words(), note, permitted).trim(), longest.description)],
        ];
      case "organizer":
        return publicOrganizer(parameters.cn, isHost);
      case "url": {
        const link = publicLink(text);
        return link ? [[name, {}, "uri", link]] : [];
      }
      case "status":
        return statuses.includes(text.toUpperCase()) ? [[name, {}, "text", text.toUpperCase()]] : [];
      case "transp":
        return /^(?:opaque|transparent)$/i.test(text) ? [[name, {}, "text", text.toUpperCase()]] : [];
      case "sequence":
        return Number.isInteger(value) && Number(value) >= 0 ? [[name, {}, "integer", value]] : [];
      case "geo":
        // Where a place is not told to everybody, its coordinates are not either.
        if (location !== "" && placeOf(location, online).place === "") return [];
        return publicCoordinates([value].flat());
      case "rrule":
        // Dates that a rule takes out are in RFC 2445 alone; without it some would be shown that do not take place.
        if (entry.hasProperty("exrule")) return [[forbiddenRule, {}, "unknown", "EXRULE"]];
        return publicRule(value);
      case forbiddenRule:
        return [property];
      case "duration":
        return publicDuration(property);
      default:
        return [];
    }
  });
  if (isTakenBack(entry)) properties.unshift(["status", {}, "text", "CANCELLED"]);
  const parsed: Parsed = ["vevent", withoutDoubles(properties), []];
  const component = new ICAL.Component(parsed as never, parentOf(entry));
  return { component, cut: cut.size, withheld, secrets, hasJoinLink: hasJoinLink(entry) };
}

/** Whether the whole calendar cancels, which its entries need not repeat as their status (RFC 5546, section 3.2.5). */
function isTakenBack({ parent }: ICAL.Component): boolean {
  return parent !== null && /^\s*cancel\s*$/i.test(textOf(parent, "method"));
}

/** With the six decimals that calendars have (RFC 5545, section 3.8.1.6); none of 0;0, which stands for no place, or for no number. */
function publicCoordinates(degrees: unknown[]): Property[] {
  const known =
    degrees.every((degree) => typeof degree === "number") && degrees.some((degree) => degree !== 0);
  return known ? [["geo", {}, "float", degrees.map((degree) => Number(degree.toFixed(6)))]] : [];
}

/** Properties as programs expect them: none without a text, and each once but for the dates of a series. The first counts. */
function withoutDoubles(properties: Property[]): Property[] {
  const seen = new Set<string>();
  return properties.filter(([name, , type, value]) => {
    if (type === "text" && value === "") return false;
    const isDouble = seen.has(name) && !/^(?:rdate|exdate|rrule)$/.test(name);
    seen.add(name);
    return !isDouble;
  });
}

/** Whether an entry says how to join online, in its texts or where calendar programs keep it. */
function hasJoinLink(entry: ICAL.Component): boolean {
  return propertiesOf(entry).some(([name, , , value]) =>
    /^(?:location|description|url|conference|x-google-conference|x-microsoft-skypeteamsmeetingurl)$/.test(
      name,
    )
      ? isWayToJoin(String(value).slice(0, mostRead))
      : false,
  );
}

/** A VTIMEZONE without the comments and addresses that it may hold. */
export function publicZone(zone: ICAL.Component): string {
  const parts = (component: ICAL.Component) =>
    propertiesOf(component).flatMap((property): Property[] => {
      const [name, , type, value] = property;
      if (name === "tzid") return [[name, {}, "text", String(value)]];
      if (name.startsWith("tzoffset")) return isTime(String(value)) ? [[name, {}, type, value]] : [];
      if (name === "rrule") return publicRule(value);
      return hasTimes(property) ? publicTimes(property) : [];
    });
  const rules = zone.getAllSubcomponents().filter(({ name }) => name === "standard" || name === "daylight");
  const parsed: Parsed = [
    "vtimezone",
    parts(zone),
    rules.map((rule): Parsed => [rule.name, parts(rule), []]),
  ];
  return new ICAL.Component(parsed as never).toString();
}

/** An EXDATE that removes one date from a series, because its override is not public. */
export function exceptFor(override: ICAL.Component): Property[] {
  return propertiesOf(override)
    .filter(([name]) => name === "recurrence-id")
    .flatMap((property) => publicTimes(property))
    .map(([, { tzid }, type, value]): Property => ["exdate", tzid ? { tzid } : {}, type, value]);
}

function parentOf(entry: ICAL.Component): ICAL.Component {
  return entry.parent as unknown as ICAL.Component;
}

/** A place; what is left of a way to join is that it is online. */
function shownPlace(text: string, online: string, onWithheld: OnWithheld, permitted: Permitted): string {
  // An address may stand below a name.
  const lines = text.split("\n").map((line) => publicPlace(line, onWithheld, permitted));
  return lines.filter((line) => line !== "").join("\n") || (placeOf(text).isVirtual ? online : "");
}

/** Some calendars write a name as an address would hold it: `Jane%20Doe`. */
export function decodedName(name: string): string {
  try {
    return /%[\da-f]{2}/i.test(name) ? decodeURIComponent(name) : name;
  } catch {
    return name;
  }
}

/** ORGANIZER must have an address; `invalid:nomail` is how calendars say that there is none. */
function publicOrganizer(name: unknown, isHost: PublicRules["isHost"] = () => true): Property[] {
  const words = typeof name === "string" ? plainText(decodedName(name)).replace(/[\s"]/g, " ") : "";
  const shown = shorten(withoutPrivate(words).trim(), longest.name);
  // Some calendars put a person's address, or a program of theirs, in the name's place.
  return shown && !/@|^meetup reminder$/i.test(shown) && isHost(shown)
    ? [["organizer", { cn: shown }, "cal-address", "invalid:nomail"]]
    : [];
}
