import ICAL from "ical.js";
import { timeZoneNamed } from "../time/time-zone-name.ts";
import { instantOf } from "../time/wall-time.ts";

/** One occurrence of a calendar entry: times as instants, texts as in the feed but without what is private. */
export interface Occurrence {
  uid: string;
  /** Original start of one of a series, as iCalendar text; different for each occurrence. */
  recurrenceId: string | undefined;
  title: string;
  description: string;
  location: string;
  url: string | undefined;
  /** Name of the organizer. */
  organizer: string | undefined;
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

export interface ParseWindow {
  now: Date;
  /** Zone of floating times and of times in UTC, IANA. */
  timeZone: string;
}

/**
 * One occurrence of an entry, at the times that the series gives it.
 *
 * @throws when a time cannot be read
 */
export function toOccurrence(
  event: ICAL.Event,
  startTime: ICAL.Time,
  endTime: ICAL.Time | null,
  recurrenceId: string | undefined,
  window: ParseWindow,
): Occurrence {
  const { component } = event;
  if (!startTime) throw new Error("it has no start");
  const text = (name: string) => textOf(component, name);
  const name = component.getFirstProperty("organizer")?.getFirstParameter("cn");
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
    organizer: name ? String(name) : undefined,
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
  /** Zone that the wall time is in; undefined when ical.js converts it (UTC, a VTIMEZONE of the feed). */
  wall: string | undefined;
}

function zoneOf(property: ICAL.Property | null, time: ICAL.Time, fallback: string): Zone {
  const named = timeZoneNamed(String(property?.getFirstParameter("tzid") ?? ""));
  if (named && !time.isDate) return { shown: named, wall: named };
  const isAbsolute = time.zone === ICAL.Timezone.utcTimezone || time.zone !== ICAL.Timezone.localTimezone;
  return { shown: fallback, wall: isAbsolute && !time.isDate ? undefined : fallback };
}

/** An end may have another zone than its start (a flight's, for example); without one it has the start's. */
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

/** A whole number, not negative; 0 when there is none. */
export function numberOf(component: ICAL.Component, name: string): number {
  const value = Number(component.getFirstPropertyValue(name) ?? 0);
  return Number.isInteger(value) && value >= 0 ? value : 0;
}

/** A property as text; empty when it is missing. */
export function textOf(component: ICAL.Component, name: string): string {
  return String(component.getFirstPropertyValue(name) ?? "");
}

/** The time of a property; undefined when it is missing or cannot be read. */
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
