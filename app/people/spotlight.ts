import { dayNumber } from "#calendar/time/wall-time.ts";

/** For how many days the home page shows somebody. */
export const daysEach = 1;

/**
 * Place of the faculty member whose turn it is in a list of `count`, by days since 1970-01-01 in the zone;
 * docs/specification.md, 'Home spotlight'.
 *
 * @param timeZone IANA name; the day changes at its midnight
 */
export function spotlightIndex(now: Date, timeZone: string, count: number): number {
  return Math.floor(dayNumber(now, timeZone) / daysEach) % count;
}
