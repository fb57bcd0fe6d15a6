import { dayLength } from "#calendar/time/wall-time.ts";
import { localDay } from "#system/language.ts";

/**
 * Place of the faculty member of the day in a list of `count`: whole days since 1970-01-01 in the zone, modulo
 * `count`; docs/specification.md, 'Home spotlight'.
 *
 * @param timeZone IANA name; the day changes at its midnight
 */
export function spotlightIndex(now: Date, timeZone: string, count: number): number {
  return (Date.parse(localDay(now, timeZone)) / dayLength) % count;
}
