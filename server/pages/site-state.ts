import { spotlightEnd } from "#app/people/spotlight.ts";
import type { CalendarSource } from "#calendar/feed/calendar-source.server.ts";
import type { PageState } from "./rendered-page-cache.ts";

/**
 * What pages that are the same for everybody depend on at a time: the calendar, which events have begun, who is on the home page.
 *
 * @param timeZone IANA name
 */
export function siteState(calendar: Pick<CalendarSource, "state">, now: Date, timeZone: string): PageState {
  const { revision, phase: eventPhase, until: nextEvent } = calendar.state(now);
  const spotlight = spotlightEnd(now, timeZone);
  // The footer's year is that of UTC.
  const year = now.getUTCFullYear();
  const ends = [spotlight, Date.UTC(year + 1, 0), nextEvent?.getTime() ?? Number.POSITIVE_INFINITY];
  return {
    key: `${revision} ${eventPhase} ${spotlight} ${year}`,
    from: now,
    until: new Date(Math.min(...ends)),
  };
}
