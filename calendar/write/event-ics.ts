import { localDay } from "#system/language.ts";
import type { CalendarEvent } from "../event.ts";
import { escapeText, foldLine } from "./ics-lines.ts";

interface Publication {
  /** Name that calendar programs show. */
  name: string;
  /** Host name of the site (not of an event's host); part of PRODID. */
  host: string;
  /** How often programs should ask again, in seconds. */
  refreshSeconds?: number;
  /** Time of the answer, for entries that have no DTSTAMP. */
  now: Date;
}

/**
 * A calendar of these events that Apple, Google and Outlook take (RFC 5545, RFC 7986). Times are in UTC, days without a
 * time. Each occurrence of a series is an entry of its own, with a UID that never changes.
 */
export function eventsIcs(events: readonly CalendarEvent[], publication: Publication): string {
  const { name, host, refreshSeconds } = publication;
  const refresh = refreshSeconds && `PT${Math.max(1, Math.round(refreshSeconds / 60))}M`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${host}//Events//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    ...(refresh ? [`REFRESH-INTERVAL;VALUE=DURATION:${refresh}`, `X-PUBLISHED-TTL:${refresh}`] : []),
    ...events.flatMap((event) => entryLines(event, publication)),
    "END:VCALENDAR",
  ];
  return `${lines.map(foldLine).join("\r\n")}\r\n`;
}

function entryLines(event: CalendarEvent, { now }: Publication): string[] {
  const time = (name: string, date: Date) =>
    event.isAllDay
      ? `${name};VALUE=DATE:${localDay(date, event.timeZone).replaceAll("-", "")}`
      : `${name}:${utc(date)}`;
  return [
    "BEGIN:VEVENT",
    `UID:${uidOf(event)}`,
    `DTSTAMP:${event.stamp ? utc(new Date(event.stamp)) : utc(now)}`,
    time("DTSTART", event.start),
    ...(event.end > event.start ? [time("DTEND", event.end)] : []),
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    ...(event.geo ? [`GEO:${event.geo.latitude};${event.geo.longitude}`] : []),
    `URL:${event.url}`,
    `STATUS:${event.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    `SEQUENCE:${event.sequence}`,
    ...(event.lastModified ? [`LAST-MODIFIED:${utc(new Date(event.lastModified))}`] : []),
    "END:VEVENT",
  ];
}

/** The feed's UID; for an occurrence of a series with its original start in front, so that each is different. */
function uidOf({ uid, recurrenceId, slug }: CalendarEvent): string {
  const clean = uid.replace(/[\p{Cc}\p{Z}]+/gu, "") || slug;
  return recurrenceId ? `${recurrenceId}-${clean}` : clean;
}

/** For example 20261210T170000Z. */
export function utc(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, "");
}
