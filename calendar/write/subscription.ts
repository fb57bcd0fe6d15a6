import type { CalendarEvent } from "../event.ts";
import { zonesIn } from "../ics/ics-lines.ts";
import type { CalendarEntry } from "../read/parsed-calendar.ts";
import { dayLength } from "../time/wall-time.ts";
import { latestOf } from "../version.ts";
import { calendarParts, type IcsEntry, type Publication } from "./events-ics.ts";

/** For so many days events stay in a subscription after they are over, in milliseconds: programs show what the file has. */
const staysFor = 30 * dayLength;

/** What the calendars say of a subscription, beside the events that the pages show. */
export interface SubscriptionParts {
  entries: readonly CalendarEntry[];
  /** VTIMEZONEs by TZID. */
  zones: ReadonlyMap<string, string>;
}

/**
 * The parts of the calendar to subscribe to, one after the other: upcoming, running and cancelled events, and those of the last 30 days. A series is one entry with its
 * rule and changed dates where every calendar program can follow it.
 * Else each of its dates is an entry.
 */
export function subscriptionParts(
  events: readonly CalendarEvent[],
  { entries, zones }: SubscriptionParts,
  publication: Publication & { now: Date },
): Iterable<string> {
  const since = publication.now.getTime() - staysFor;
  const recent = events.filter(({ end }) => end.getTime() > since);
  const uids = new Set(recent.map(({ uid }) => uid));
  // Several feeds may have the same entry; the latest version counts.
  const latest = latestOf(entries, ({ version }) => version);
  const groups = Map.groupBy(latest, ({ uid }) => uid);
  const series = [...groups].flatMap(([uid, group]) => (uids.has(uid) ? seriesEntries(group) : []));
  const written = new Set(series.map(({ event }) => event.uid));
  const named = new Set(series.flatMap(({ times }) => times.flatMap(zonesIn)));
  return calendarParts(
    [...recent.filter(({ uid }) => !written.has(uid)).map((event) => ({ event })), ...series],
    publication,
    [...zones].flatMap(([name, zone]) => (named.has(name) ? [zone] : [])),
  );
}

type SeriesEntry = IcsEntry & { times: string[] };

/** A series and its changed dates; nothing when it is none, or not one that every program can follow. */
function seriesEntries(group: CalendarEntry[]): SeriesEntry[] {
  const lines = group.flatMap(({ shown, times }): SeriesEntry[] =>
    shown && times ? [{ event: shown, times }] : [],
  );
  const hasMaster = group.some(({ times, recurrenceId }) => times && recurrenceId === undefined);
  return hasMaster && lines.length === group.length ? lines : [];
}
