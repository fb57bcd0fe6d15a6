import ICAL from "ical.js";
import type { Occurrence, ParseWindow } from "./occurrence.ts";

const dayLength = 86_400_000;
/** Days and numbers: docs/specification.md, 'Series'. Steps limit what a rule may cost; the thread's watch ends what takes longer. */
const limits = { days: 90, ahead: 6, past: 6, steps: 50_000 };

type ToOccurrence = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time, recurrenceId: string) => Occurrence;

/**
 * The next occurrences of a series and the last ones, with changed ones in their changed form.
 *
 * @throws for a rule that never has a date, or whose next date would take too long to find
 */
export function expandSeries(
  event: ICAL.Event,
  window: ParseWindow,
  toOccurrence: ToOccurrence,
): Occurrence[] {
  for (const rule of event.component.getAllProperties("rrule")) {
    refuseEndless(rule.getFirstValue(), event.startDate.isDate);
    stayOnLeapDay(rule, event.startDate);
  }
  takeStartsOfPeriods(event.component);

  const now = window.now.getTime();
  const horizon = now + limits.days * dayLength;
  const ahead: Occurrence[] = [];
  const past: Occurrence[] = [];
  /** Times long ago; only the last of them are expanded. */
  const gone: ICAL.Time[] = [];
  const seen = new Set<string>();
  const add = (time: ICAL.Time) => {
    const recurrenceId = time.toICALString();
    if (seen.has(recurrenceId)) return;
    seen.add(recurrenceId);
    const { item, startDate, endDate } = event.getOccurrenceDetails(time);
    const occurrence = toOccurrence(item, startDate, endDate, recurrenceId);
    const start = occurrence.start.getTime();
    if (start > now) {
      if (start <= horizon) ahead.push(occurrence);
    } else {
      past.push(occurrence);
    }
  };

  const iterator = event.iterator();
  for (let step = 0; ; step += 1) {
    if (step === limits.steps) throw new Error("its first date is too long ago to count from");
    const next = iterator.next();
    // One day more, as time zones are not considered yet.
    if (!next || next.toUnixTime() * 1_000 > horizon + dayLength) break;
    // Cancelled ones are kept but do not count.
    if (ahead.filter((one) => !one.isCancelled).length >= 2 * limits.ahead) break;
    if (next.toUnixTime() * 1_000 > now - dayLength) {
      add(next);
    } else {
      gone.push(next);
      if (gone.length > 4 * limits.past) gone.splice(0, 2 * limits.past);
    }
  }
  for (const time of gone.slice(-limits.past)) add(time);
  // An override may have been moved here from a time that was not reached.
  for (const exception of Object.values(event.exceptions))
    if (exception.recurrenceId) add(exception.recurrenceId);

  const byStart = (a: Occurrence, b: Occurrence) => a.start.getTime() - b.start.getTime();
  let count = 0;
  const next = ahead.sort(byStart).filter((one) => {
    if (!one.isCancelled) count += 1;
    return count <= limits.ahead;
  });
  return [...past.sort(byStart).slice(-limits.past), ...next];
}

/** The most days that each month can have. */
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * ical.js searches for the next date within one step, so a rule without a date would never return. Refused
 * are conditions that RFC 5545, section 3.3.10, does not allow for a frequency, and those that it cannot follow.
 *
 * @throws for such a rule
 */
export function refuseEndless(value: unknown, isAllDay: boolean): void {
  if (!(value instanceof ICAL.Recur)) throw new Error("it has a rule that cannot be read");
  const parts = value.parts as Record<string, (number | string)[] | undefined>;
  const numbers = (name: string) => parts[name]?.map(Number) ?? [];
  const [months, days, weekdays] = [numbers("BYMONTH"), numbers("BYMONTHDAY"), parts.BYDAY ?? []];
  const hasOrdinals = weekdays.some((day) => /\d/.test(String(day)));
  const isDaily = value.freq === "DAILY";
  const isSubDaily = ["HOURLY", "MINUTELY", "SECONDLY"].includes(value.freq);
  const has = (...names: string[]) => names.some((name) => parts[name] !== undefined);

  const isRefused =
    (isSubDaily && (isAllDay || Object.keys(parts).length > 0)) ||
    (hasOrdinals && value.freq !== "MONTHLY" && value.freq !== "YEARLY") ||
    (has("BYWEEKNO") && value.freq !== "YEARLY") ||
    (has("BYYEARDAY") && value.freq !== "YEARLY") ||
    (has("BYMONTHDAY") && value.freq === "WEEKLY") ||
    (isDaily && days.some((day) => day < 0)) ||
    (isDaily && value.interval > 1 && has("BYMONTH", "BYMONTHDAY")) ||
    (isDaily && value.interval % 7 === 0 && weekdays.length > 0);
  if (isRefused) throw new Error("it has a rule with conditions that are not followed");

  const isPossible = (months.length > 0 ? months : [1]).some((month) =>
    days.some((day) => Math.abs(day) <= (longestMonths[month - 1] ?? 0)),
  );
  // BYSETPOS beyond the number of dates that a month or year can have.
  const perMonth = weekdays.length > 0 ? weekdays.length * 5 : days.length || 31;
  const most = perMonth * (value.freq === "YEARLY" ? months.length || 12 : 1);
  const isBeyond = numbers("BYSETPOS").every((place) => Math.abs(place) > most);
  if ((days.length > 0 && !isPossible) || (has("BYSETPOS") && isBeyond))
    throw new Error("it has a rule that never comes true");
}

/** A date that a year does not have is left out (RFC 5545, section 3.3.10); ical.js takes 1 March for 29 February. */
function stayOnLeapDay(rule: ICAL.Property, start: ICAL.Time): void {
  const value: unknown = rule.getFirstValue();
  if (!(value instanceof ICAL.Recur) || value.freq !== "YEARLY" || start.month !== 2 || start.day !== 29)
    return;
  const parts = Object.keys(value.parts);
  if (parts.length > 0 && String(parts) !== "BYMONTH") return;
  value.setComponent("BYMONTHDAY", [29]);
  if (parts.length === 0) value.setComponent("BYMONTH", [2]);
}

/** RDATE may list periods (RFC 5545, section 3.8.5.2), but ical.js only handles dates. */
function takeStartsOfPeriods(component: ICAL.Component): void {
  for (const property of component.getAllProperties("rdate")) {
    const values: unknown[] = property.getValues();
    if (!values.some((value) => value instanceof ICAL.Period)) continue;
    component.removeProperty(property);
    for (const value of values) {
      const added = new ICAL.Property("rdate", component);
      added.setValue(value instanceof ICAL.Period ? value.start : (value as ICAL.Time));
      component.addProperty(added);
    }
  }
}
