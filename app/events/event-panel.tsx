import type { CalendarEvent } from "#calendar/event.ts";
import { googleLink, outlookLink } from "#calendar/write/add-to-calendar.ts";
import texts from "#content/events/texts.yaml";
import { EventDate, EventFacts } from "./event-ticket.tsx";
import { freeWords } from "./free-event.ts";

const { one } = texts;

interface EventPanelProps {
  event: CalendarEvent;
  /** That it is over, or cancelled. */
  status: string | undefined;
}

/** The ticket of an event's own page: when and where, what it costs, the way to register, and the ways into calendars. */
export function EventPanel({ event, status }: EventPanelProps) {
  return (
    <div className="event-panel">
      <EventDate event={event} />
      <EventFacts event={event} isNamed />
      <div className="event-go">
        {status ? <p className="event-status">{status}</p> : <Cost event={event} />}
        <p className="actions">
          <a className={status ? "quiet" : "button"} href={event.url} target="_blank" rel="noopener">
            {one.go}
            <span className="visually-hidden"> ({texts.newTab})</span>
          </a>
          {event.location && (
            <a className="quiet" href={mapLink(event.location)} rel="noopener">
              {one.map}
            </a>
          )}
        </p>
        {!status && <CalendarLinks event={event} />}
      </div>
    </div>
  );
}

function Cost({ event }: { event: CalendarEvent }) {
  return (
    <p>
      <span className="visually-hidden">{`${one.cost}: `}</span>
      {freeWords(event)?.text ?? one.namedThere}
    </p>
  );
}

/** Ways to keep the event in a calendar of one's own. */
function CalendarLinks({ event }: { event: CalendarEvent }) {
  return (
    <p className="event-keep actions">
      <span>{one.add}:</span>
      <a className="quiet" href={`/events/${event.slug}.ics`} download>
        {one.file}
      </a>
      <a className="quiet" href={googleLink(event)} rel="noopener">
        {one.google}
      </a>
      <a className="quiet" href={outlookLink(event)} rel="noopener">
        {one.outlook}
      </a>
    </p>
  );
}

/** A plain link to a map; nothing is loaded from there until a visitor follows it. */
function mapLink(location: string): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: location })}`;
}
