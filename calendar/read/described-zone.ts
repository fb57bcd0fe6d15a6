import type ICAL from "ical.js";
import { readTime } from "../time/ical-time.ts";
import { type Clock, clockBy } from "../time/wall-time.ts";
import { forbiddenRule, propertiesOf, textOf } from "./properties.ts";
import { midnightOf } from "./recurrence/day-filter.ts";
import { type Budget, walk } from "./recurrence/recurrence-rule.ts";
import { type Rule, readRule } from "./recurrence/rule-reading.ts";

/** A part of a VTIMEZONE: when clocks change from one offset (ahead of UTC, in milliseconds) to another. Times are instants. */
interface Change {
  from: number;
  to: number;
  /** The clock until then. */
  clock: Clock;
  start: number;
  /** DTSTART, RDATE, and the dates of a rule with COUNT. */
  listed: number[];
  rules: Rule[];
}

/** More than a zone will ever have. */
const most = { parts: 200, listed: 1_000 };
/** Of looking for changes, see `Budget`: a rule needs 31 or 62 a year. */
const steps = 100_000;

/**
 * The clocks that a VTIMEZONE describes; before its first change those that were in use when it came (RFC 5545, section 3.6.5).
 *
 * @returns undefined when it cannot be followed: times or offsets that are none, rules that are not yearly, more changes than clocks have
 */
export function describedClock(zone: ICAL.Component): Clock | undefined {
  const parts = zone.getAllSubcomponents();
  if (parts.length === 0 || parts.length > most.parts) return undefined;
  const budget: Budget = { steps, skipped: [] };
  const changes = parts.flatMap((part) => changeOf(part, budget) ?? []);
  const listed = changes.reduce((sum, change) => sum + change.listed.length, 0);
  if (changes.length < parts.length || listed > most.listed) return undefined;
  const first = changes.reduce((one, other) => (other.start < one.start ? other : one));
  const years = new Map<number, Changed[]>();
  return clockBy((instant) => {
    const year = new Date(instant).getUTCFullYear();
    const known = years.get(year) ?? changesUntil(year, changes, budget);
    years.set(year, known);
    return known.findLast(({ at }) => at <= instant)?.to ?? first.from;
  });
}

interface Changed {
  at: number;
  to: number;
}

/** The changes of a year, and the last one before, in order. */
function changesUntil(year: number, changes: readonly Change[], budget: Budget): Changed[] {
  const [begin, end] = [midnightOf(year), midnightOf(year + 1)];
  const all = changes.flatMap(({ to, clock, start, listed, rules }) => {
    const dates = listed.filter((one) => one < end);
    for (const rule of rules)
      for (const date of walk(rule, start, clock, end, -1, budget)) {
        dates.push(date);
        if (date <= begin) break;
      }
    return dates.map((at): Changed => ({ at, to }));
  });
  const sorted = all.sort((a, b) => a.at - b.at);
  return sorted.slice(
    Math.max(
      0,
      sorted.findLastIndex(({ at }) => at <= begin),
    ),
  );
}

/** Undefined when it cannot be followed. */
function changeOf(part: ICAL.Component, budget: Budget): Change | undefined {
  const [from, to] = [offsetIn(part, "tzoffsetfrom"), offsetIn(part, "tzoffsetto")];
  const written = propertiesOf(part).flatMap(([name, , , ...all]) =>
    /^(?:dtstart|rdate)$/.test(name) ? all.map((one) => readTime(String(one))) : [],
  );
  const start = readTime(textOf(part, "dtstart"))?.wall;
  if (from === undefined || to === undefined || start === undefined) return undefined;
  if (part.hasProperty(forbiddenRule) || written.length > most.listed) return undefined;
  const clock: Clock = { wallOf: (instant) => instant + from, instantOf: (wall) => wall - from };
  const listed = written.flatMap((time) =>
    time?.hasTime ? (time.isUtc ? time.wall : clock.instantOf(time.wall)) : [],
  );
  if (listed.length < written.length) return undefined;
  const change: Change = { from, to, clock, start: clock.instantOf(start), listed, rules: [] };
  return addRules(change, part, budget) ? change : undefined;
}

/** Whether all rules of a part can be followed. */
function addRules({ clock, start, listed, rules }: Change, part: ICAL.Component, budget: Budget): boolean {
  for (const [name, , , value] of propertiesOf(part)) {
    if (name !== "rrule") continue;
    try {
      const rule = readRule(value, { form: "wall", clock });
      if (rule.freq !== "YEARLY") return false;
      const counted = rule.count === undefined ? undefined : Math.min(rule.count - 1, most.listed);
      if (counted === undefined) rules.push(rule);
      else listed.push(...walk(rule, start, clock, start, 1, budget).take(counted));
    } catch {
      return false;
    }
  }
  return true;
}

function offsetIn(part: ICAL.Component, name: string): number | undefined {
  const [, sign, hours, minutes, seconds = 0] =
    /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(textOf(part, name)) ?? [];
  const length = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return sign === undefined ? undefined : (sign === "-" ? -1_000 : 1_000) * length;
}
