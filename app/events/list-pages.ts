import { type CalendarEvent, startMonth } from "#calendar/event.ts";
import { clockOf } from "#calendar/time/wall-time.ts";

/** Cards on a page; docs/specification.md, 'Events page'. */
export const mostShown = 60;

interface Month {
  /** For example 2026-12. */
  key: string;
  label: string;
  events: CalendarEvent[];
}

/** A part of the list of events, and the ways to the rest. */
export interface ListPage {
  number: number;
  /** How many pages there are. */
  pages: number;
  months: Month[];
  /** To the first event of every month; none while one page holds everything. */
  links: { label: string; count: number; to: string }[];
}

/**
 * A page of the list.
 *
 * @param events in the order of the list
 * @returns undefined when there is no page of that number
 */
export function listPage(events: CalendarEvent[], number: number): ListPage | undefined {
  const pages = Math.max(1, Math.ceil(events.length / mostShown));
  if (!Number.isInteger(number) || number < 1 || number > pages) return;
  const months = monthsOf(events.slice((number - 1) * mostShown, number * mostShown));
  if (pages === 1) return { number, pages, months, links: [] };
  return {
    number,
    pages,
    months,
    links: monthsOf(events).map(({ key, label, events: own }) => ({
      label,
      count: own.length,
      to: `${pathOfPage(Math.floor(events.indexOf(own[0] as CalendarEvent) / mostShown) + 1)}#${key}`,
    })),
  };
}

/** Address of a page of the list. */
export function pathOfPage(number: number): string {
  return number === 1 ? "/events" : `/events/page/${number}`;
}

/** By the month in which they start, where they take place. */
function monthsOf(events: readonly CalendarEvent[]): Month[] {
  const months = Map.groupBy(events, ({ start, timeZone }) =>
    new Date(clockOf(timeZone).wallOf(start.getTime())).toISOString().slice(0, 7),
  );
  return [...months].map(([key, own]) => ({ key, label: startMonth(own[0] as CalendarEvent), events: own }));
}

/** The months with each series at its first date alone, and the further dates of those that have some. */
export function saidOnce(months: ListPage["months"]) {
  const firsts = new Map<string, CalendarEvent>();
  const dates = new Map<CalendarEvent, CalendarEvent[]>();
  const isFirst = (event: CalendarEvent) => {
    if (event.recurrenceId === undefined) return true;
    // A date with a title of its own is another evening.
    const evening = `${event.uid}\n${event.title}`;
    const first = firsts.get(evening);
    if (!first) {
      firsts.set(evening, event);
      return true;
    }
    dates.set(first, [...(dates.get(first) ?? []), event]);
    return false;
  };
  return { months: months.map((month) => ({ ...month, events: month.events.filter(isFirst) })), dates };
}

/**
 * How much of its description a card shows, in characters: as much as the page's budget bears, of which a card without words takes
 * as much as 130. An event's own page has the whole text.
 */
export function wordsOnCard(cards: number): number {
  return Math.min(4_000, Math.floor(11_000 / cards) - 130);
}
