import ICAL from "ical.js";
import { blocksOf } from "./ics-text.ts";
import { expandSeries } from "./recurrence.ts";
import { timeZoneNamed } from "./time-zone-name.ts";
import { instantOf } from "./wall-time.ts";

/** One occurrence of a calendar entry, times made absolute, text as the feed has it. */
export interface Occurrence {
  uid: string;
  /** Original start of one of a series, as iCalendar text; tells its occurrences apart. */
  recurrenceId: string | undefined;
  title: string;
  description: string;
  location: string;
  url: string | undefined;
  /** CN and address of the organizer. */
  organizer: [name: string, address: string];
  isCancelled: boolean;
  start: Date;
  end: Date;
  isAllDay: boolean;
  timeZone: string;
  sequence: number;
  /** DTSTAMP and LAST-MODIFIED; UTC, ISO 8601. */
  stamp: string | undefined;
  lastModified: string | undefined;
  /** WGS 84, degrees. */
  geo: { latitude: number; longitude: number } | undefined;
}

export interface ParsedCalendar {
  occurrences: Occurrence[];
  /** Entries that could not be read; the others are not touched by them. */
  skipped: { uid: string; reason: string }[];
}

export interface ParseWindow {
  now: Date;
  /** Zone of floating times and of times in UTC, IANA. */
  timeZone: string;
}

/** For whoever watches over a reading that may take too long. */
export interface ParseWatch {
  /** UIDs of series that are not to be followed any more. */
  abandoned: ReadonlySet<string>;
  /** Told before each series. */
  onSeries: (uid: string) => void;
}

/**
 * Reads a calendar (RFC 5545). Of a series it gives the next six occurrences of the next 90 days (DECISIONS.md) and the
 * last six that are over. An entry that cannot be read is skipped, whatever is wrong with it.
 */
export function parseCalendar(text: string, window: ParseWindow, watch?: ParseWatch): ParsedCalendar {
  const result: ParsedCalendar = { occurrences: [], skipped: [] };
  const series = new Map<string, { masters: ICAL.Component[]; overrides: ICAL.Component[] }>();
  for (const entry of readEntries(text, result.skipped)) {
    const uid = uidOf(entry);
    const group = series.get(uid) ?? { masters: [], overrides: [] };
    (entry.hasProperty("recurrence-id") ? group.overrides : group.masters).push(entry);
    series.set(uid, group);
  }
  for (const [uid, { masters, overrides }] of series) {
    try {
      if (masters.some((entry) => entry.hasProperty("rrule"))) {
        if (watch?.abandoned.has(uid)) throw new Error("following its rule took too long");
        watch?.onSeries(uid);
      }
      result.occurrences.push(...occurrencesOf(masters, overrides, window));
    } catch (error) {
      result.skipped.push({ uid, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return result;
}

/** Every VEVENT; when the calendar as a whole cannot be read, one by one, so that a bad one hurts no other. */
function readEntries(text: string, skipped: ParsedCalendar["skipped"]): ICAL.Component[] {
  try {
    return componentOf(text).getAllSubcomponents("vevent");
  } catch {
    const zones = new Map(blocksOf(text, "VTIMEZONE").map((block) => [propertyOf(block, "TZID"), block]));
    return blocksOf(text, "VEVENT").flatMap((block) => {
      try {
        const named = [...zones].filter(([tzid]) => tzid && block.includes(tzid)).map(([, zone]) => zone);
        const alone = ["BEGIN:VCALENDAR", ...named, block, "END:VCALENDAR"].join("\r\n");
        return componentOf(alone).getAllSubcomponents("vevent");
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        skipped.push({ uid: propertyOf(block, "UID") ?? "", reason });
        return [];
      }
    });
  }
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
  return String(entry.getFirstPropertyValue("uid") ?? "");
}

function occurrencesOf(
  masters: ICAL.Component[],
  overrides: ICAL.Component[],
  window: ParseWindow,
): Occurrence[] {
  // The same entry in several versions: the latest counts (RFC 5545, section 3.8.7.4).
  const [master] = masters.sort((a, b) => numberOf(b, "sequence") - numberOf(a, "sequence"));
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

function toOccurrence(
  event: ICAL.Event,
  startTime: ICAL.Time,
  endTime: ICAL.Time | null,
  recurrenceId: string | undefined,
  window: ParseWindow,
): Occurrence {
  const { component } = event;
  if (!startTime) throw new Error("it has no start");
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? "");
  const organizer = component.getFirstProperty("organizer");
  const zone = zoneOf(component.getFirstProperty("dtstart"), startTime, window.timeZone);
  const start = toInstant(startTime, zone);
  const end = endTime ? toInstant(endTime, endZone(component, endTime, zone, window)) : start;
  return {
    uid: event.uid ?? "",
    recurrenceId,
    title: text("summary").trim(),
    description: text("description"),
    location: text("location").trim(),
    url: text("url") || undefined,
    organizer: [String(organizer?.getFirstParameter("cn") ?? ""), String(organizer?.getFirstValue() ?? "")],
    isCancelled: text("status").toUpperCase() === "CANCELLED",
    start,
    end: new Date(Math.max(start.getTime(), end.getTime())),
    isAllDay: startTime.isDate,
    timeZone: zone.shown,
    sequence: numberOf(component, "sequence"),
    stamp: instantProperty(component, "dtstamp"),
    lastModified: instantProperty(component, "last-modified"),
    geo: geoOf(component),
  };
}

interface Zone {
  /** Zone to write the times in. */
  shown: string;
  /** Zone that the wall time is meant in; undefined when ical.js knows better (UTC, a VTIMEZONE of the feed). */
  wall: string | undefined;
}

function zoneOf(property: ICAL.Property | null, time: ICAL.Time, fallback: string): Zone {
  const named = timeZoneNamed(String(property?.getFirstParameter("tzid") ?? ""));
  if (named && !time.isDate) return { shown: named, wall: named };
  const isAbsolute = time.zone === ICAL.Timezone.utcTimezone || time.zone !== ICAL.Timezone.localTimezone;
  return { shown: fallback, wall: isAbsolute && !time.isDate ? undefined : fallback };
}

/** An end may be written in another zone than its start, as flights are; without one of its own it has the start's. */
function endZone(component: ICAL.Component, end: ICAL.Time, startZone: Zone, window: ParseWindow): Zone {
  const property = component.getFirstProperty("dtend");
  if (!property || component.hasProperty("rrule") || component.hasProperty("rdate")) return startZone;
  return zoneOf(property, end, window.timeZone);
}

function toInstant(time: ICAL.Time, zone: Zone): Date {
  const instant = zone.wall ? instantOf(time, zone.wall) : time.toJSDate();
  if (Number.isNaN(instant.getTime())) throw new Error("it has a time that cannot be read");
  return instant;
}

function numberOf(component: ICAL.Component, name: string): number {
  const value = Number(component.getFirstPropertyValue(name) ?? 0);
  return Number.isInteger(value) && value >= 0 ? value : 0;
}

/** A property that says when; one that cannot be read is as good as none. */
function instantProperty(component: ICAL.Component, name: string): string | undefined {
  const value = component.getFirstPropertyValue(name);
  if (!(value instanceof ICAL.Time)) return undefined;
  const date = value.toJSDate();
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function geoOf(component: ICAL.Component): Occurrence["geo"] {
  const [latitude, longitude] = [component.getFirstPropertyValue("geo")].flat().map(Number);
  if (latitude === undefined || longitude === undefined) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
