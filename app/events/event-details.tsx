import { type CalendarEvent, longDate } from "#calendar/event.ts";
import { googleLink, outlookLink } from "#calendar/write/add-to-calendar.ts";
import texts from "#content/events/texts.yaml";
import { freeWords } from "./free-event.ts";

const { one } = texts;

interface EventDetailsProps {
  event: CalendarEvent;
  series: CalendarEvent[];
  /** Whether it takes place, and is not over. */
  isOpen: boolean;
}

/** What the head has not said: cost and host, ways to keep the event, its other dates. */
export function EventDetails({ event, series, isOpen }: EventDetailsProps) {
  return (
    <div className="event-details">
      {(isOpen || event.organizer) && (
        <dl>
          {isOpen && (
            <div>
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
        </dl>
      )}
      <div className="event-more">
        {isOpen && (
          <div>
            <h2>{one.add}</h2>
            <ul>
              <li>
                <a href={`/events/${event.slug}.ics`} download>
                  {one.file}
                </a>
              </li>
              <li>
                <a href={googleLink(event)} rel="noopener">
                  {one.google}
                </a>
              </li>
              <li>
                <a href={outlookLink(event)} rel="noopener">
                  {one.outlook}
                </a>
              </li>
            </ul>
          </div>
        )}
        {series.length > 0 && (
          <div>
            <h2>{one.series}</h2>
            <ul>
              {series.map((other) => (
                <li key={other.id}>
                  <a href={`/events/${other.slug}`}>
                    {longDate(other)}
                    {other.title !== event.title && `: ${other.title}`}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p>
          <a href={one.all.to}>{one.all.label}</a>
        </p>
      </div>
    </div>
  );
}
