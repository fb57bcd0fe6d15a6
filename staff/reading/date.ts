import { instantOf } from "#calendar/time/wall-time.ts";
import site from "#content/site.yaml";
import { localTime } from "#system/language.ts";
import { CommandError } from "../terminal.ts";

/**
 * The beginning of a day in the organization's time zone. A full ISO 8601 time is taken as it is.
 *
 * @returns UTC, ISO 8601
 * @throws CommandError for anything else
 */
export function startOf(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year && month && date) {
    const utc = new Date(`${day}T00:00:00Z`);
    if (!Number.isNaN(utc.getTime()) && utc.toISOString().startsWith(day)) {
      const wall = {
        year: Number(year),
        month: Number(month),
        day: Number(date),
        hour: 0,
        minute: 0,
        second: 0,
      };
      return instantOf(wall, site.timeZone).toISOString();
    }
  } else if (/^\d{4}-\d{2}-\d{2}T/.test(day) && !Number.isNaN(Date.parse(day)))
    return new Date(day).toISOString();
  throw new CommandError(`${JSON.stringify(day)} is no date; write it as 2026-01-31.`, 2);
}

/** In the organization's time zone, for example `2026-11-21 02:00`. */
export function shortTime(time: string | null): string {
  const date = new Date(time ?? "");
  if (Number.isNaN(date.getTime())) return "";
  return localTime(date, site.timeZone).slice(0, 16);
}
