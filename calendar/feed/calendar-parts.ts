import type { OwnCalendar } from "../read/parsed-calendar.ts";

/** A piece of a calendar: a whole one, sent to another thread or process, would keep the one that answers for too long. */
export type CalendarPart = Pick<OwnCalendar, "events" | "entries">;

/** Events, and entries, that are sent together. */
const partSize = 250;

/** In the order in which `joinParts` puts them together. */
export function* partsOf({
  events,
  entries,
}: { [Kind in keyof CalendarPart]: readonly CalendarPart[Kind][number][] }): Generator<CalendarPart> {
  for (let place = 0; place < Math.max(events.length, entries.length); place += partSize)
    yield {
      events: events.slice(place, place + partSize),
      entries: entries.slice(place, place + partSize),
    };
}

export function joinParts(parts: readonly CalendarPart[]): CalendarPart {
  return {
    events: parts.flatMap(({ events }) => events),
    entries: parts.flatMap(({ entries }) => entries),
  };
}
