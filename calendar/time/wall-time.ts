import { localDay, machineLanguage } from "#system/language.ts";

/** In milliseconds: of a day without a clock change. */
export const dayLength = 86_400_000;

/** Whole days since 1970-01-01, on the calendar of the zone (IANA). */
export function dayNumber(instant: Date, timeZone: string): number {
  return Date.parse(localDay(instant, timeZone)) / dayLength;
}

/** A date and time as a clock on the wall shows it, without a zone. `month` counts from 1. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/**
 * The clocks of a zone. Instants and wall times are numbers: milliseconds since 1970, of a wall time those after which a clock
 * in UTC shows it.
 */
export interface Clock {
  wallOf(instant: number): number;
  /**
   * A time that a clock change skips counts by the offset before it (RFC 5545, section 3.3.5); a time that comes twice means
   * the first one.
   */
  instantOf(wall: number): number;
}

export const utcClock: Clock = { wallOf: (instant) => instant, instantOf: (wall) => wall };

/** @param timeZone IANA name, or an offset such as `+05:30` */
export function clockOf(timeZone: string): Clock {
  return clockBy((instant) => offsetAt(instant, timeZone));
}

/** @param offsetOf how far the clocks are ahead of UTC at an instant, in milliseconds */
export function clockBy(offsetOf: (instant: number) => number): Clock {
  const wallOf = (instant: number) => instant + offsetOf(instant);
  return {
    wallOf,
    instantOf: (wall) => {
      // The offsets a day before and a day after are those on both sides of any clock change.
      const before = offsetOf(wall - dayLength);
      const after = offsetOf(wall + dayLength);
      const candidates = [wall - before, wall - after].filter((instant) => wallOf(instant) === wall);
      return candidates.length > 0 ? Math.min(...candidates) : wall - before;
    },
  };
}

/** A wall time as a number, see `Clock`; right for the years 0 to 99 as well, and 24:00 is the next day's midnight. */
export function wallNumber({ year, month, day, hour, minute, second }: WallTime): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1_000;
}

/**
 * The instant at which a zone's clocks show the wall time; see `Clock`.
 *
 * @param timeZone IANA name
 */
export function instantOf(wall: WallTime, timeZone: string): Date {
  return new Date(clockOf(timeZone).instantOf(wallNumber(wall)));
}

/** For example `2026-12-10T09:00:00-08:00`: the time in the zone (IANA), with its offset from UTC in full minutes (RFC 3339). */
export function zonedTime(date: Date, timeZone: string): string {
  const wall = clockOf(timeZone).wallOf(date.getTime());
  const offset = (wall - date.getTime()) / 60_000;
  const twoDigits = (count: number) => String(Math.trunc(count)).padStart(2, "0");
  const distance = `${twoDigits(Math.abs(offset) / 60)}:${twoDigits(Math.abs(offset) % 60)}`;
  return `${new Date(wall).toISOString().slice(0, 19)}${offset < 0 ? "-" : "+"}${distance}`;
}

/** Clocks change at full quarters of an hour, so one answer serves for a quarter; and not twice within some days. */
const quarter = 900_000;
const stretch = 8 * dayLength;
const mostKept = 50_000;
const known = new Map<string, Map<number, number>>();

/** How far the zone's clocks are ahead of UTC at the instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const begin = Math.floor(instant / stretch) * stretch;
  const first = knownOffset(begin, timeZone);
  if (first === knownOffset(begin + stretch, timeZone)) return first;
  return knownOffset(Math.floor(instant / quarter) * quarter, timeZone);
}

function knownOffset(instant: number, timeZone: string): number {
  const offsets = known.get(timeZone) ?? new Map<number, number>();
  const found = offsets.get(instant);
  if (found !== undefined) return found;
  if (offsets.size >= mostKept) offsets.clear();
  if (known.size >= mostFormatters) known.clear();
  const offset = computeOffset(instant, timeZone);
  known.set(timeZone, offsets.set(instant, offset));
  return offset;
}

function computeOffset(instant: number, timeZone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatter(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Bounds the cache: a feed may name zones in any number of spellings. */
const mostFormatters = 500;

function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone);
  if (!found) {
    if (formatters.size > mostFormatters) formatters.clear();
    found = new Intl.DateTimeFormat(machineLanguage, {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(timeZone, found);
  }
  return found;
}

export function isTimeZone(name: string): boolean {
  try {
    formatter(name);
    return true;
  } catch {
    return false;
  }
}

/** The name by which IANA's list has a zone, for example America/New_York for us/eastern. */
export function properName(timeZone: string): string {
  return formatter(timeZone).resolvedOptions().timeZone;
}
