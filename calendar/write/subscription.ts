import type { CalendarEvent } from "../event.ts";
import type { CalendarEntry } from "../read/select-events.ts";
import { dayLength } from "../time/wall-time.ts";
import { type IcsEntry, type Publication, writeCalendar } from "./event-ics.ts";

/** For so many days events stay in a subscription after they are over, in milliseconds: programs show what the file has. */
const staysFor = 30 * dayLength;

/** What the calendars say of a subscription, beside the events that the pages show. */
export interface SubscriptionParts {
  entries: readonly CalendarEntry[];
  /** VTIMEZONEs by TZID. */
  zones: ReadonlyMap<string, string>;
}

/**
 * The calendar to subscribe to: upcoming, running and cancelled events, and those of the last 30 days. A series is one entry with its
 * rule and changed dates where every calendar program can follow it: in UTC, in days, or in a zone that the feed defines.
 * Else each of its dates is an entry.
 */
export function subscriptionIcs(
  events: readonly CalendarEvent[],
  { entries, zones }: SubscriptionParts,
  publication: Publication & { now: Date },
): string {
  const since = publication.now.getTime() - staysFor;
  const recent = events.filter(({ end }) => end.getTime() > since);
  const uids = new Set(recent.map(({ uid }) => uid));
  // Several feeds may have the same entry; the latest version counts.
  const latest = new Map(
    entries.toSorted((a, b) => a.sequence - b.sequence).map((entry) => [entry.id, entry]),
  );
  const groups = Map.groupBy(latest.values(), ({ uid }) => uid);
  const series = [...groups].flatMap(([uid, group]) => (uids.has(uid) ? seriesEntries(group, zones) : []));
  const written = new Set(series.map(({ event }) => event.uid));
  const named = new Set(series.flatMap(({ times }) => times.flatMap((line) => zoneOf(line) ?? [])));
  return writeCalendar(
    [...recent.filter(({ uid }) => !written.has(uid)).map((event) => ({ event })), ...series],
    publication,
    [...zones].flatMap(([name, zone]) => (named.has(name) ? [zone] : [])),
  );
}

type SeriesEntry = IcsEntry & { times: string[] };

/** A series and its changed dates; nothing when it is none, or not one that every program can follow. */
function seriesEntries(group: CalendarEntry[], zones: SubscriptionParts["zones"]): SeriesEntry[] {
  const master = group.find(({ isSeries }) => isSeries);
  if (!master) return [];
  const start = timeLines(master).find((line) => /^DTSTART[;:]/i.test(line)) ?? "";
  const form = start.slice("DTSTART".length, start.lastIndexOf(":") + 1);
  const lines = group.map((entry): SeriesEntry => {
    const times = timeLines(entry);
    if (entry === master) return { event: entry.shown, times };
    // Programs compare texts: the original start is written as the series writes its own.
    const own = times.filter((line) => !/^RECURRENCE-ID[;:]/i.test(line));
    return { event: entry.shown, times: [`RECURRENCE-ID${form}${entry.recurrenceId}`, ...own] };
  });
  const canBeFollowed = (line: string) => {
    const zone = zoneOf(line);
    return zone === undefined ? /^RRULE|;VALUE=DATE:|Z$/i.test(line) : zones.has(zone);
  };
  return lines.every(({ times }) => times.every(canBeFollowed)) ? lines : [];
}

/** The lines of an entry that say when it takes place. */
function timeLines({ text }: CalendarEntry): string[] {
  const isTime = /^(?:DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID)[;:]/i;
  return text
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .filter((line) => isTime.test(line));
}

function zoneOf(line: string): string | undefined {
  return /^[A-Z-]+;(?:[^:"]*;)?TZID="?([^":;]+)/i.exec(line)?.[1];
}
