import type { CalendarEvent } from "#calendar/event.ts";
import texts from "#content/events/texts.yaml";
import { EventDate, EventTicket } from "./event-ticket.tsx";

const { one } = texts;

interface OtherDatesProps {
  event: CalendarEvent;
  /** The other dates of its series. */
  series: CalendarEvent[];
}

/** The other dates of an event's series. */
export function OtherDates({ event, series }: OtherDatesProps) {
  return (
    <section>
      <h2>{one.series}</h2>
      <ul className="event-series">
        {series.map((other) => (
          <li key={other.id}>
            <a href={`/events/${other.slug}`}>
              <EventDate event={other} />
              {other.title !== event.title && (
                <>
                  <span className="visually-hidden">: </span>
                  <span>{other.title}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The ways on from an event: what takes place next after it, besides its series, and all. */
export function FurtherEvents({ next }: { next: CalendarEvent | undefined }) {
  return (
    <section className="event-further">
      <div className="wrap">
        {next && <h2>{one.next}</h2>}
        <a className="quiet" href={one.all.to}>
          {one.all.label}
        </a>
        {next && <EventTicket event={next} />}
      </div>
    </section>
  );
}
