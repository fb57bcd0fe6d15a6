import { clockOf, dayLength } from "#calendar/time/wall-time.ts";

/** For how many days the home page shows somebody. */
export const daysEach = 1;

const turnLength = daysEach * dayLength;

/** The turn that somebody has at a time, by turns since 1970-01-01 in the zone. */
function turnAt(now: Date, timeZone: string): number {
  return Math.floor(clockOf(timeZone).wallOf(now.getTime()) / turnLength);
}

/**
 * Place of the faculty member whose turn it is in a list of `count`, by days since 1970-01-01 in the zone;
 * docs/specification.md, 'Home spotlight'.
 *
 * @param timeZone IANA name; the day changes at its midnight
 */
export function spotlightIndex(now: Date, timeZone: string, count: number): number {
  return turnAt(now, timeZone) % count;
}

/** When the next one's turn begins, in milliseconds since 1970-01-01 UTC: the page is made anew then. */
export function spotlightEnd(now: Date, timeZone: string): number {
  return clockOf(timeZone).instantOf((turnAt(now, timeZone) + 1) * turnLength);
}
