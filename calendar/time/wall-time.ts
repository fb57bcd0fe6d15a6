import { machineLanguage } from "#system/language.ts";
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
 * The instant at which a zone's clocks show the wall time. A time that a clock change skips counts by the offset
 * before it (RFC 5545, section 3.3.5); a time that comes twice means the first one.
 *
 * @param timeZone IANA name
 */
export function instantOf(wall: WallTime, timeZone: string): Date {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);
  // The offsets a day before and a day after are those on both sides of any clock change.
  const before = offsetAt(asUtc - dayLength, timeZone);
  const after = offsetAt(asUtc + dayLength, timeZone);
  const candidates = [asUtc - before, asUtc - after].filter(
    (instant) => instant + offsetAt(instant, timeZone) === asUtc,
  );
  return new Date(candidates.length > 0 ? Math.min(...candidates) : asUtc - before);
}

const dayLength = 86_400_000;

/** Clocks change at full quarters of an hour, so one answer serves for a quarter. */
const quarter = 900_000;
const mostKept = 50_000;
const offsets = new Map<string, number>();

/** How far the zone's clocks are ahead of UTC at the instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const key = `${timeZone} ${Math.floor(instant / quarter)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= mostKept) offsets.clear();
  const offset = computeOffset(instant, timeZone);
  offsets.set(key, offset);
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
  let known = formatters.get(timeZone);
  if (!known) {
    if (formatters.size > mostFormatters) formatters.clear();
    known = new Intl.DateTimeFormat(machineLanguage, {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(timeZone, known);
  }
  return known;
}

export function isTimeZone(name: string): boolean {
  try {
    formatter(name);
    return true;
  } catch {
    return false;
  }
}
