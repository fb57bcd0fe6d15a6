import { readTime } from "../../time/ical-time.ts";
import { type Clock, dayLength } from "../../time/wall-time.ts";

/** A recurrence rule (RFC 5545, section 3.3.10). */
export interface Rule {
  freq: "YEARLY" | "MONTHLY" | "WEEKLY" | "DAILY" | "HOURLY" | "MINUTELY" | "SECONDLY";
  interval: number;
  count: number | undefined;
  /** The last instant that may be a date. */
  until: number;
  /** First day of the week: 0 is Sunday. */
  weekStart: number;
  months?: number[] | undefined;
  weeks?: number[] | undefined;
  yearDays?: number[] | undefined;
  monthDays?: number[] | undefined;
  /** `place` 0 means every such day. */
  weekdays?: { day: number; place: number }[] | undefined;
  hours?: number[] | undefined;
  minutes?: number[] | undefined;
  seconds?: number[] | undefined;
  positions?: number[] | undefined;
}

/** What of a start tells how a rule is read; see `Moment`. */
interface RuleStart {
  form: "date" | "utc" | "wall";
  clock: Clock;
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const frequencies = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"] as const;

/**
 * A rule from jCal (RFC 7265, section 3.6.10).
 *
 * @throws for what RFC 5545, section 3.3.10, forbids; the message says it in plain words
 */
export function readRule(value: unknown, start: RuleStart): Rule {
  const parts = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  const freq = frequencies.find((one) => one === parts.freq);
  if (!freq) throw new Error("it says no frequency");
  const numbers = (name: string, least: number, most: number) => {
    if (parts[name] === undefined) return undefined;
    const all = [parts[name]].flat().map(Number);
    const isRight = (one: number) =>
      Number.isInteger(one) && Math.abs(one) <= most && Math.abs(one) >= least && (one >= 0 || least === 1);
    if (!all.every(isRight)) throw new Error(`${name.toUpperCase()} has a number that cannot be`);
    return all;
  };
  const one = (name: string) => numbers(name, 1, Number.MAX_SAFE_INTEGER)?.[0];
  // Of a whole day the parts of a time have to be ignored.
  const timed = (name: string, most: number) => (start.form === "date" ? undefined : numbers(name, 0, most));
  const rule: Rule = {
    freq,
    interval: Math.abs(one("interval") ?? 1),
    count: one("count"),
    until: untilOf(parts.until, start),
    weekStart: weekStartOf(parts.wkst),
    months: numbers("bymonth", 1, 12)?.map(Math.abs),
    weeks: numbers("byweekno", 1, 53),
    yearDays: numbers("byyearday", 1, 366),
    monthDays: numbers("bymonthday", 1, 31),
    weekdays: weekdaysOf(parts.byday),
    hours: timed("byhour", 23),
    minutes: timed("byminute", 59),
    seconds: timed("bysecond", 60)?.map((second) => Math.min(second, 59)),
    positions: numbers("bysetpos", 1, 366),
  };
  refuseForbidden(rule, parts, start);
  if (parts.rscale !== undefined || parts.skip !== undefined)
    throw new Error("RSCALE and SKIP are not followed");
  return rule;
}

function refuseForbidden(rule: Rule, parts: Record<string, unknown>, start: RuleStart): void {
  const { freq } = rule;
  const isOf = (...names: Rule["freq"][]) => names.includes(freq);
  const forbidden: [boolean, string][] = [
    [rule.count !== undefined && rule.count < 1, "COUNT below 1"],
    [parts.count !== undefined && parts.until !== undefined, "COUNT and UNTIL"],
    [start.form === "date" && isOf("HOURLY", "MINUTELY", "SECONDLY"), "whole days"],
    [hasPlaces(rule) && !isOf("MONTHLY", "YEARLY"), "numbers in BYDAY"],
    [hasPlaces(rule) && rule.weeks !== undefined, "numbers in BYDAY and BYWEEKNO"],
    [rule.weeks !== undefined && !isOf("YEARLY"), "BYWEEKNO"],
    [rule.yearDays !== undefined && isOf("DAILY", "WEEKLY", "MONTHLY"), "BYYEARDAY"],
    [rule.monthDays !== undefined && isOf("WEEKLY"), "BYMONTHDAY"],
    [
      rule.positions !== undefined && !Object.keys(parts).some((name) => /^by(?!setpos)/.test(name)),
      "BYSETPOS alone",
    ],
  ];
  const found = forbidden.find(([isFound]) => isFound)?.[1];
  if (found) throw new Error(`RFC 5545 forbids ${found} in a rule by FREQ=${freq}`);
}

function hasPlaces({ weekdays: named }: Rule): boolean {
  return named?.some(({ place }) => place !== 0) ?? false;
}

function weekdaysOf(value: unknown): Rule["weekdays"] {
  if (value === undefined) return undefined;
  return [value].flat().map((text) => {
    const [, place = "", name = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(String(text)) ?? [];
    const number = weekdays.indexOf(name);
    if (number < 0 || Math.abs(Number(place)) > 53) throw new Error("BYDAY has a day that cannot be");
    return { day: number, place: Number(place) };
  });
}

/** jCal has a number from 1 (Sunday), as ical.js reads it. */
function weekStartOf(value: unknown): number {
  if (typeof value === "number") return (value + 6) % 7;
  const number = weekdays.indexOf(String(value ?? "MO"));
  return number < 0 ? 1 : number;
}

/** A date means the end of that day, a time without zone the start's zone. Some programs end every month with a 31st. */
function untilOf(value: unknown, { form, clock }: RuleStart): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  const days = [30, 29, 28].map((day) => String(value).replace(/^(\d{4}-\d\d)-(?:29|3[01])/, `$1-${day}`));
  const [found] = [String(value), ...days].flatMap((text) => readTime(text) ?? []);
  if (!found) throw new Error("UNTIL cannot be read");
  const { wall, hasTime, isUtc } = found;
  if (form === "date" || isUtc) return wall;
  return clock.instantOf(hasTime ? wall : wall + dayLength - 1);
}
