import { language, localDay, timeOfDay } from "#system/language.ts";
import { dayLength } from "./time/wall-time.ts";

/**
 * Feed: a calendar's address. Entry: a VEVENT of it. Series: the entries of one UID. Occurrence: one happening of a series, as it was
 * written. Event: one happening, as the pages show it.
 */

/**
 * One happening, as the pages show it. Instants are absolute; `timeZone` says how to write them. What is added here is read in
 * `calendar/read/occurrence.ts`.
 */
export interface CalendarEvent {
  /** The entry's UID, and for one of a series its original start as well. */
  id: string;
  uid: string;
  /** Original start of one of a series, as iCalendar text. */
  recurrenceId: string | undefined;
  /** Its address on this site: stays as long as the entry's UID. */
  slug: string;
  title: string;
  /** Cleaned text; paragraphs are separated by an empty line. */
  description: string;
  start: Date;
  end: Date;
  /** Start and end are midnights of `timeZone`; the end is the first day after. */
  isAllDay: boolean;
  isCancelled: boolean;
  /** IANA name of the zone that the event's times are written in. */
  timeZone: string;
  /** Undefined for an online event, and when nothing is known; see `placeInWords`. */
  location: string | undefined;
  /** It is said to be online, or has a way to join, and no other place is known. */
  isOnline: boolean;
  /** The entry has a way to join online, which is not shown. */
  hasJoinLink: boolean;
  /** WGS 84, degrees. */
  geo: { latitude: number; longitude: number } | undefined;
  /** Name of the organizer. */
  organizer: string | undefined;
  url: string;
  image: { file: string; alt: string } | undefined;
  /** Revision (RFC 5545, section 3.8.7). */
  sequence: number;
  /** UTC, ISO 8601. */
  stamp: string | undefined;
  lastModified: string | undefined;
}

/** What is said in place of a place. */
export interface PlaceWords {
  online: string;
  onlineWithLink: string;
}

/** Whether a host is one of these names, in whatever case. */
export function isHostNamed(host: string, names: readonly string[]): boolean {
  return names.some((name) => name.toLowerCase() === host.toLowerCase());
}

/** Where an event is, as readers are told; undefined when nothing is known. A link to join is for those who have registered. */
export function placeInWords(
  { location, isOnline, hasJoinLink }: Pick<CalendarEvent, "location" | "isOnline" | "hasJoinLink">,
  words: PlaceWords,
): string | undefined {
  if (location || !isOnline) return location;
  return hasJoinLink ? words.onlineWithLink : words.online;
}

/** An event is upcoming when its start is later than now; docs/specification.md, 'Event selection'. */
export function isUpcoming(event: Pick<CalendarEvent, "start">, now: Date): boolean {
  return event.start.getTime() > now.getTime();
}

/** Whether an event is over: its end has come, or its start if it has no length. */
export function isPast(event: Pick<CalendarEvent, "end">, now: Date): boolean {
  return event.end.getTime() <= now.getTime();
}

/** The upcoming ones that are not cancelled, the earliest first. */
export function upcomingEvents(events: readonly CalendarEvent[], now: Date): CalendarEvent[] {
  return events
    .filter((event) => isUpcoming(event, now) && !event.isCancelled)
    .sort((a, b) => a.start.getTime() - b.start.getTime());
}

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Bounds the cache: a feed may name zones in any number of spellings. */
const mostFormatters = 500;

/** Cached, because creating one is much slower than using it. */
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = timeZone + JSON.stringify(options);
  if (formatters.size > mostFormatters) formatters.clear();
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, ...options });
  formatters.set(key, known);
  return known;
}

type Times = Pick<CalendarEvent, "start" | "end" | "timeZone"> & { isAllDay?: boolean };

/** An instant within the last day that is shown; for an event of less than a day its start. */
function lastDay({ start, end, isAllDay }: Times): Date {
  const length = end.getTime() - start.getTime();
  if (isAllDay) return new Date(Math.max(start.getTime(), end.getTime() - 1));
  return length >= dayLength ? end : start;
}

const inFull = { weekday: "long", month: "long", day: "numeric", year: "numeric" } as const;
/** What Intl writes between two days: a dash between thin spaces. */
const dashes = /\s–\s/;

/**
 * For example "Thursday, December 10, 2026", in the event's own zone; of several days the first and the last,
 * "Thursday, December 10 - Saturday, December 12, 2026".
 */
export function longDate(event: Times): string {
  return formatter(event.timeZone, inFull).formatRange(event.start, lastDay(event)).replace(dashes, " - ");
}

/** For example "December 10, 2026": the day on which an event starts, where it takes place. */
export function startDay({ start, timeZone }: Pick<CalendarEvent, "start" | "timeZone">): string {
  return formatter(timeZone, { month: "long", day: "numeric", year: "numeric" }).format(start);
}

/** For example "December 10": the day on which an event starts, where it takes place. */
export function monthDay({ start, timeZone }: Pick<CalendarEvent, "start" | "timeZone">): string {
  return formatter(timeZone, { month: "long", day: "numeric" }).format(start);
}

/** For example "December 2026": the month in which an event starts, where it takes place. */
export function startMonth({ start, timeZone }: Pick<CalendarEvent, "start" | "timeZone">): string {
  return formatter(timeZone, { month: "long", year: "numeric" }).format(start);
}

/** What `longDate` says, for a date block: the parts of the first day, and the `last` of several with the year, which the first may share. */
export function dateParts(event: Times) {
  const format = formatter(event.timeZone, inFull);
  const parts = format.formatRangeToParts(event.start, lastDay(event));
  const dash = parts.findIndex(({ type, value }) => type === "literal" && dashes.test(value));
  // Some languages say the month of both days behind the second one.
  const first = format.formatToParts(event.start);
  const part = (name: string, of = first) => of.find(({ type }) => type === name)?.value ?? "";
  return {
    weekday: part("weekday"),
    month: part("month"),
    day: part("day"),
    year: part("year", dash < 0 ? parts : parts.slice(0, dash)),
    last:
      dash < 0
        ? ""
        : parts
            .slice(dash + 1)
            .map(({ value }) => value)
            .join(""),
  };
}

/**
 * For example "9:00 AM - 10:30 AM PST", in the event's own zone. An end on another day carries its date, in another year with the
 * year; where `longDate` says both days, their weekdays: "Fri 5:00 PM - Sun 2:00 PM PST". A clock change between start and end shows
 * both short zone names.
 */
export function timeRange({ start, end, timeZone }: Times): string {
  const write = (instant: Date, options: Intl.DateTimeFormatOptions) =>
    formatter(timeZone, options).format(instant);
  const time = (instant: Date) => write(instant, timeOfDay).replace("\u202f", " ");
  const zone = (instant: Date) => shortZone(instant, timeZone);
  const year = (instant: Date) => write(instant, { year: "numeric" });

  if (end.getTime() <= start.getTime()) return `${time(start)} ${zone(start)}`;
  const from = zone(start) === zone(end) ? time(start) : `${time(start)} ${zone(start)}`;
  if (end.getTime() - start.getTime() >= dayLength) {
    const weekday = (instant: Date) => write(instant, { weekday: "short" });
    return `${weekday(start)} ${from} - ${weekday(end)} ${time(end)} ${zone(end)}`;
  }
  const isSameYear = year(start) === year(end);
  const day = write(end, { month: "short", day: "numeric", ...(isSameYear ? {} : { year: "numeric" }) });
  const isSameDay = localDay(start, timeZone) === localDay(end, timeZone);
  return `${from} - ${isSameDay ? "" : `${day}, `}${time(end)} ${zone(end)}`;
}

function shortZone(instant: Date, timeZone: string): string {
  const parts = formatter(timeZone, { ...timeOfDay, timeZoneName: "short" }).formatToParts(instant);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? timeZone;
}
