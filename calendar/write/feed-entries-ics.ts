import type { CalendarEntry } from "../read/parsed-calendar.ts";
import { latestOf } from "../version.ts";

/** What the calendars say beside the events that the pages show. */
interface PublicEntries {
  entries: readonly Pick<CalendarEntry, "id" | "version" | "text">[];
  /** VTIMEZONEs by TZID. */
  zones: ReadonlyMap<string, string>;
}

/** A calendar of the public entries as their feeds have them: of several feeds with the same entry, the latest version counts. */
export function feedEntriesIcs({ entries, zones }: PublicEntries): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//selected entries//EN",
    ...zones.values(),
    ...latestOf(entries, ({ version }) => version).map(({ text }) => text),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}
