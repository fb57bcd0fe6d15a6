/** What is done with calendars that were read. Who shows them loads this, and nothing of what reads them. */

import type { CalendarEvent } from "../event.ts";
import { latestOf } from "../version.ts";
import type { ParsedEntry } from "./ics-parser.ts";

/** Removes repeats across feeds: keeps the latest version of an entry, and one of those with the same link and start. */
export function withoutRepeats(events: readonly CalendarEvent[], listing: string): CalendarEvent[] {
  const byPlace = new Map<string, CalendarEvent>();
  for (const event of latestOf(events, (event) => event)) {
    const place = event.url === listing ? event.id : `${event.url} ${event.start.getTime()}`;
    if (!byPlace.has(place)) byPlace.set(place, event);
  }
  return [...byPlace.values()];
}

interface Publishable {
  entries: readonly Pick<ParsedEntry, "id" | "version" | "text">[];
  zones: ReadonlyMap<string, string>;
}

/** One calendar that holds the entries of all, and the time zones that they name. */
export function publishCalendars(calendars: readonly Publishable[]): string {
  const zones = new Map(calendars.toReversed().flatMap((calendar) => [...calendar.zones]));
  const entries = latestOf(
    calendars.flatMap((calendar) => calendar.entries),
    ({ version }) => version,
  );
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//selected entries//EN",
    ...zones.values(),
    ...entries.map(({ text }) => text),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}
