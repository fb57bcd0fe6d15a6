import type { CalendarSource } from "#calendar/feed/calendar-source.server.ts";
import { clockOf, dayLength } from "#calendar/time/wall-time.ts";
import type { PageState } from "./rendered-page-cache.ts";

/**
 * What pages that are the same for everybody depend on at a time: the calendar, which events have begun, the day.
 *
 * @param timeZone IANA name; the day changes at its midnight
 */
export function siteState(calendar: Pick<CalendarSource, "state">, now: Date, timeZone: string): PageState {
  const { revision, phase: eventPhase, until: nextEvent } = calendar.state(now);
  const { wallOf, instantOf } = clockOf(timeZone);
  const midnight = instantOf((Math.floor(wallOf(now.getTime()) / dayLength) + 1) * dayLength);
  // The footer's year is that of UTC.
  const year = now.getUTCFullYear();
  const ends = [midnight, Date.UTC(year + 1, 0), nextEvent?.getTime() ?? Number.POSITIVE_INFINITY];
  return {
    key: `${revision} ${eventPhase} ${midnight} ${year}`,
    from: now,
    until: new Date(Math.min(...ends)),
  };
}
