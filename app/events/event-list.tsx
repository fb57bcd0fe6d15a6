import texts from "#content/events/texts.yaml";
import { EventCard } from "./event-ticket.tsx";
import { type ListPage, pathOfPage } from "./list-pages.ts";

/** More months would push the events off a telephone's screen. */
const mostOpen = 6;

/** A page of the list of upcoming events: the months, the cards, and the ways to the pages before and after. */
export function EventList({ list }: { list: ListPage }) {
  const { number, pages, months } = list;
  const count = months.reduce((sum, { events }) => sum + events.length, 0);
  if (count === 0) return <p className="events-note">{texts.none}</p>;
  const words = wordsOnCard(count);
  const isFirst = (month: number, place: number) => number === 1 && month === 0 && place === 0;
  return (
    <>
      <MonthLinks list={list} />
      {months.map(({ key, label, events }, month) => (
        <div key={key} className="event-month">
          {pages > 1 && <h2 id={key}>{label}</h2>}
          <ul className="event-list">
            {events.map((event, place) => (
              <li key={event.id}>
                <EventCard event={event} words={words} isFirst={isFirst(month, place)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {pages > 1 && (
        <p className="event-pages">
          {number > 1 && <a href={pathOfPage(number - 1)}>{texts.earlier}</a>}
          {number < pages && <a href={pathOfPage(number + 1)}>{texts.later}</a>}
        </p>
      )}
    </>
  );
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
