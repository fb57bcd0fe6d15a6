import ICAL from "ical.js";
import { isHostNamed } from "../event.ts";
import { blocksOf, withoutControls } from "../ics/ics-text.ts";
import { zonesOfSeries } from "./entry-times.ts";
import { explain, explainOthers } from "./explain.ts";
import { mendedText, readableLine, readWholeDays } from "./mended-text.ts";
import { eventOf, type ParseWindow } from "./occurrence.ts";
import { type EntryRules, type Reading, readGroup, type SelectionRules } from "./own-series.ts";
import type { OwnCalendar, ParsedCalendar } from "./parsed-calendar.ts";
import { propertiesOf, textOf } from "./properties.ts";
import { noteBroken, nothingSelected, reportOf, skip } from "./report.ts";
import { hash } from "./slug.ts";
import { addressesIn, publicUid } from "./text/public-uid.ts";
import { type Zones, zonesOf } from "./zones.ts";

/** For the caller, who may have to interrupt the reading when it takes too long. */
export interface ParseWatch {
  /** UIDs of entries to skip, because reading them took too long before. */
  abandoned: ReadonlySet<string>;
  /** Called before the entries of each UID are read. */
  onSeries: (uid: string) => void;
}

/** Reads a calendar and selects from it; docs/specification.md, 'Event selection'. */
export function readOwnCalendar(
  text: string,
  window: ParseWindow,
  rules: SelectionRules,
  watch?: ParseWatch,
): OwnCalendar {
  const isHost = (name: string) => isHostNamed(name, rules.hosts);
  const asked = {
    ...{ contacts: rules.contacts, online: rules.online, selection: rules },
    isHost: rules.isAllOurs ? isHost : undefined,
  };
  const parsed = parseCalendar(text, window, asked, watch);
  if (rules.isExplained) explain(parsed, rules, window.now);
  const { occurrences, entries, others: _, ...rest } = parsed;
  return {
    ...rest,
    count: rest.report.length,
    nothing: nothingSelected(rest.report),
    events: occurrences.map((occurrence) => eventOf(occurrence, rules)),
    entries: entries.map(({ id, version, text, times, own }) => ({
      ...{ id, version, text, times },
      ...{ uid: own.uid, recurrenceId: own.recurrenceId },
      shown: times && eventOf(own, rules),
    })),
  };
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
  const isExplained = asked.selection?.isExplained ?? false;
  const result: ParsedCalendar = {
    ...{ occurrences: [], entries: [], zones: new Map(), skipped: [], cut: 0, withheld: [], report: [] },
    others: [],
  };
  const zones = new Map<ICAL.Component | null, Zones>();
  const series = new Map<string, Reading[]>();
  const onBroken = (entry: ICAL.Component, error: unknown) => {
    const report = reportOf(entry, isExplained);
    uidOf({ entry, report });
    noteBroken(report, error, result.skipped, rules.people);
    result.report.push(report);
  };
  for (const entry of readEntries(withoutControls(text), onBroken)) {
    const reading = { entry, report: reportOf(entry, isExplained) };
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
      if (isExplained) explainOthers(group, own, window, rules, result);
    } catch (error) {
      const detail = skip(result.skipped, publicUid(uid, rules.people), error);
      for (const { report } of group) report.notes.push({ code: "unreadable", detail });
    }
  }
  return result;
}

/** More than the dates of a series are ever written in. */
export const mostZones = 30;

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

/**
 * Every VEVENT. If the whole text cannot be parsed, each is parsed alone, so that a bad one costs only itself.
 *
 * @param onBroken told of each that cannot be parsed: an entry with nothing but its UID and title, as far as they can be found
 */
export function readEntries(
  feed: string,
  onBroken: (entry: ICAL.Component, error: unknown) => void,
): ICAL.Component[] {
  const text = mendedText(feed);
  try {
    return calendarsOf(text).flatMap(entriesOf);
  } catch {
    const isSingle = text.match(/^BEGIN:VCALENDAR/gim)?.length === 1;
    const head = ["X-WR-TIMEZONE", ...(isSingle ? ["METHOD"] : [])].flatMap(
      (name) => new RegExp(`^${name}[:;].*$`, "im").exec(text) ?? [],
    );
    const whole = blocksOf(text, "VTIMEZONE").filter((block) => /\nEND:VTIMEZONE\s*$/i.test(block));
    const zones = new Map(whole.map((block) => [propertyOf(block, "TZID"), block]));
    return blocksOf(text, "VEVENT").flatMap((block) => {
      try {
        if (!/\nEND:VEVENT\s*$/i.test(block)) throw new Error("it breaks off");
        const tzids = new Set([...block.matchAll(/;TZID="?([^":;\r\n]+)/gi)].map(([, tzid]) => tzid?.trim()));
        const named = [...tzids].flatMap((tzid) => zones.get(tzid) ?? []);
        const around = ["BEGIN:VCALENDAR", ...head, ...named];
        return parsedAlone(block, around).flatMap(entriesOf);
      } catch (error) {
        const entry = new ICAL.Component("vevent");
        for (const name of ["uid", "summary"])
          entry.addPropertyWithValue(name, propertyOf(block, name) ?? "");
        onBroken(entry, error);
        return [];
      }
    });
  }
}

/** A VEVENT, if need be without the lines that cannot be read. @throws when what is left cannot be read either */
function parsedAlone(block: string, around: string[]): ICAL.Component[] {
  const parsed = (lines: string) => calendarsOf([...around, lines, "END:VCALENDAR"].join("\r\n"));
  try {
    return parsed(block);
  } catch (error) {
    const lines = block.split("\r\n");
    if (lines.length > mostLines) throw error;
    return parsed(lines.map(readableLine).join("\r\n"));
  }
}

/** Of an entry: looking at more of them would take long. */
const mostLines = 10_000;

/** The VEVENTs of a calendar. Where an END stands too late, one is within another, or a calendar within a calendar. */
function entriesOf(calendar: ICAL.Component): ICAL.Component[] {
  const calendars = [calendar];
  for (const one of calendars)
    for (const inner of one.getAllSubcomponents("vcalendar")) calendars.push(inner);
  return calendars.flatMap((one) => {
    const entries = one.getAllSubcomponents("vevent");
    for (const entry of entries)
      for (const inner of entry.getAllSubcomponents("vevent")) entries.push(one.addSubcomponent(inner));
    entries.forEach(readWholeDays);
    return entries;
  });
}

/** Several calendars in one text come as a list. */
function calendarsOf(text: string): ICAL.Component[] {
  const parsed: unknown = ICAL.parse(text);
  const all = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed];
  return all.map((one) => new ICAL.Component(one as ConstructorParameters<typeof ICAL.Component>[0]));
}

function propertyOf(block: string, name: string): string | undefined {
  return new RegExp(`^${name}[^:\\r\\n]*:(.*)$`, "im").exec(block)?.[1]?.trim();
}
