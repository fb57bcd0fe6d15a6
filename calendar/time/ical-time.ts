import { wallNumber } from "./wall-time.ts";

/** A time of a calendar as it is written, before anybody knows its zone. */
export interface WrittenTime {
  /** See `Clock`. */
  wall: number;
  hasTime: boolean;
  isUtc: boolean;
}

/**
 * A date or time in jCal (RFC 7265, section 3.6): `2026-12-10`, `2026-12-10T09:00:00Z`; undefined for what is none. Of the time
 * parts may be missing, as ical.js writes what it finds: `2026-12-10T::` for a date that is not said to be one. 24:00 is the end of its day.
 */
export function readTime(text: string): WrittenTime | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d)?:(\d\d)?:(\d\d)?(Z?))?$/.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const midnight = new Date(wallNumber({ year, month, day, hour: 0, minute: 0, second: 0 }));
  // Of a month or day that there is not, JavaScript makes another one.
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined;
  if (hour * 60 + minute > 24 * 60 || minute > 59) return undefined;
  const wall = wallNumber({ year, month, day, hour, minute, second: Math.min(second, 59) });
  return { wall, hasTime: found[4] !== undefined, isUtc: found[7] === "Z" };
}

/** In iCalendar's form, in UTC: `20261210T170000Z`. */
export function utcText(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

/**
 * A duration (RFC 5545, section 3.3.6): its days, which follow the calendar, and its exact part in milliseconds; undefined for a
 * negative one, and for what is none.
 */
export function readDuration(text: string): { days: number; exact: number } | undefined {
  const found = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(text);
  if (!found) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  return { days: weeks * 7 + days, exact: ((hours * 60 + minutes) * 60 + seconds) * 1_000 };
}
