import type { CalendarEvent } from "../event.ts";
import { addressBlock, cleanDescription, eventLink, hostNotice } from "./event-text.ts";
import {
  type CalendarEntry,
  type EntryClaims,
  type ParsedCalendar,
  type ParseWatch,
  parseCalendar,
} from "./ics-parser.ts";
import type { Occurrence, ParseWindow } from "./occurrence.ts";

export interface SelectionRules {
  /** Names of the organization: an entry is ours when its organizer or its host notice names one. */
  hosts: string[];
  /** The organization's own addresses and numbers, which texts may say; see `Open`. */
  contacts: string[];
  /** The link of events that have none. */
  listing: string;
  /** Picture by words of the title; the first match counts. */
  images: { keywords: string[][]; file: string; alt: string }[];
}

const excludedTitles = ["book club", "dream reality"];

/** Our part of one calendar: what the pages show, and the entries behind it. */
export interface OwnCalendar extends Omit<ParsedCalendar, "occurrences"> {
  /** Cleaned for the pages, past and cancelled ones included. */
  events: CalendarEvent[];
}

/** Reads a calendar and selects from it; docs/specification.md, 'Event selection'. */
export function readOwnCalendar(
  text: string,
  window: ParseWindow,
  rules: SelectionRules,
  watch?: ParseWatch,
): OwnCalendar {
  const isSelected = (claims: EntryClaims) => isOurs(claims, rules.hosts);
  const { occurrences, ...rest } = parseCalendar(text, window, { ...rules, isSelected }, watch);
  return { ...rest, events: occurrences.map((occurrence) => toEvent(occurrence, rules)) };
}

/** Removes repeats across feeds: keeps the latest version of an entry, and one of those with the same link and start. */
export function withoutRepeats(events: readonly CalendarEvent[], listing: string): CalendarEvent[] {
  const byPlace = new Map<string, CalendarEvent>();
  for (const event of latestOf(events)) {
    const place = event.url === listing ? event.id : `${event.url} ${event.start.getTime()}`;
    if (!byPlace.has(place)) byPlace.set(place, event);
  }
  return [...byPlace.values()];
}

/** One calendar that holds the entries of all, and the time zones that they name. */
export function publishCalendars(calendars: readonly Pick<OwnCalendar, "entries" | "zones">[]): string {
  const zones = new Map(calendars.toReversed().flatMap((calendar) => [...calendar.zones]));
  const entries: CalendarEntry[] = latestOf(calendars.flatMap((calendar) => calendar.entries));
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//selected entries//EN",
    ...zones.values(),
    ...entries.map(({ text }) => text),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

function latestOf<Item extends { id: string; sequence: number }>(items: readonly Item[]): Item[] {
  const byId = new Map<string, Item>();
  for (const item of items) {
    const known = byId.get(item.id);
    if (!known || item.sequence > known.sequence) byId.set(item.id, item);
  }
  return [...byId.values()];
}

function isOurs({ title, organizer, description }: EntryClaims, hosts: string[]): boolean {
  const told = [...organizer, hostNotice(description)].join("\n").toLowerCase();
  return hosts.some((host) => told.includes(host.toLowerCase())) && !isExcluded(title);
}

function isExcluded(title: string): boolean {
  return excludedTitles.some((words) => title.toLowerCase().includes(words));
}

function toEvent(occurrence: Occurrence, rules: SelectionRules): CalendarEvent {
  const { description, location, url, ...rest } = occurrence;
  const { uid, recurrenceId, title } = rest;
  // A link is not a place: such an event is online, or its address is in the description.
  const place = /^https?:/i.test(location) ? "" : location;
  return {
    ...rest,
    id: recurrenceId ? `${uid}/${recurrenceId}` : uid,
    slug: slugOf(uid, recurrenceId),
    description: cleanDescription(description),
    location: place || addressBlock(description),
    url: eventLink(url, description, rules.listing),
    image: imageOf(title, rules.images),
  };
}

/** Letters and digits of the UID, a hash of it, and for one of a series its date. */
function slugOf(uid: string, recurrenceId: string | undefined): string {
  const words = uid
    .split("@", 1)
    .join()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  const day = recurrenceId ? `-${recurrenceId.toLowerCase()}` : "";
  return `${words || "event"}-${hash(uid)}${day}`;
}

/** FNV-1a, 32 bits, in six letters and digits. */
function hash(text: string): string {
  let state = 2166136261;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 16777619);
  return (state >>> 0).toString(36).padStart(7, "0").slice(-6);
}

function imageOf(title: string, images: SelectionRules["images"]): CalendarEvent["image"] {
  const words = title.toLowerCase();
  const match = images.find(({ keywords }) =>
    keywords.some((all) => all.every((word) => words.includes(word.toLowerCase()))),
  );
  return match && { file: match.file, alt: match.alt };
}
