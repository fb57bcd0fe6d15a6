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

/** Our events of a calendar, cleaned for the pages, past ones included; SPEC.md, section 5. */
export function selectEvents(occurrences: Occurrence[], rules: SelectionRules): CalendarEvent[] {
  return occurrences
    .filter(
      (occurrence) =>
        !occurrence.isCancelled && isOurs(occurrence, rules.hosts) && !isExcluded(occurrence.title),
    )
    .map((occurrence) => toEvent(occurrence, rules));
}

function isOurs({ organizer, description }: Occurrence, hosts: string[]): boolean {
  const told = [...organizer, hostNotice(description)].join("\n").toLowerCase();
  return hosts.some((host) => told.includes(host.toLowerCase()));
}

function isExcluded(title: string): boolean {
  return excludedTitles.some((words) => title.toLowerCase().includes(words));
}

function toEvent(occurrence: Occurrence, rules: SelectionRules): CalendarEvent {
  const { uid, recurrenceId, title, description, location, url, start, end, isAllDay, timeZone } = occurrence;
  // A link is no place: such an entry is online, or tells its address in the description.
  const place = /^https?:/i.test(location) ? "" : location;
  return {
    id: recurrenceId ? `${uid}/${recurrenceId}` : uid,
    title,
    description: cleanDescription(description),
    start,
    end,
    isAllDay,
    timeZone,
    location: place || addressBlock(description),
    url: eventLink(url, description, rules.listing),
    image: imageOf(title, rules.images),
  };
}

function imageOf(title: string, images: SelectionRules["images"]): CalendarEvent["image"] {
  const words = title.toLowerCase();
  const match = images.find(({ keywords }) =>
    keywords.some((all) => all.every((word) => words.includes(word.toLowerCase()))),
  );
  return match && { file: match.file, alt: match.alt };
}
