import ICAL from "ical.js";
import { instantOf, isTimeZone } from "./wall-time.ts";

/** One occurrence of a calendar entry, times made absolute, text as the feed has it. */
export interface Occurrence {
  uid: string;
  /** Set for one of a series: tells its occurrences apart. */
  recurrenceId: string | undefined;
  title: string;
  description: string;
  location: string;
  url: string | undefined;
  /** CN and address of the organizer. */
  organizer: string[];
  isCancelled: boolean;
  start: Date;
  end: Date;
  isAllDay: boolean;
  timeZone: string;
}

export interface ParsedCalendar {
  occurrences: Occurrence[];
  /** Entries that could not be read; the others are not touched by them. */
  skipped: { uid: string; reason: string }[];
}

interface Window {
  now: Date;
  /** Zone of floating times and of times in UTC, IANA. */
  timeZone: string;
}

const limits = { days: 90, occurrences: 6, iterations: 20_000 };
const dayLength = 86_400_000;

/**
 * Reads a calendar (RFC 5545). A series gives its next six occurrences of the next 90 days; DECISIONS.md.
 *
 * @throws when the text is no calendar at all
 */
export function parseCalendar(text: string, window: Window): ParsedCalendar {
  const calendar = new ICAL.Component(ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0]);
  if (calendar.name !== "vcalendar") throw new Error("the text is no calendar");

  const result: ParsedCalendar = { occurrences: [], skipped: [] };
  const entries = calendar.getAllSubcomponents("vevent");
  const overrides = Map.groupBy(
    entries.filter((entry) => entry.hasProperty("recurrence-id")),
    (entry) => String(entry.getFirstPropertyValue("uid")),
  );
  for (const entry of entries) {
    if (entry.hasProperty("recurrence-id")) continue;
    const uid = String(entry.getFirstPropertyValue("uid") ?? "");
    try {
      result.occurrences.push(...expand(entry, overrides.get(uid) ?? [], window));
    } catch (error) {
      result.skipped.push({ uid, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return result;
}

function expand(entry: ICAL.Component, overrides: ICAL.Component[], window: Window): Occurrence[] {
  const event = new ICAL.Event(entry, { exceptions: overrides });
  if (!event.startDate) throw new Error("it has no start");
  if (!event.isRecurring()) return [toOccurrence(event, event.startDate, event.endDate, undefined, window)];

  const found: Occurrence[] = [];
  const horizon = window.now.getTime() + limits.days * dayLength;
  const iterator = event.iterator();
  for (let step = 0; step < limits.iterations && found.length < limits.occurrences; step += 1) {
    const next = iterator.next();
    if (!next) break;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    const occurrence = toOccurrence(item, startDate, endDate, next.toString(), window);
    if (occurrence.start.getTime() > horizon) break;
    if (occurrence.start.getTime() > window.now.getTime() && !occurrence.isCancelled) found.push(occurrence);
  }
  return found;
}

function toOccurrence(
  event: ICAL.Event,
  start: ICAL.Time,
  end: ICAL.Time,
  recurrenceId: string | undefined,
  window: Window,
): Occurrence {
  const { component } = event;
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? "");
  const organizer = component.getFirstProperty("organizer");
  const zone = zoneOf(component.getFirstProperty("dtstart"), start, window.timeZone);
  return {
    uid: event.uid,
    recurrenceId,
    title: text("summary").trim(),
    description: text("description"),
    location: text("location").trim(),
    url: text("url") || undefined,
    organizer: [organizer?.getFirstParameter("cn"), organizer?.getFirstValue()].map((value) =>
      String(value ?? ""),
    ),
    isCancelled: text("status").toUpperCase() === "CANCELLED",
    start: toInstant(start, zone),
    end: toInstant(end ?? start, zone),
    isAllDay: start.isDate,
    timeZone: zone.shown,
  };
}

interface Zone {
  /** Zone to write the times in. */
  shown: string;
  /** Zone that the wall time is meant in; undefined when ical.js knows better (UTC, a VTIMEZONE of the feed). */
  wall: string | undefined;
}

function zoneOf(property: ICAL.Property | null, start: ICAL.Time, fallback: string): Zone {
  const name = String(property?.getFirstParameter("tzid") ?? "");
  if (name && isTimeZone(name)) return { shown: name, wall: name };
  const isAbsolute = start.zone === ICAL.Timezone.utcTimezone || start.zone !== ICAL.Timezone.localTimezone;
  return { shown: fallback, wall: isAbsolute && !start.isDate ? undefined : fallback };
}

function toInstant(time: ICAL.Time, zone: Zone): Date {
  const instant = zone.wall ? instantOf(time, zone.wall) : time.toJSDate();
  if (Number.isNaN(instant.getTime())) throw new Error("it has a time that cannot be read");
  return instant;
}
