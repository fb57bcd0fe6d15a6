import ICAL from "ical.js";
import { utcClock } from "../../time/wall-time.ts";
import { type EntryTimes, type Moment, textIn } from "../entry-times.ts";
import { keyOf } from "../occurrence.ts";
import { propertiesOf } from "../properties.ts";
import type { SeriesTimes } from "./recurrence.ts";

/**
 * The lines that say when an entry takes place, for other programs. All its dates are in the form of its start, as programs
 * compare texts. Undefined where not every program could follow it: by several rules, with added dates that have lengths of their own, with days called off that have several dates, or with a time in the second of two hours that
 * its clocks show alike.
 *
 * @param changed the instants of dates that are changed
 */
export function seriesLines(
  master: ICAL.Component,
  series: SeriesTimes,
  changed: Iterable<number>,
): string[] | undefined {
  const { start, endOf, rules, added, removed } = series;
  const form = formOf(start);
  const hasSeveralTimes = rules.some(({ freq, hours, minutes, seconds }) => {
    return hours || minutes || seconds || /^(?:HOUR|MINUTE|SECOND)LY$/.test(freq);
  });
  if (rules.length > 1) return undefined;
  if ([...added.values()].some((end) => end !== undefined) || (removed.days.size > 0 && hasSeveralTimes))
    return undefined;
  const named = [start.instant, endOf(start.instant), ...added.keys(), ...removed.instants, ...changed];
  if (named.some((instant) => start.clock.instantOf(start.clock.wallOf(instant)) !== instant))
    return undefined;
  const list = (name: string, instants: number[]) => {
    const texts = [...new Set(instants.map((instant) => textIn(start, instant)))];
    return texts.length > 0 ? [`${name}${form}${texts.join()}`] : [];
  };
  const excepted = [
    ...removed.instants,
    ...[...removed.days].map((instant) => keyOf({ ...start, form: "date", instant }, start)),
  ];
  return [
    ...startAndEnd(series, form),
    ...ruleLines(master, series),
    ...list("RDATE", [...added.keys()]),
    ...list("EXDATE", excepted),
  ];
}

/** The lines that say when a changed date of a series takes place; its own times are in UTC, or days. */
export function changeLines(key: number, times: EntryTimes, start: Moment): string[] {
  const own: Moment =
    times.start.form === "wall" ? { ...times.start, form: "utc", clock: utcClock } : times.start;
  const form = formOf(own);
  return [
    `RECURRENCE-ID${formOf(start)}${textIn(start, key)}`,
    ...startAndEnd({ ...times, start: own }, form),
  ];
}

/** What stands between a name and the times of this form; those that float are in the zone in which they are read. */
function formOf({ form, zone }: Moment): string {
  if (form === "date") return ";VALUE=DATE:";
  if (form === "utc") return ":";
  return /[:;,]/.test(zone.tzid) ? `;TZID="${zone.tzid}":` : `;TZID=${zone.tzid}:`;
}

function startAndEnd({ start, endOf }: EntryTimes, form: string): string[] {
  const end = endOf(start.instant);
  const [from, to] = [start.instant, end].map((instant) => textIn(start, instant));
  return [`DTSTART${form}${from}`, ...(end > start.instant ? [`DTEND${form}${to}`] : [])];
}

/** RRULE with an UNTIL that fits the start (RFC 5545, section 3.3.10). */
function ruleLines(master: ICAL.Component, { start, rules: [rule] }: SeriesTimes): string[] {
  const [property] = propertiesOf(master).filter(([name]) => name === "rrule");
  if (!property || !rule) return [];
  const parts = { ...(property[3] as Record<string, unknown>) };
  if (parts.until !== undefined) {
    const until = new Date(rule.until).toISOString();
    parts.until = start.form === "date" ? until.slice(0, 10) : until.replace(/\.\d{3}/, "");
  }
  if (start.form === "date") for (const name of ["byhour", "byminute", "bysecond"]) delete parts[name];
  const line = new ICAL.Property(["rrule", {}, "recur", parts] as never).toICALString();
  return [line.replaceAll("\r\n ", "")];
}
