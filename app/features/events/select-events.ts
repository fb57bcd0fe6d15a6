import type { CalendarEvent } from "./event.ts";
import { addressBlock, cleanDescription, eventLink, hostNotice } from "./event-text.ts";
import type { Occurrence } from "./ics-parser.ts";

export interface SelectionRules {
  /** Names of the organization: an entry is ours when its organizer or its host notice names one. */
  hosts: string[];
  /** Where an event without a link of its own leads. */
  listing: string;
  /** Picture by words of the title; the first match counts. */
  images: { keywords: string[][]; file: string; alt: string }[];
}

const excludedTitles = ["book club", "dream reality"];

/**
 * Our events of a calendar, cleaned for the pages, past and cancelled ones included; SPEC.md, section 5. The same event
 * of several feeds comes once: the same entry in its latest version, or the same page at the same time.
 */
export function selectEvents(occurrences: readonly Occurrence[], rules: SelectionRules): CalendarEvent[] {
  const byId = new Map<string, CalendarEvent>();
  for (const occurrence of occurrences) {
    if (!isOurs(occurrence, rules.hosts) || isExcluded(occurrence.title)) continue;
    const event = toEvent(occurrence, rules);
    const known = byId.get(event.id);
    if (!known || event.sequence > known.sequence) byId.set(event.id, event);
  }
  const byPlace = new Map<string, CalendarEvent>();
  for (const event of byId.values()) {
    const place = event.url === rules.listing ? event.id : `${event.url} ${event.start.getTime()}`;
    if (!byPlace.has(place)) byPlace.set(place, event);
  }
  return [...byPlace.values()];
}

function isOurs({ organizer, description }: Occurrence, hosts: string[]): boolean {
  const told = [...organizer, hostNotice(description)].join("\n").toLowerCase();
  return hosts.some((host) => told.includes(host.toLowerCase()));
}

function isExcluded(title: string): boolean {
  return excludedTitles.some((words) => title.toLowerCase().includes(words));
}

function toEvent(occurrence: Occurrence, rules: SelectionRules): CalendarEvent {
  const { description, location, url, organizer, ...rest } = occurrence;
  const { uid, recurrenceId, title } = rest;
  // A link is no place: such an entry is online, or tells its address in the description.
  const place = /^https?:/i.test(location) ? "" : location;
  return {
    ...rest,
    id: recurrenceId ? `${uid}/${recurrenceId}` : uid,
    slug: slugOf(uid, recurrenceId),
    description: cleanDescription(description),
    location: place || addressBlock(description),
    organizer: organizer[0] || undefined,
    url: eventLink(url, description, rules.listing),
    image: imageOf(title, rules.images),
  };
}

/** Letters and digits of the UID, what tells it from similar ones, and the day of one of a series. */
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
