import type { CalendarEvent } from "#calendar/event.ts";
import texts from "#content/events/texts.yaml";
import { EventDate, EventTicket } from "./event-ticket.tsx";

const { one } = texts;

interface FurtherEventsProps {
  event: CalendarEvent;
  /** The other dates of its series. */
  series: CalendarEvent[];
  /** What takes place next after it, besides its series. */
  next: CalendarEvent | undefined;
}

/** The ways on from an event: its other dates, the next one, and all. */
export function FurtherEvents({ event, series, next }: FurtherEventsProps) {
  return (
    <div className="event-further">
      <div className="wrap">
        {series.length > 0 && (
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
        )}
        <section>
          {next && (
            <>
              <h2>{one.next}</h2>
              <EventTicket event={next} />
            </>
          )}
          <a className="quiet" href={one.all.to}>
            {one.all.label}
          </a>
        </section>
      </div>
    </div>
  );
}
