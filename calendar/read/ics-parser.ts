import ICAL from "ical.js";
import { foldAgain } from "../write/ics-lines.ts";
import { blocksOf, withoutControls } from "../write/ics-text.ts";
import { shorten } from "./event-text.ts";
import { numberOf, type Occurrence, type ParseWindow, textOf, toOccurrence } from "./occurrence.ts";
import { exceptFor, isPublic, propertiesOf, publicEntry, publicZone } from "./public-entry.ts";
import type { EntryReport } from "./report.ts";
import { expandSeries, refuseEndless } from "./recurrence.ts";

export interface ParsedCalendar {
  occurrences: Occurrence[];
  /** The selected entries as they may be published. */
  entries: CalendarEntry[];
  /** VTIMEZONEs that they name, by TZID. */
  zones: Map<string, string>;
  /** Entries that could not be read. They do not affect the others. */
  skipped: { uid: string; reason: string }[];
  /** How many texts were too long and were cut. */
  cut: number;
  /** Entries of which something is not shown, and why, without what it was. */
  withheld: { uid: string; reasons: string[] }[];
  /** What was done with each VEVENT, in the feed's order. */
  report: EntryReport[];
}

/** A VEVENT as text. */
export interface CalendarEntry {
  /** UID and RECURRENCE-ID: the same in every version of the entry. */
  id: string;
  sequence: number;
  text: string;
}

/** The properties by which an entry is recognized as ours, unchanged. */
export interface EntryClaims {
  title: string;
  description: string;
  /** CN and address of the organizer. */
  organizer: [name: string, address: string];
}

/** Which entries are read, and what of their texts is known to be for everybody. */
export interface EntryRules {
  isSelected?: (claims: EntryClaims) => boolean;
  /** The organization's own, see `Open`. */
  contacts?: readonly string[];
  /** Whether the report has texts and secrets. */
  isExplained?: boolean;
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
  rules: EntryRules = {},
  watch?: ParseWatch,
): ParsedCalendar {
  const result: ParsedCalendar = {
    ...{ occurrences: [], entries: [], zones: new Map(), skipped: [], cut: 0, withheld: [] },
    report: [],
  };
  const series = new Map<string, Series>();
  for (const entry of readEntries(withoutControls(text), result.skipped)) {
    const uid = uidOf(entry);
    const group = series.get(uid) ?? { masters: [], overrides: [] };
    (entry.hasProperty("recurrence-id") ? group.overrides : group.masters).push(entry);
    series.set(uid, group);
  }
  for (const [uid, group] of series) {
    try {
      if (watch?.abandoned.has(uid)) throw new Error("reading it took too long");
      watch?.onSeries(uid);
      const { masters, overrides, cut, withheld } = publicSeries(group, rules);
      result.occurrences.push(...occurrencesOf(masters, overrides, window));
      for (const entry of [...masters, ...overrides]) publish(entry, result);
      result.cut += cut;
      if (withheld.length > 0) result.withheld.push({ uid: shorten(uid, 200), reasons: withheld });
    } catch (error) {
      skip(result.skipped, uid, error);
    }
  }
  return result;
}

/** All entries of one UID. */
interface Series {
  masters: ICAL.Component[];
  /** Changed occurrences. */
  overrides: ICAL.Component[];
}

/** The public part of a series. An override that is not public leaves a gap, not the original occurrence. */
function publicSeries(
  { masters, overrides }: Series,
  { isSelected = () => true, contacts }: EntryRules,
): Series & { cut: number; withheld: string[] } {
  if (!masters.every(isPublic)) return { masters: [], overrides: [], cut: 0, withheld: [] };
  const isShown = (entry: ICAL.Component) => isPublic(entry) && isSelected(claimsOf(entry));
  // The same entry in several versions: the latest counts (RFC 5545, section 3.8.7.4).
  const [latest] = masters.sort((a, b) => numberOf(b, "sequence") - numberOf(a, "sequence"));
  const master = latest && isShown(latest) ? publicEntry(latest, contacts) : undefined;
  const shown = overrides.filter(isShown).map((entry) => publicEntry(entry, contacts));
  if (master) {
    const hidden = overrides.filter((entry) => !isShown(entry)).flatMap(exceptFor);
    propertiesOf(master.component).push(...hidden);
  }
  const open = master ? [master, ...shown] : shown;
  return {
    masters: master ? [master.component] : [],
    overrides: shown.map(({ component }) => component),
    cut: open.reduce((sum, { cut }) => sum + cut, 0),
    withheld: [...new Set(open.flatMap(({ withheld }) => [...withheld]))],
  };
}

function claimsOf(entry: ICAL.Component): EntryClaims {
  const organizer = entry.getFirstProperty("organizer");
  return {
    title: textOf(entry, "summary"),
    description: textOf(entry, "description"),
    organizer: [String(organizer?.getFirstParameter("cn") ?? ""), String(organizer?.getFirstValue() ?? "")],
  };
}

function publish(entry: ICAL.Component, { entries, zones }: ParsedCalendar): void {
  const id = `${uidOf(entry)}\n${textOf(entry, "recurrence-id")}`;
  entries.push({ id, sequence: numberOf(entry, "sequence"), text: foldAgain(entry.toString()) });
  for (const [, { tzid }] of propertiesOf(entry)) {
    if (typeof tzid !== "string" || zones.has(tzid)) continue;
    const zone = zonesOf(entry).find((one) => textOf(one, "tzid") === tzid);
    if (zone) zones.set(tzid, foldAgain(publicZone(zone)));
  }
}

function zonesOf(entry: ICAL.Component): ICAL.Component[] {
  return entry.parent?.getAllSubcomponents("vtimezone") ?? [];
}

/** Shortened, because messages may quote the entry. */
function skip(skipped: ParsedCalendar["skipped"], uid: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  skipped.push({ uid: shorten(uid, 200), reason: shorten(reason, 200) });
}

/** Every VEVENT. If the whole calendar cannot be parsed, each is parsed alone, so that a bad one costs only itself. */
function readEntries(text: string, skipped: ParsedCalendar["skipped"]): ICAL.Component[] {
  try {
    return entriesOf(componentOf(text));
  } catch {
    const zones = new Map(blocksOf(text, "VTIMEZONE").map((block) => [propertyOf(block, "TZID"), block]));
    return blocksOf(text, "VEVENT").flatMap((block) => {
      try {
        const tzids = new Set([...block.matchAll(/;TZID="?([^":;\r\n]+)/gi)].map(([, tzid]) => tzid?.trim()));
        const named = [...tzids].flatMap((tzid) => zones.get(tzid) ?? []);
        const alone = ["BEGIN:VCALENDAR", ...named, block, "END:VCALENDAR"].join("\r\n");
        return entriesOf(componentOf(alone));
      } catch (error) {
        skip(skipped, propertyOf(block, "UID") ?? "", error);
        return [];
      }
    });
  }
}

/** The VEVENTs of a calendar, from which time zones with unusual rules are removed first. */
function entriesOf(calendar: ICAL.Component): ICAL.Component[] {
  for (const zone of calendar.getAllSubcomponents("vtimezone"))
    if (!isFollowable(zone)) calendar.removeSubcomponent(zone);
  return calendar.getAllSubcomponents("vevent");
}

/** Only yearly rules: ical.js expands a zone's rules from their first year on, so others could take for ever. */
function isFollowable(zone: ICAL.Component): boolean {
  if (textOf(zone, "tzid") === "") return false;
  const rules = zone.getAllSubcomponents().flatMap((part) => part.getAllProperties("rrule"));
  return rules.every((property) => {
    const rule = property.getFirstValue() as unknown;
    if (!(rule instanceof ICAL.Recur) || rule.freq !== "YEARLY") return false;
    const parts = Object.keys(rule.parts);
    if (!parts.every((part) => ["BYMONTH", "BYDAY", "BYMONTHDAY"].includes(part))) return false;
    try {
      refuseEndless(rule, false);
      return true;
    } catch {
      return false;
    }
  });
}

function componentOf(text: string): ICAL.Component {
  const parsed: unknown = ICAL.parse(text);
  // Several calendars in one text come as a list of lists.
  const first = Array.isArray(parsed) && Array.isArray(parsed[0]) ? mergeParsed(parsed) : parsed;
  return new ICAL.Component(first as ConstructorParameters<typeof ICAL.Component>[0]);
}

function mergeParsed(calendars: unknown[]): unknown {
  const parts = calendars as [name: string, properties: unknown[], components: unknown[]][];
  return ["vcalendar", [], parts.flatMap(([, , components]) => components)];
}

function propertyOf(block: string, name: string): string | undefined {
  return new RegExp(`^${name}[^:\\r\\n]*:(.*)$`, "im").exec(block)?.[1]?.trim();
}

function uidOf(entry: ICAL.Component): string {
  return textOf(entry, "uid");
}

function occurrencesOf(
  masters: ICAL.Component[],
  overrides: ICAL.Component[],
  window: ParseWindow,
): Occurrence[] {
  const [master] = masters;
  if (!master)
    return overrides.map((entry) => {
      const event = new ICAL.Event(entry);
      return toOccurrence(event, event.startDate, event.endDate, String(event.recurrenceId), window);
    });
  const event = new ICAL.Event(master, { exceptions: overrides });
  if (!event.startDate) throw new Error("it has no start");
  if (!event.isRecurring()) return [toOccurrence(event, event.startDate, event.endDate, undefined, window)];
  return expandSeries(event, window, (item, start, end, recurrenceId) =>
    toOccurrence(item, start, end, recurrenceId, window),
  );
}
