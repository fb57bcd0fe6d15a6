import type ICAL from "ical.js";
import { withoutControls } from "../ics/ics-text.ts";
import type { Version } from "../version.ts";
import { zonesOfSeries } from "./entry-times.ts";
import { type Occurrence, type ParseWindow, versionOf } from "./occurrence.ts";
import { propertiesOf, textOf } from "./properties.ts";
import { type EntryRules, openEntry, publicSeries, type Reading } from "./public-series.ts";
import { addZones, publishedText } from "./published-text.ts";
import { readEntries } from "./read-entries.ts";
import { readSeries } from "./recurrence/series.ts";
import {
  describeDates,
  describeOwn,
  describeTimes,
  type EntryReport,
  type NoteCode,
  reportOf,
} from "./report.ts";
import { hash } from "./slug.ts";
import { shorten } from "./text/event-text.ts";
import { addressesIn, publicUid } from "./text/public-uid.ts";
import { type Zones, zonesOf } from "./zones.ts";

export interface ParsedCalendar {
  occurrences: Occurrence[];
  /** The selected entries as they may be published. */
  entries: ParsedEntry[];
  /** VTIMEZONEs of the zones that they name, by TZID. */
  zones: Map<string, string>;
  /** Entries that could not be read. They do not affect the others. */
  skipped: { uid: string; reason: string }[];
  /** How many texts were too long and were cut. */
  cut: number;
  /** Entries of which something is not shown, or only guessed, and why, without what it was. */
  withheld: { uid: string; reasons: string[] }[];
  /** What was done with each VEVENT, in the feed's order; those that cannot be parsed come first. */
  report: EntryReport[];
  /** What the entries that are left out would be; only when asked for (`EntryRules.isExplained`), and never published. */
  others: Pick<ParsedEntry, "own" | "report">[];
}

/** A VEVENT as text. */
export interface ParsedEntry {
  /** UID and RECURRENCE-ID: the same in every version of the entry. */
  id: string;
  version: Version;
  text: string;
  /** Of a series that every program can follow, and of its changes: the lines that say when. */
  times: string[] | undefined;
  /** The entry by itself, at its own start. */
  own: Occurrence;
  report: EntryReport;
  /** What the report says of its dates. */
  dates: Occurrence[];
}

/** For the caller, who may have to interrupt the reading when it takes too long. */
export interface ParseWatch {
  /** UIDs of entries to skip, because reading them took too long before. */
  abandoned: ReadonlySet<string>;
  /** Called before the entries of each UID are read. */
  onSeries: (uid: string) => void;
}

/**
 * Reads a calendar (RFC 5545). Which occurrences of a series it gives: docs/specification.md, 'Series'. An entry
 * that cannot be read is skipped, whatever is wrong with it; one that is private, or not selected, is left out.
 */
export function parseCalendar(
  text: string,
  window: ParseWindow,
  asked: EntryRules = {},
  watch?: ParseWatch,
): ParsedCalendar {
  const rules = { ...asked, people: addressesIn(text) };
  const result: ParsedCalendar = {
    ...{ occurrences: [], entries: [], zones: new Map(), skipped: [], cut: 0, withheld: [], report: [] },
    others: [],
  };
  const zones = new Map<ICAL.Component | null, Zones>();
  const series = new Map<string, Reading[]>();
  const onBroken = (entry: ICAL.Component, error: unknown) => {
    const report = reportOf(entry, rules.isExplained);
    uidOf({ entry, report });
    noteBroken(report, error, result, rules);
    result.report.push(report);
  };
  for (const entry of readEntries(withoutControls(text), onBroken)) {
    const reading = { entry, report: reportOf(entry, rules.isExplained) };
    result.report.push(reading.report);
    const uid = uidOf(reading);
    const group = series.get(uid);
    if (group) group.push(reading);
    else series.set(uid, [reading]);
    if (!zones.has(entry.parent)) zones.set(entry.parent, zonesOf(entry.parent, window));
  }
  for (const [uid, group] of series) {
    try {
      if (watch?.abandoned.has(uid)) throw new Error("reading it took too long");
      watch?.onSeries(uid);
      refuseManyZones(group);
      const own = zonesOfSeries(group, zones.get(group[0]?.entry.parent ?? null) ?? zonesOf(null, window));
      readGroup(group, own, window, rules, result);
      if (rules.isExplained) explainOthers(group, own, window, rules, result);
    } catch (error) {
      const detail = skip(result.skipped, publicUid(uid, rules.people), error);
      for (const { report } of group) report.notes.push({ code: "unreadable", detail });
    }
  }
  return result;
}

/** More than the dates of a series are ever written in. */
const mostZones = 30;

/** @throws when an entry names more zones than anybody has, as each has to be understood */
function refuseManyZones(group: readonly Reading[]): void {
  const all = group.flatMap(({ entry }) => propertiesOf(entry).map(([, { tzid }]) => tzid));
  if (new Set(all).size > mostZones) throw new Error("it names too many time zones");
}

/** UID; of an entry without one a text that is the same as long as its start and title are. */
function uidOf({ entry, report }: Reading): string {
  const uid = textOf(entry, "uid");
  if (uid.trim() !== "") return uid;
  report.notes.push({ code: "no uid" });
  const made = `no-uid-${hash(["dtstart", "dtend", "summary"].map((name) => textOf(entry, name)).join("\n"))}`;
  entry.updatePropertyWithValue("uid", made);
  report.uid = made;
  return made;
}

/** Notes that are logged, as whoever keeps the feed would want to know. */
const loggedNotes: NoteCode[] = [
  "rule not followed",
  "dates cut",
  "date skipped",
  "time ignored",
  "line ignored",
  "ends first",
  "unknown zone",
];

/** Reads the entries of one UID. */
function readGroup(
  group: Reading[],
  zones: Zones,
  window: ParseWindow,
  rules: EntryRules,
  result: ParsedCalendar,
): void {
  for (const { entry, report } of group) describeTimes(entry, report, zones);
  const { master, overrides, broken } = publicSeries(group, rules);
  for (const [{ report }, error] of broken) noteBroken(report, error, result, rules);
  const shown = master ? [master, ...overrides] : overrides;
  const found = readSeries(
    { master: componentOf(master), overrides: overrides.flatMap((one) => componentOf(one) ?? []) },
    zones,
    window,
  );
  for (const { report, open } of shown) {
    if (!open) continue;
    const { component } = open;
    const problem = found.broken.get(component);
    const own = found.own.get(component);
    if (problem) noteBroken(report, problem, result, rules);
    if (found.superseded.includes(component)) report.notes.push({ code: "superseded" });
    if (!own) continue;
    const dates = found.dates.flatMap(({ source, occurrence }) => (source === component ? [occurrence] : []));
    for (const one of [own, ...dates]) one.hasJoinLink = open.hasJoinLink;
    const isMaster = component === master?.open?.component;
    if (isMaster) {
      report.rules.push(...found.problems);
      if (found.problems.length > 0) report.notes.push({ code: "rule not followed" });
      if (found.isCut) report.notes.push({ code: "dates cut" });
      if (found.skipped.length > 0)
        report.notes.push({ code: "date skipped", detail: shorten(found.skipped.join(", "), 200) });
    }
    describeDates(report, own, dates, window.now.getTime());
    const lines = found.lines.get(component);
    const times = found.isFollowable ? lines : undefined;
    const id = `${textOf(component, "uid")}\n${textOf(component, "recurrence-id")}`;
    const version = versionOf(component);
    const text = publishedText(component, lines);
    result.entries.push({ id, version, text, own, report, dates, times });
    addZones(text, zones, window.now, result.zones);
  }
  for (const { occurrence } of found.dates) result.occurrences.push(occurrence);
  result.cut += shown.reduce((sum, { open }) => sum + (open?.cut ?? 0), 0);
  const reasons = new Set(
    shown.flatMap(({ open, report }) => [
      ...(open?.withheld ?? []),
      ...report.notes.flatMap(({ code }) => (loggedNotes.includes(code) ? [code] : [])),
    ]),
  );
  const [first] = group;
  if (first && reasons.size > 0)
    result.withheld.push({ uid: publicUid(first.report.uid, rules.people), reasons: [...reasons] });
}

/** What the entries of a UID that are left out, for whatever reason, would be by themselves. */
function explainOthers(
  group: Reading[],
  zones: Zones,
  window: ParseWindow,
  rules: EntryRules,
  { others }: ParsedCalendar,
): void {
  for (const reading of group.filter(({ report }) => report.end === undefined)) {
    const { entry, report } = reading;
    try {
      const { component } = reading.open ?? openEntry(reading, rules);
      const series = entry.hasProperty("recurrence-id")
        ? { master: undefined, overrides: [component] }
        : { master: component, overrides: [] };
      const found = readSeries(series, zones, window);
      const own = found.own.get(component);
      if (!own) throw found.broken.get(component);
      const dates = found.dates.map(({ occurrence }) => occurrence);
      describeOwn(report, own, dates);
      report.rules.push(...found.problems);
      others.push({ own, report });
    } catch (error) {
      if (report.notes.some(({ code }) => code === "unreadable")) continue;
      report.notes.push({ code: "unreadable", detail: shorten(String((error as Error).message), 200) });
    }
  }
}

const componentOf = (reading: Reading | undefined) => reading?.open?.component;

function noteBroken(
  report: EntryReport,
  error: unknown,
  { skipped }: ParsedCalendar,
  { people }: EntryRules,
): void {
  report.notes.push({ code: "unreadable", detail: skip(skipped, publicUid(report.uid, people), error) });
}

/**
 * Notes for the log that an entry is left out; what a message quotes of the entry is for the report alone, which is returned.
 *
 * @param uid as it may be told
 */
function skip(skipped: ParsedCalendar["skipped"], uid: string, error: unknown): string {
  const reason = shorten(error instanceof Error ? error.message : String(error), 200);
  skipped.push({ uid: shorten(uid, 200), reason: reason.replace(/["'].*$/s, "…") });
  return reason;
}
