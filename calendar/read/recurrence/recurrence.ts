import { dayLength } from "../../time/wall-time.ts";
import type { EntryTimes, Moment } from "../entry-times.ts";
import { type Budget, walk } from "./recurrence-rule.ts";
import type { Rule } from "./rule-reading.ts";

/** Days and numbers: docs/specification.md, 'Series'. Steps are what bounds the work, whatever the machine is doing. */
export const lookAheadDays = 90;
const limits = { days: lookAheadDays, ahead: 6, past: 6, steps: 50_000, stepsBack: 20_000 };
/** When asked to look so many days ahead, all dates within them, up to this number. */
const mostAhead = 5_000;

/** A series as its entry has it. Instants are those of `Moment`. */
export interface SeriesTimes extends EntryTimes {
  rules: Rule[];
  /** RDATE: further starts, and the ends of those that have their own. */
  added: Map<number, number | undefined>;
  /** EXDATE: starts, and whole days of the wall clock. */
  removed: { instants: ReadonlySet<number>; days: ReadonlySet<number> };
}

export interface StartsAround {
  starts: number[];
  /** The search for dates was given up, or there are too many. */
  isCut: boolean;
  /** What would be dates not long ago and ahead if clocks did not skip their hour, see `Budget`. */
  skipped: number[];
}

/**
 * The original starts of a series around now, as instants: the next ones within the days that the site looks ahead, the last
 * ones before, and all of `always`, which the rule may have or not.
 *
 * @param now in the series' own instants
 * @param days how far to look ahead, and then for all dates
 */
export function startsAround(
  series: SeriesTimes,
  now: number,
  always: readonly number[],
  days?: number,
): StartsAround {
  const { start, rules, added } = series;
  const ahead: Budget = { steps: limits.steps, skipped: [] };
  // Looking back has its own steps: pages of past dates are worth less than what comes.
  const back: Budget = { steps: limits.stepsBack, skipped: [] };
  const horizon = now + ((days ?? limits.days) + 1) * dayLength;
  const isKept = (instant: number) => instant <= horizon && !isRemoved(series, instant);
  // Whose rules all end before the start has no date of its own: every program reads it so, and Google's calendar writes it.
  const isEnded = rules.length > 0 && rules.every(({ until }) => until < start.instant);
  const own = isEnded ? [] : [start.instant];
  const found = new Set(own.filter((one) => !isRemoved(series, one)));
  for (const instant of always) found.add(instant);
  /** Whether there are more. */
  const take = (dates: Iterable<number>, most: number) => {
    let count = 0;
    for (const instant of dates) {
      if (instant > horizon) return false;
      if (!isKept(instant)) continue;
      if (count === most) return true;
      found.add(instant);
      count += 1;
    }
    return false;
  };
  // An occurrence may have been called off or moved, so that the next one counts in its place.
  const wanted = (days === undefined ? 2 * limits.ahead : mostAhead) + always.length;
  const past = limits.past + always.length;
  const listed = [...added.keys()].sort((a, b) => a - b);
  let hasMore = take(
    listed.filter((one) => one > now),
    wanted,
  );
  take(listed.filter((one) => one <= now).reverse(), past);
  for (const rule of rules) {
    const passed: number[] = [];
    const forward =
      rule.count === undefined
        ? walk(rule, start.instant, start.clock, now, 1, ahead)
        : counted(rule, start, now, passed, ahead);
    if (take(forward, wanted)) hasMore = true;
    // Counted dates that end before now are not the last ones.
    if (rule.count === undefined) take(walk(rule, start.instant, start.clock, now + 1, -1, back), past);
    else if (ahead.steps > 0) take(passed.reverse(), past);
  }
  return {
    starts: [...found].sort((a, b) => a - b),
    isCut: (hasMore && days !== undefined) || ahead.steps <= 0 || back.steps <= 0,
    skipped: [...ahead.skipped, ...back.skipped].filter(
      (one) => one > now - limits.days * dayLength && isKept(one) && !found.has(one),
    ),
  };
}

/** The dates of a rule with COUNT after now; they are counted from the start, which is the first one. */
function* counted(
  rule: Rule,
  { clock, instant: start }: Moment,
  now: number,
  passed: number[],
  budget: Budget,
) {
  let count = 1;
  for (const instant of walk(rule, start, clock, start, 1, budget)) {
    if (count === rule.count) return;
    count += 1;
    if (instant > now) yield instant;
    else passed.push(instant);
  }
}

function isRemoved({ start, removed }: SeriesTimes, instant: number): boolean {
  if (removed.instants.has(instant)) return true;
  return (
    removed.days.size > 0 && removed.days.has(Math.floor(start.clock.wallOf(instant) / dayLength) * dayLength)
  );
}

/** What of a series the site shows: the next ones that are not cancelled, those among them that are, and the last ones. */
export function nearestOf<Item extends { start: Date; isCancelled: boolean }>(
  items: Item[],
  now: number,
  days?: number,
): Item[] {
  const sorted = items.sort((a, b) => a.start.getTime() - b.start.getTime());
  const past = sorted.filter(({ start }) => start.getTime() <= now);
  const horizon = now + (days ?? limits.days) * dayLength;
  let count = 0;
  const ahead = sorted.filter(({ start, isCancelled }) => {
    if (start.getTime() <= now || start.getTime() > horizon) return false;
    if (!isCancelled) count += 1;
    return days !== undefined || count <= limits.ahead;
  });
  return [...past.slice(-limits.past), ...ahead];
}
