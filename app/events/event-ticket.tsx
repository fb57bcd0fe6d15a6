import { Fragment } from "react";
import { Style } from "#app/design/style.tsx";
import { type CalendarEvent, dateParts, longDate, placeInWords, timeRange } from "#calendar/event.ts";
import { shorten } from "#calendar/read/text/event-text.ts";
import texts from "#content/events/texts.yaml";
import { eventPicture } from "./event-pictures.ts";
import css from "./event-ticket.css?inline";
import { freeWords } from "./free-event.ts";
import { RichText } from "./rich-text.tsx";
import { EventTime } from "./visitor-time.tsx";

/** In characters, of the first paragraph. */
const longestOnTicket = 4_000;

/** The next event as a ticket across the page: date block, what it is, the way there. */
export function EventTicket({ event }: { event: CalendarEvent }) {
  const { day, month, weekday } = dateParts(event);
  return (
    <article className="ticket">
      <Style name="event-ticket" css={css} />
      <p className="ticket-date" data-part={`day-${event.slug}`}>
        <b>{day}</b> <span>{month}</span> <small>{weekday}</small>
      </p>
      <div className="ticket-what">
        <EventTitle event={event} />
        {event.description && <p>{firstParagraph(event.description)}</p>}
        <EventFacts event={event} />
      </div>
      <EventLink event={event} />
    </article>
  );
}

interface EventCardProps {
  event: CalendarEvent;
  /** The further dates of its series. */
  dates?: CalendarEvent[] | undefined;
  /** How many characters of the description are shown. */
  words: number;
  /** The next one takes the whole width; its picture can be seen at once. */
  isNext?: boolean;
}

/** An event in the list: when, picture, badge, title, text, the way there. */
export function EventCard({ event, dates = [], words, isNext = false }: EventCardProps) {
  const { day, month } = dateParts(event);
  return (
    <article className={`event-card${isNext ? " event-next" : ""}`}>
      <Style name="event-ticket" css={css} />
      <div className="event-when">
        <p className="event-day" aria-hidden="true" data-part={`day-${event.slug}`}>
          <b>{day}</b> {month}
        </p>
        <div>
          <p className="event-date">{longDate(event)}</p>
          <EventFacts event={event} />
        </div>
      </div>
      <EventImage event={event} isFirst={isNext} />
      <div className="event-body">
        <p className="event-badge">{texts.badge}</p>
        <EventTitle event={event} />
        {event.description && (
          <div className="event-words">
            <RichText text={shorten(event.description, words)} className="event-text" />
          </div>
        )}
        {dates.length > 0 && <FurtherDates dates={dates} />}
        <p className="actions">
          <EventLink event={event} />
          <a className="quiet" href={`/events/${event.slug}.ics`} download>
            {texts.one.add}
            <Which event={event} />
          </a>
        </p>
      </div>
    </article>
  );
}

function FurtherDates({ dates }: { dates: CalendarEvent[] }) {
  return (
    <p className="event-dates">
      {texts.one.series}:{" "}
      {dates.map((date, index) => (
        <Fragment key={date.id}>
          {index > 0 && ", "}
          <a href={`/events/${date.slug}`}>
            {dateParts(date).month} {dateParts(date).day}
            <span className="visually-hidden">, {date.title}</span>
          </a>
        </Fragment>
      ))}
    </p>
  );
}

function EventTitle({ event }: { event: CalendarEvent }) {
  return (
    <h3>
      <a href={`/events/${event.slug}`}>
        {event.title}
        <span className="visually-hidden">, {longDate(event)}</span>
      </a>
    </h3>
  );
}

/** Makes links with the same words different for screen readers; the dates of a series share their title. */
function Which({ event }: { event: CalendarEvent }) {
  return (
    <span className="visually-hidden">
      {" "}
      ({event.title}, {longDate(event)})
    </span>
  );
}

interface EventImageProps {
  event: CalendarEvent;
  /** Whether it can be seen at once. */
  isFirst: boolean;
  sizes?: string;
}

/** The picture that fits the event's title, or its date. */
export function EventImage({ event, isFirst, sizes = "(min-width: 56rem) 40rem, 100vw" }: EventImageProps) {
  const picture = event.image && eventPicture(event.image.file);
  if (!picture) return <DatePanel event={event} />;
  return (
    <picture>
      {Object.entries(picture.sources).map(([format, srcSet]) => (
        <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        className={`event-image crop-${cropOf(event)}`}
        data-part={`picture-${event.slug}`}
        src={picture.img.src}
        width={picture.img.w}
        height={picture.img.h}
        alt={event.image?.alt ?? ""}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : undefined}
        decoding="async"
      />
    </picture>
  );
}

/** Which part of the picture is shown, 0 to 2: another one than a week or a month before, so that the dates of a series differ. */
function cropOf({ start }: CalendarEvent): number {
  return (start.getUTCMonth() + Math.floor((start.getUTCDate() - 1) / 7)) % 3;
}

/** Shown where an event has no picture. The date is written out below, so assistive technology skips it here. */
function DatePanel({ event }: { event: CalendarEvent }) {
  const { day, month } = dateParts(event);
  return (
    <p className="event-image event-panel spruce" aria-hidden="true">
      <b>{day}</b>
      <span>{month}</span>
    </p>
  );
}

/** Times and place. */
export function EventFacts({ event }: { event: CalendarEvent }) {
  const place = placeInWords(event, texts);
  const free = freeWords(event);
  return (
    <p className="event-facts">
      <span>
        <EventTime event={event}>{event.isAllDay ? texts.allDay : timeRange(event)}</EventTime>
      </span>{" "}
      {(place || free) && <span>{[place, free?.badge].filter(Boolean).join(" · ")}</span>}
    </p>
  );
}

function EventLink({ event }: { event: CalendarEvent }) {
  return (
    <a className="button" href={event.url} target="_blank" rel="noopener">
      {texts.view}
      <Which event={event} />
      <span className="visually-hidden"> ({texts.newTab})</span>
    </a>
  );
}

function firstParagraph(description: string): string {
  return shorten(description.split("\n\n", 1)[0] ?? "", longestOnTicket);
}
