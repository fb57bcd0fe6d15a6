import type { CalendarEvent } from "#calendar/event.ts";
import texts from "#content/events/texts.yaml";
import { EventCard } from "./event-ticket.tsx";
import { type ListPage, pathOfPage } from "./list-pages.ts";

/** More months would push the events off a telephone's screen. */
const mostOpen = 6;

/** A page of the list of upcoming events: the months, the cards, and the ways to the pages before and after. */
export function EventList({ list }: { list: ListPage }) {
  const { number, pages } = list;
  const { months, dates } = saidOnce(list.months);
  const count = months.reduce((sum, { events }) => sum + events.length, 0);
  if (count === 0) return <p className="events-note">{texts.none}</p>;
  const words = wordsOnCard(count);
  const next = number === 1 ? months[0]?.events.shift() : undefined;
  return (
    <>
      <MonthLinks list={list} />
      {next && <EventCard event={next} dates={dates.get(next)} words={words} isNext />}
      {months.map(
        ({ key, label, events }) =>
          // The links to months need the place of one whose only event is the next.
          (events.length > 0 || pages > 1) && (
            <div key={key} className="event-month">
              <h2 id={key}>{label}</h2>
              <ul className="event-list">
                {events.map((event, index) => (
                  <li key={event.id}>
                    <EventCard
                      event={event}
                      dates={dates.get(event)}
                      words={words}
                      isBesidePicture={events[neighborOf(index)]?.image !== undefined}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      {pages > 1 && (
        <p className="event-pages">
          {number > 1 && <a href={pathOfPage(number - 1)}>{texts.earlier}</a>}
          {number < pages && <a href={pathOfPage(number + 1)}>{texts.later}</a>}
        </p>
      )}
    </>
  );
}

/** The place of the card beside one, in two columns. */
function neighborOf(index: number): number {
  return index % 2 === 0 ? index + 1 : index - 1;
}

/** The months with each series at its first date alone, and the further dates of those that have some. */
function saidOnce(months: ListPage["months"]) {
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
function wordsOnCard(cards: number): number {
  return Math.min(4_000, Math.floor(11_000 / cards) - 130);
}

function MonthLinks({ list: { links } }: { list: ListPage }) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={texts.months}>
      <details className="event-months" open={links.length <= mostOpen}>
        <summary>{texts.months}</summary>
        <ul>
          {links.map(({ label, count, to }) => (
            <li key={to}>
              <a href={to}>
                {label} <span>({count})</span>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
