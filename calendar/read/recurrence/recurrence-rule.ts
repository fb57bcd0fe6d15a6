import { type Clock, dayLength } from "../../time/wall-time.ts";
import { dayFilter, midnightOf } from "./day-filter.ts";
import type { Rule } from "./rule-reading.ts";

/**
 * Recurrence rules (RFC 5545, section 3.3.10), followed in instants. Periods (years, months, weeks, days, or so many hours,
 * minutes or seconds) are numbered from the series' start, so that looking for dates begins at any of them, however old
 * the series is.
 */

/** How much may still be looked at; shared by the rules of an entry. */
export interface Budget {
  steps: number;
  /** Dates that were left out because clocks skip their hour, as the instants at which the clocks had changed. */
  skipped: number[];
}

const units = { HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1_000 } as const;
const lastWall = Date.UTC(9999, 11, 31);

/** Dates of one period, in order. */
interface Period {
  size: number;
  /** In steps of the budget. */
  cost: number;
  /** A date whose hour the clocks skip is none (RFC 5545, section 3.3.10); its instant is that of section 3.3.5. */
  at(index: number): { instant: number; isSkipped: boolean };
  /** Where the search goes on when nothing between can be a date. */
  before: number;
  after: number;
}

/**
 * The instants of a rule after its start (which is the first date, whatever the rule says), from one instant on: forward those
 * that are later, backward those that are earlier, the nearest first. COUNT is left to the caller.
 * Ends early when the budget is spent.
 */
export function* walk(
  rule: Rule,
  start: number,
  clock: Clock,
  since: number,
  direction: 1 | -1,
  budget: Budget,
): Generator<number> {
  // Nothing is looked for behind the end of the rule.
  if (direction > 0 && rule.until <= since) return;
  const from = direction > 0 ? since : Math.min(since, rule.until + 1);
  const periods = periodsOf(rule, start, clock);
  let place = Math.max(0, periods.placeOf(from));
  if (direction < 0) place += 1;
  while (place >= 0 && budget.steps > 0) {
    const period = periods.at(place);
    if (!period) return;
    budget.steps -= period.cost;
    const first = direction > 0 ? 0 : period.size - 1;
    for (let index = first; index >= 0 && index < period.size && budget.steps > 0; index += direction) {
      budget.steps -= 1;
      const { instant, isSkipped } = period.at(index);
      if (instant <= start || (instant - from) * direction <= 0) continue;
      if (instant > rule.until) {
        if (direction > 0) return;
      } else if (isSkipped) budget.skipped.push(instant);
      else yield instant;
    }
    place = direction > 0 ? period.after : period.before;
  }
}

interface Periods {
  placeOf(instant: number): number;
  /** Undefined when it lies beyond the years that a calendar can write. */
  at(place: number): Period | undefined;
}

function periodsOf(rule: Rule, start: number, clock: Clock): Periods {
  return rule.freq in units ? shortPeriods(rule, start, clock) : longPeriods(rule, start, clock);
}

/** Periods of days: their dates are the days that fit, each at every time of day that fits. */
function longPeriods(rule: Rule, start: number, clock: Clock): Periods {
  const first = clock.wallOf(start);
  const whole = withDefaults(rule, first);
  const fits = dayFilter(whole);
  const months =
    rule.freq === "YEARLY" && whole.months ? [...new Set(whole.months)].sort((a, b) => a - b) : undefined;
  const date = new Date(first);
  const times = product(
    rule.hours ?? [date.getUTCHours()],
    rule.minutes ?? [date.getUTCMinutes()],
    rule.seconds ?? [date.getUTCSeconds()],
  );
  const unit = calendarUnits[rule.freq as keyof typeof calendarUnits];
  const base = unit.numberOf(first, rule.weekStart);
  return {
    placeOf: (instant) =>
      Math.floor((unit.numberOf(clock.wallOf(instant), rule.weekStart) - base) / rule.interval),
    at: (place) => {
      const number = base + place * rule.interval;
      const begin = unit.startOf(number, rule.weekStart);
      if (!(begin <= lastWall)) return undefined;
      // Of a year only the months that are named.
      const looked = months
        ? months.flatMap((month) => daysBetween(midnightOf(number, month - 1), midnightOf(number, month)))
        : daysBetween(begin, unit.startOf(number + 1, rule.weekStart));
      const days = looked.filter(fits);
      const indexes = positionsIn(days.length * times.length, rule.positions);
      return {
        size: indexes?.length ?? days.length * times.length,
        cost: looked.length,
        at: (index) => {
          const chosen = indexes?.[index] ?? index;
          const wall = (days[Math.floor(chosen / times.length)] ?? 0) + (times[chosen % times.length] ?? 0);
          const instant = clock.instantOf(wall);
          return { instant, isSkipped: clock.wallOf(instant) !== wall };
        },
        before: place - 1,
        after: place + 1,
      };
    },
  };
}

/** The midnights from one on and before another. */
function daysBetween(begin: number, end: number): number[] {
  return Array.from({ length: (end - begin) / dayLength }, (_, index) => begin + index * dayLength);
}

/** Hours, minutes or seconds, in exact time: a day with a clock change has an hour more or less. */
function shortPeriods(rule: Rule, start: number, clock: Clock): Periods {
  const unit = units[rule.freq as keyof typeof units];
  const length = unit * rule.interval;
  const fits = dayFilter(rule);
  const own = new Date(clock.wallOf(start));
  const parts = product(
    [0],
    unit > units.MINUTELY ? (rule.minutes ?? [own.getUTCMinutes()]) : [0],
    unit > units.SECONDLY ? (rule.seconds ?? [own.getUTCSeconds()]) : [0],
  );
  /** The longest stretch around a wall time without any date. */
  const closedStretch = (wall: number) => {
    const date = new Date(wall);
    if (!fits(Math.floor(wall / dayLength) * dayLength)) return dayLength;
    if (rule.hours && !rule.hours.includes(date.getUTCHours())) return units.HOURLY;
    if (unit > units.MINUTELY) return 0;
    if (rule.minutes && !rule.minutes.includes(date.getUTCMinutes())) return units.MINUTELY;
    return unit === units.SECONDLY && rule.seconds && !rule.seconds.includes(date.getUTCSeconds()) ? unit : 0;
  };
  return {
    placeOf: (instant) => Math.floor((instant - start) / length),
    at: (place) => {
      const instant = start + place * length;
      if (!(instant <= lastWall)) return undefined;
      const wall = clock.wallOf(instant);
      const stretch = closedStretch(wall);
      if (stretch > 0) {
        const begin = Math.floor(wall / stretch) * stretch;
        const before = Math.ceil((clock.instantOf(begin) - start) / length) - 1;
        const after = Math.ceil((clock.instantOf(begin + stretch) - start) / length);
        return {
          ...{ size: 0, cost: 1, at: () => ({ instant, isSkipped: true }) },
          ...{ before: Math.min(place - 1, before), after: Math.max(place + 1, after) },
        };
      }
      const begin = instant - (((wall % unit) + unit) % unit);
      const indexes = positionsIn(parts.length, rule.positions);
      return {
        size: indexes?.length ?? parts.length,
        cost: 1,
        at: (index) => ({ instant: begin + (parts[indexes?.[index] ?? index] ?? 0), isSkipped: false }),
        ...{ before: place - 1, after: place + 1 },
      };
    },
  };
}

/** What a rule leaves open is as it is in the start. */
function withDefaults(rule: Rule, first: number): Rule {
  if (rule.yearDays || rule.monthDays || rule.weekdays || rule.freq === "DAILY") return rule;
  const date = new Date(first);
  if (rule.freq === "WEEKLY" || rule.weeks)
    return { ...rule, weekdays: [{ day: date.getUTCDay(), place: 0 }] };
  const months = rule.freq === "YEARLY" ? (rule.months ?? [date.getUTCMonth() + 1]) : rule.months;
  return { ...rule, months, monthDays: [date.getUTCDate()] };
}

/** The weekday on which 1970 began. */
const thursday = 4;

/** A number for each year, month, week or day, and its first midnight. */
const calendarUnits = {
  YEARLY: {
    numberOf: (wall: number) => new Date(wall).getUTCFullYear(),
    startOf: (number: number) => midnightOf(number),
  },
  MONTHLY: {
    numberOf: (wall: number) => new Date(wall).getUTCFullYear() * 12 + new Date(wall).getUTCMonth(),
    startOf: (number: number) => midnightOf(0, number),
  },
  WEEKLY: {
    numberOf: (wall: number, weekStart: number) =>
      Math.floor((Math.floor(wall / dayLength) - weekStart + thursday) / 7),
    startOf: (number: number, weekStart: number) => (number * 7 + weekStart - thursday) * dayLength,
  },
  DAILY: {
    numberOf: (wall: number) => Math.floor(wall / dayLength),
    startOf: (number: number) => number * dayLength,
  },
};

/** BYSETPOS: which of so many dates count, in order; undefined for all. */
function positionsIn(size: number, positions: number[] | undefined): number[] | undefined {
  if (!positions) return undefined;
  const indexes = positions.map((place) => (place > 0 ? place - 1 : size + place));
  return [...new Set(indexes)].filter((index) => index >= 0 && index < size).sort((a, b) => a - b);
}

/** Times of day in milliseconds, in order. */
function product(hours: number[], minutes: number[], seconds: number[]): number[] {
  const sorted = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  const [allMinutes, allSeconds] = [sorted(minutes), sorted(seconds)];
  return sorted(hours).flatMap((hour) =>
    allMinutes.flatMap((minute) => allSeconds.map((second) => ((hour * 60 + minute) * 60 + second) * 1_000)),
  );
}
