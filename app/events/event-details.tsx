import { type CalendarEvent, longDate } from "#calendar/event.ts";
import texts from "#content/events/texts.yaml";
import { freeWords } from "./free-event.ts";

const { one } = texts;

interface EventDetailsProps {
  event: CalendarEvent;
  series: CalendarEvent[];
  /** Whether it takes place, and is not over. */
  isOpen: boolean;
}

/** What the head has not said: cost, host, its other dates, and the way back to all events. */
export function EventDetails({ event, series, isOpen }: EventDetailsProps) {
  return (
    <div className="event-details">
      <dl>
        {isOpen && (
          <div className="event-cost">
            <dt>{one.cost}</dt>
            <dd>{freeWords(event)?.text ?? one.namedThere}</dd>
          </div>
        )}
        {event.organizer && (
          <div>
            <dt>{one.host}</dt>
            <dd>{event.organizer}</dd>
          </div>
        )}
        <div className="event-series">
          <dt>{one.series}</dt>
          {series.map((other) => (
            <dd key={other.id}>
              <a href={`/events/${other.slug}`}>
                {longDate(other)}
                {other.title !== event.title && `: ${other.title}`}
              </a>
            </dd>
          ))}
          <dd>
            <a href={one.all.to}>{one.all.label}</a>
          </dd>
        </div>
      </dl>
    </div>
  );
}
