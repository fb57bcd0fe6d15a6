import { Style } from "#app/ui/style.tsx";
import texts from "#content/events/texts.yaml";
import { type CalendarEvent, dateParts, longDate, timeRange } from "./event.ts";
import { eventPicture } from "./event-pictures.ts";
import css from "./event-ticket.css?inline";

/** The next event as a ticket across the page: date block, what it is, the way there. */
export function EventTicket({ event }: { event: CalendarEvent }) {
  const { day, month, weekday } = dateParts(event);
  return (
    <article className="ticket">
      <Style name="event-ticket" css={css} />
      <p className="ticket-date">
        <b>{day}</b> <span>{month}</span> <small>{weekday}</small>
      </p>
      <div className="ticket-what">
        <h3>{event.title}</h3>
        <p>{firstParagraph(event.description)}</p>
        <EventFacts event={event} />
      </div>
      <EventLink event={event} />
    </article>
  );
}

/** An event in the list: picture, badge, title, text, times, the way there. */
export function EventCard({ event, isFirst }: { event: CalendarEvent; isFirst: boolean }) {
  const picture = event.image && eventPicture(event.image.file);
  return (
    <article className="event-card">
      <Style name="event-ticket" css={css} />
      {picture ? (
        <picture>
          {Object.entries(picture.sources).map(([format, srcSet]) => (
            <source
              key={format}
              type={`image/${format}`}
              srcSet={srcSet}
              sizes="(min-width: 56rem) 40rem, 100vw"
            />
          ))}
          <img
            className="event-image"
            src={picture.img.src}
            width={picture.img.w}
            height={picture.img.h}
            alt={event.image?.alt ?? ""}
            loading={isFirst ? "eager" : "lazy"}
            decoding="async"
          />
        </picture>
      ) : (
        <DatePanel event={event} />
      )}
      <div className="event-body">
        <p className="event-badge">{texts.badge}</p>
        <h3>{event.title}</h3>
        {event.description.split("\n\n").map((paragraph) => (
          <p key={paragraph} className="event-text">
            {paragraph}
          </p>
        ))}
        <p className="event-date">{longDate(event)}</p>
        <EventFacts event={event} />
        <EventLink event={event} />
      </div>
    </article>
  );
}

/** Stands where an event has no picture. The date is written out below, so assistive technology skips this one. */
function DatePanel({ event }: { event: CalendarEvent }) {
  const { day, month } = dateParts(event);
  return (
    <p className="event-image event-panel spruce" aria-hidden="true">
      <b>{day}</b>
      <span>{month}</span>
    </p>
  );
}

function EventFacts({ event }: { event: CalendarEvent }) {
  return (
    <p className="event-facts">
      <span>{event.isAllDay ? texts.allDay : timeRange(event)}</span>{" "}
      <span>{event.location ?? texts.online}</span>
    </p>
  );
}

function EventLink({ event }: { event: CalendarEvent }) {
  return (
    <a className="button" href={event.url} target="_blank" rel="noopener">
      {texts.view}
      <span className="visually-hidden">
        : {event.title} ({texts.newTab})
      </span>
    </a>
  );
}

function firstParagraph(description: string): string {
  return description.split("\n\n", 1)[0] ?? "";
}
