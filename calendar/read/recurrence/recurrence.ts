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
): { starts: number[]; isCut: boolean } {
  const { start } = series;
  const budget: Budget = { steps: limits.steps };
  const horizon = now + ((days ?? limits.days) + 1) * dayLength;
  // An occurrence may have been called off or moved, so that the next one counts in its place.
  const wanted = (days === undefined ? 2 * limits.ahead : mostAhead) + always.length;
  const isKept = (instant: number) => !isRemoved(series, instant);
  const found = new Set([start.instant, ...series.added.keys()].filter(isKept));
  for (const instant of always) found.add(instant);
  for (const rule of series.rules) {
    const forward = datesOf(rule, start, now, 1, budget);
    let count = 0;
    for (const instant of forward) {
      if (instant > horizon || count === wanted) break;
      if (!isKept(instant)) continue;
      found.add(instant);
      count += 1;
    }
  }
  const isCut = budget.steps <= 0;
  for (const rule of series.rules) {
    // Looking back has its own steps: pages of past dates are worth less than what comes.
    const backward = datesOf(rule, start, now + 1, -1, { steps: limits.stepsBack });
    let count = 0;
    for (const instant of backward) {
      if (count === limits.past + always.length) break;
      if (!isKept(instant)) continue;
      found.add(instant);
      count += 1;
    }
  }
  return { starts: [...found].sort((a, b) => a - b), isCut };
}

/** With COUNT dates are counted from the start; else the search begins at `from`. */
function* datesOf(
  rule: Rule,
  { clock, instant: start }: Moment,
  from: number,
  direction: 1 | -1,
  budget: Budget,
) {
  if (rule.count === undefined) {
    yield* walk(rule, start, clock, from, direction, budget);
    return;
  }
  const passed: number[] = [];
  // The start is the first one.
  let count = 1;
  for (const instant of walk(rule, start, clock, start, 1, budget)) {
    if (count === rule.count) break;
    count += 1;
    if (instant > from && direction < 0) break;
    if (direction < 0) passed.push(instant);
    else if (instant > from) yield instant;
  }
  yield* passed.reverse();
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
