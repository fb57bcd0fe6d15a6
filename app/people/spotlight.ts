import { machineLanguage } from "#system/language.ts";

const millisecondsPerDay = 86_400_000;

/**
 * Place of the faculty member of the day in a list of `count`: whole days since 1970-01-01 in the zone, modulo
 * `count`; docs/specification.md, 'Home spotlight'.
 *
 * @param timeZone IANA name; the day changes at its midnight
 */
export function spotlightIndex(now: Date, timeZone: string, count: number): number {
  const parts = new Intl.DateTimeFormat(machineLanguage, {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
  }).formatToParts(now);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  return (Date.UTC(part("year"), part("month") - 1, part("day")) / millisecondsPerDay) % count;
}
