import type { CalendarSource } from "#calendar/feed/calendar-source.server.ts";
import { clockOf, dayLength } from "#calendar/time/wall-time.ts";
import type { PageState } from "./rendered-page-cache.ts";

/** What the site shows, and when it next shows something else by itself. */
export interface SiteState extends PageState {
  until: Date;
}

/**
 * What pages that are the same for everybody depend on at a time: the calendar, which events have begun, the day.
 *
 * @param timeZone IANA name; the day changes at its midnight
 */
export function siteState(calendar: Pick<CalendarSource, "state">, now: Date, timeZone: string): SiteState {
  const { revision, phase: eventPhase, until: nextEvent } = calendar.state(now);
  const { wallOf, instantOf } = clockOf(timeZone);
  const midnight = instantOf((Math.floor(wallOf(now.getTime()) / dayLength) + 1) * dayLength);
  // The footer's year is that of UTC.
  const phase = `${eventPhase} ${midnight} ${now.getUTCFullYear()}`;
  return {
    key: `${revision} ${phase}`,
    phase,
    until: new Date(Math.min(midnight, nextEvent?.getTime() ?? midnight)),
  };
}
