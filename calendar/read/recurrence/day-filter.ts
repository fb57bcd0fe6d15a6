import { dayLength } from "../../time/wall-time.ts";
import type { Rule } from "./rule-reading.ts";

/** Whether a day, given by its midnight, meets a rule's conditions. */
export function dayFilter(rule: Rule): (midnight: number) => boolean {
  const { months, weeks, yearDays, monthDays, weekdays } = rule;
  const isOfMonth = rule.freq === "MONTHLY" || months !== undefined;
  return (midnight) => {
    const date = new Date(midnight);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    if (months && !months.includes(month + 1)) return false;
    const dayOfMonth = date.getUTCDate();
    const monthLength = () => (midnightOf(year, month + 1) - midnightOf(year, month)) / dayLength;
    if (monthDays && !isAmong(monthDays, dayOfMonth, monthLength)) return false;
    const yearLength = () => (midnightOf(year + 1) - midnightOf(year)) / dayLength;
    const dayOfYear = () => (midnight - midnightOf(year)) / dayLength + 1;
    if (yearDays && !isAmong(yearDays, dayOfYear(), yearLength)) return false;
    if (weeks && !isInWeek(weeks, midnight, rule.weekStart)) return false;
    if (!weekdays) return true;
    const weekday = date.getUTCDay();
    return weekdays.some(({ day: named, place }) => {
      if (named !== weekday || place === 0) return named === weekday;
      const [number, length] = isOfMonth ? [dayOfMonth, monthLength()] : [dayOfYear(), yearLength()];
      return place > 0 ? Math.ceil(number / 7) === place : Math.ceil((length - number + 1) / 7) === -place;
    });
  };
}

/** Whether numbers, of which negative ones count from the end, name this one. */
function isAmong(numbers: number[], number: number, length: () => number): boolean {
  return (
    numbers.includes(number) || (numbers.some((one) => one < 0) && numbers.includes(number - length() - 1))
  );
}

/** Weeks are those of ISO 8601, but may begin on another day; the first one has at least four days of the year. */
function isInWeek(weeks: number[], midnight: number, weekStart: number): boolean {
  const begin = startOfWeek(midnight, weekStart);
  const year = new Date(begin + 3 * dayLength).getUTCFullYear();
  const firstWeek = (one: number) => startOfWeek(midnightOf(one, 0, 4), weekStart);
  const length = () => (firstWeek(year + 1) - firstWeek(year)) / (7 * dayLength);
  return isAmong(weeks, (begin - firstWeek(year)) / (7 * dayLength) + 1, length);
}

const startOfWeek = (midnight: number, weekStart: number) =>
  midnight - ((new Date(midnight).getUTCDay() - weekStart + 7) % 7) * dayLength;

/** Unlike Date.UTC also right for the years 0 to 99. */
export function midnightOf(year: number, month = 0, dayOfMonth = 1): number {
  return new Date(0).setUTCFullYear(year, month, dayOfMonth);
}
