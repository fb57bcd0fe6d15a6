import { type CalendarEvent, longDate, placeInWords, timeRange } from "#calendar/event.ts";
import { googleLink, outlookLink } from "#calendar/write/add-to-calendar.ts";
import texts from "#content/events/texts.yaml";
import { freeWords } from "./free-event.ts";
import { EventTime } from "./visitor-time.tsx";

const { one } = texts;

interface EventDetailsProps {
  event: CalendarEvent;
  series: CalendarEvent[];
  /** Whether it takes place, and is not over. */
  isOpen: boolean;
}

/** What somebody who wants to come has to know, beside the event's text; then its other dates, and ways to keep it. */
export function EventDetails({ event, series, isOpen }: EventDetailsProps) {
  const place = placeInWords(event, texts);
  return (
    <>
      <dl className="event-details">
        <dt>{one.when}</dt>
        <dd>
          {longDate(event)}
          <br />
          <EventTime event={event}>{event.isAllDay ? texts.allDay : timeRange(event)}</EventTime>
        </dd>
        {place && (
          <>
            <dt>{one.where}</dt>
            <dd>
              {place}
              {event.location && (
                <>
                  <br />
                  <a href={mapLink(event.location)} rel="noopener">
                    {one.map}
                  </a>
                </>
              )}
            </dd>
          </>
        )}
        {isOpen && (
          <>
            <dt>{one.cost}</dt>
            <dd>{freeWords(event)?.text ?? one.namedThere}</dd>
          </>
        )}
        {event.organizer && (
          <>
            <dt>{one.host}</dt>
            <dd>{event.organizer}</dd>
          </>
        )}
      </dl>
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
    </>
  );
}

/** A plain link to a map; nothing is loaded from there until a visitor follows it. */
function mapLink(location: string): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: location })}`;
}
