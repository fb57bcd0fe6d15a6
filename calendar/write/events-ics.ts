import type { CalendarEvent } from "../event.ts";
import { escapeText, foldLine } from "../ics/ics-lines.ts";
import { utcText } from "../time/ical-time.ts";
import { clockOf } from "../time/wall-time.ts";

export interface Publication {
  /** Name that calendar programs show. Without one they put a file's event into a calendar that is there. */
  name?: string;
  /** Host name of the site (not of an event's host); part of PRODID. */
  host: string;
  /** How often programs should ask again, in seconds. */
  refreshSeconds?: number;
  /** DTSTAMP of entries that have none: when the calendar was last another one. */
  changedAt: Date;
}

/** An entry of a calendar. */
export interface IcsEntry {
  event: CalendarEvent;
  /** Lines that say when, of one that is a series or belongs to one; else start and end are written in UTC, or as days. */
  times?: string[];
}

/** A calendar in which every event is an entry of its own. */
export function eventsIcs(events: readonly CalendarEvent[], publication: Publication): string {
  const entries = events.map((event) => ({ event }));
  return [...calendarParts(entries, publication)].join("");
}

/**
 * The parts of a calendar of these entries, one after the other, that Apple, Google and Outlook take (RFC 5545, RFC 7986). It has no METHOD, as it invites nobody
 * (section 3.7.2), and METHOD:PUBLISH asks for an organizer with an address (RFC 5546, section 3.2.1). An event that is one date of a series has a UID of its own, which never
 * changes.
 *
 * @param zones VTIMEZONEs
 */
export function* calendarParts(
  entries: readonly IcsEntry[],
  publication: Publication,
  zones: readonly string[] = [],
): Generator<string> {
  const { name, host, refreshSeconds } = publication;
  const refresh = refreshSeconds && `PT${Math.max(1, Math.round(refreshSeconds / 60))}M`;
  yield partOf([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${host}//Events//EN`,
    "CALSCALE:GREGORIAN",
    ...(name ? [`NAME:${escapeText(name)}`, `X-WR-CALNAME:${escapeText(name)}`] : []),
    ...(refresh ? [`REFRESH-INTERVAL;VALUE=DURATION:${refresh}`, `X-PUBLISHED-TTL:${refresh}`] : []),
    ...zones.flatMap((zone) => zone.trimEnd().replaceAll("\r\n ", "").split("\r\n")),
  ]);
  for (const entry of entries) yield partOf(entryLines(entry, publication));
  yield partOf(["END:VCALENDAR"]);
}

function partOf(lines: string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

function entryLines({ event, times }: IcsEntry, { changedAt }: Publication): string[] {
  const time = (name: string, date: Date) =>
    event.isAllDay
      ? `${name};VALUE=DATE:${utcText(new Date(clockOf(event.timeZone).wallOf(date.getTime()))).slice(0, 8)}`
      : `${name}:${utcText(date)}`;
  const ownTimes = () => [
    time("DTSTART", event.start),
    ...(event.end > event.start ? [time("DTEND", event.end)] : []),
  ];
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(times ? cleanUid(event) : uidOf(event))}`,
    `DTSTAMP:${utcText(event.stamp ? new Date(event.stamp) : changedAt)}`,
    ...(times ?? ownTimes()),
    ...(event.title ? [`SUMMARY:${escapeText(event.title)}`] : []),
    ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    ...(event.geo ? [`GEO:${event.geo.latitude};${event.geo.longitude}`] : []),
    `URL:${event.url}`,
    `STATUS:${event.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    // A whole day leaves its hours free.
    `TRANSP:${event.isAllDay ? "TRANSPARENT" : "OPAQUE"}`,
    `SEQUENCE:${event.sequence}`,
    ...(event.lastModified ? [`LAST-MODIFIED:${utcText(new Date(event.lastModified))}`] : []),
    "END:VEVENT",
  ];
}

/** The feed's UID; for an occurrence of a series with its original start in front, so that each is different. */
function uidOf(event: CalendarEvent): string {
  return event.recurrenceId ? `${event.recurrenceId}-${cleanUid(event)}` : cleanUid(event);
}

function cleanUid({ uid, slug }: CalendarEvent): string {
  return uid.replace(/[\p{Cc}\p{Z}]+/gu, "") || slug;
}
