import type ICAL from "ical.js";
import { utcClock } from "../../time/wall-time.ts";
import { compareVersions } from "../../version.ts";
import { type EntryTimes, type Moment, momentsOf, periodsOf, textIn, timesOf } from "../entry-times.ts";
import {
  keyOf,
  type Occurrence,
  occurrenceOf,
  orphanOf,
  type ParseWindow,
  versionOf,
} from "../occurrence.ts";
import { forbiddenRule, propertiesOf } from "../properties.ts";
import type { Zones } from "../zones.ts";
import { nearestOf, type SeriesTimes, startsAround } from "./recurrence.ts";
import { type Rule, readRule } from "./rule-reading.ts";
import { changeLines, seriesLines } from "./series-lines.ts";

/** All entries of one UID, as they may be published. */
export interface Series {
  master: ICAL.Component | undefined;
  /** Changed occurrences. */
  overrides: ICAL.Component[];
}

export interface SeriesReading {
  /** Occurrences around now, each with the entry that it comes from. */
  dates: { source: ICAL.Component; occurrence: Occurrence }[];
  /** What every entry is by itself, at its own start. */
  own: Map<ICAL.Component, Occurrence>;
  /** Overrides of which a later version counts. */
  superseded: ICAL.Component[];
  /** Overrides that cannot be read, and why. */
  broken: Map<ICAL.Component, unknown>;
  /** Rules that are not followed, or not to their end. */
  problems: { rule: string; problem: string }[];
  isCut: boolean;
  /** Days on which clocks skip the hour of a date, for example `2027-03-14`. */
  skipped: string[];
  /** Of what every program can follow: the lines that say when, see `seriesLines`. */
  lines: Map<ICAL.Component, string[]>;
  /** `lines` are those of a series that every program can follow to its end. */
  isFollowable: boolean;
}

/**
 * The occurrences of a series around now.
 *
 * @throws when an entry has no start that can be read
 */
export function readSeries({ master, overrides }: Series, zones: Zones, window: ParseWindow): SeriesReading {
  const reading: SeriesReading = {
    ...{ dates: [], own: new Map(), superseded: [], broken: new Map() },
    ...{ problems: [], isCut: false, skipped: [], lines: new Map() },
    isFollowable: false,
  };
  if (master) readMaster(master, overrides, zones, window, reading);
  else
    for (const entry of overrides)
      guard(entry, reading, () => {
        const occurrence = orphanOf(entry, momentsOf(entry, "recurrence-id", zones)[0], zones);
        reading.own.set(entry, occurrence);
        reading.dates.push({ source: entry, occurrence });
      });
  return reading;
}

/** An override that cannot be read costs itself only. */
function guard(entry: ICAL.Component, { broken }: SeriesReading, read: () => void): void {
  try {
    read();
  } catch (error) {
    broken.set(entry, error);
  }
}

function readMaster(
  master: ICAL.Component,
  overrides: ICAL.Component[],
  zones: Zones,
  { now: instant, days }: ParseWindow,
  reading: SeriesReading,
): void {
  const now = instant.getTime();
  const times = timesOf(master, zones);
  const series = seriesTimes(master, times, zones, reading.problems);
  const changes = changesOf(overrides, series.start, zones, reading);
  const isSeries = hasRepeats(master) || changes.size > 0;
  const idOf = (key: number) => (isSeries ? nameOf(key, series.start) : undefined);
  reading.own.set(master, occurrenceOf(master, times, undefined));
  for (const [key, { entry, times: own }] of changes)
    reading.own.set(entry, occurrenceOf(entry, own, idOf(key)));

  const nowThere = series.start.form === "date" ? series.start.zone.clock.wallOf(now) : now;
  const { starts, isCut, skipped } = startsAround(series, nowThere, [...changes.keys()], days);
  reading.isCut = isCut;
  const { clock } = series.start;
  reading.skipped = skipped.map((one) => new Date(clock.wallOf(one)).toISOString().slice(0, 10));
  describeSeries(master, series, changes, reading);
  const following = [...changes].filter(([, { isRange }]) => isRange).sort(([a], [b]) => a - b);
  const all = starts.map((key) => {
    const change = changes.get(key) ?? following.findLast(([from]) => from < key)?.[1];
    if (!change) {
      const at = { start: key, end: series.added.get(key) };
      return { source: master, occurrence: occurrenceOf(master, times, idOf(key), at) };
    }
    const at = { start: moved(key, change, series.start) };
    return { source: change.entry, occurrence: occurrenceOf(change.entry, change.times, idOf(key), at) };
  });
  const sources = new Map(all.map(({ source, occurrence }) => [occurrence, source]));
  for (const occurrence of isSeries ? nearestOf([...sources.keys()], now, days) : sources.keys())
    reading.dates.push({ source: sources.get(occurrence) ?? master, occurrence });
}

/** A date of a series as text; of two that a clock on the wall shows alike the second one is in UTC. */
function nameOf(key: number, start: Moment): string {
  const isFirst = start.clock.instantOf(start.clock.wallOf(key)) === key;
  return textIn(isFirst ? start : { ...start, form: "utc", clock: utcClock }, key);
}

function describeSeries(
  master: ICAL.Component,
  series: SeriesTimes,
  changes: ReadonlyMap<number, ChangedDate>,
  reading: SeriesReading,
): void {
  // Few programs know a change of all that follows.
  const hasRange = [...changes.values()].some(({ isRange }) => isRange);
  const own = hasRange ? undefined : seriesLines(master, series, changes.keys());
  if (!own) return;
  reading.isFollowable = hasRepeats(master) && reading.problems.length === 0;
  reading.lines.set(master, own);
  for (const [key, { entry, times }] of changes)
    reading.lines.set(entry, changeLines(key, times, series.start));
}

interface ChangedDate {
  entry: ICAL.Component;
  times: EntryTimes;
  /** The instant that it changes. */
  key: number;
  /** It changes those that follow as well (RFC 5545, section 3.2.13). */
  isRange: boolean;
}

/** Overrides by what they change. Of several of one date the latest version counts (RFC 5545, section 3.8.7.4). */
function changesOf(
  overrides: ICAL.Component[],
  start: Moment,
  zones: Zones,
  reading: SeriesReading,
): Map<number, ChangedDate> {
  const changes = new Map<number, ChangedDate>();
  for (const entry of overrides)
    guard(entry, reading, () => {
      const [original] = momentsOf(entry, "recurrence-id", zones);
      if (!original) throw new Error("it has a RECURRENCE-ID that cannot be read");
      const key = keyOf(original, start);
      const known = changes.get(key)?.entry;
      const isOlder = known && compareVersions(versionOf(known), versionOf(entry)) > 0;
      if (known) reading.superseded.push(isOlder ? entry : known);
      if (isOlder) return;
      const isRange = entry.getFirstProperty("recurrence-id")?.getFirstParameter("range") === "THISANDFUTURE";
      changes.set(key, { entry, times: timesOf(entry, zones), key, isRange });
    });
  return changes;
}

/** Where a change moves an occurrence to: later ones as far as the one that it names, by the series' clock on the wall. */
function moved(key: number, { times, key: named }: ChangedDate, { clock }: Moment): number {
  if (key === named) return times.start.instant;
  const shift = clock.wallOf(times.start.instant) - clock.wallOf(named);
  return clock.instantOf(clock.wallOf(key) + shift);
}

function hasRepeats(entry: ICAL.Component): boolean {
  return ["rrule", "rdate", forbiddenRule].some((name) => entry.hasProperty(name));
}

function seriesTimes(
  master: ICAL.Component,
  times: EntryTimes,
  zones: Zones,
  problems: SeriesReading["problems"],
): SeriesTimes {
  const { start } = times;
  const rules: Rule[] = [];
  for (const [name, , , value] of propertiesOf(master)) {
    if (name === forbiddenRule) problems.push({ rule: String(value), problem: "it cannot be read" });
    if (name !== "rrule") continue;
    try {
      rules.push(readRule(value, start));
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      problems.push({ rule: JSON.stringify(value), problem });
    }
  }
  const added = new Map<number, number | undefined>();
  for (const moment of momentsOf(master, "rdate", zones)) added.set(keyOf(moment, start), undefined);
  for (const period of periodsOf(master, zones)) added.set(keyOf(period.start, start), period.end);
  const excepted = momentsOf(master, "exdate", zones);
  const isDay = ({ form }: Moment) => form === "date" && start.form !== "date";
  return {
    ...times,
    rules,
    added,
    removed: {
      instants: new Set(excepted.filter((one) => !isDay(one)).map((one) => keyOf(one, start))),
      days: new Set(excepted.filter(isDay).map(({ instant }) => instant)),
    },
  };
}
