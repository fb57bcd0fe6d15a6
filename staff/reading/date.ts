import { instantOf } from "#calendar/time/wall-time.ts";
import site from "#content/site.yaml";
import { localTime } from "#system/language.ts";
import { CommandError, visible } from "../terminal.ts";

/**
 * The beginning of a day in the organization's time zone. A full ISO 8601 time, with its zone, is taken as it is.
 *
 * @returns UTC, ISO 8601
 * @throws CommandError for anything else
 */
export function startOf(text: string): string {
  const [, day = "", time] = /^(\d{4}-\d{2}-\d{2})(T.+(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const utc = new Date(`${day}T00:00:00Z`);
  // The 30th of February would be taken for a day in March.
  if (!Number.isNaN(utc.getTime()) && utc.toISOString().startsWith(day) && !Number.isNaN(Date.parse(text))) {
    if (time) return new Date(text).toISOString();
    const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
    const wall = { year, month, day: date, hour: 0, minute: 0, second: 0 };
    return instantOf(wall, site.timeZone).toISOString();
  }
  throw new CommandError(`${JSON.stringify(text)} is no date; write it as 2026-01-31.`, 2);
}

/** In the organization's time zone, for example `2026-11-21 02:00`; what is no time of our era as it is. */
export function shortTime(time: string | null): string {
  const date = new Date(time ?? "");
  // Of invalid dates the year is NaN.
  if (!(date.getUTCFullYear() > 0)) return visible(time ?? "");
  return localTime(date, site.timeZone).replace(/:\d\d$/, "");
}
