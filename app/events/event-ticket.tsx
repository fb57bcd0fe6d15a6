import { Fragment } from "react";
import { CrossSection } from "#app/design/cross-section-figure.tsx";
import { Style } from "#app/design/style.tsx";
import { StillLife } from "#app/diagrams/still-lifes/still-life.tsx";
import {
  type CalendarEvent,
  dateParts,
  longDate,
  monthDay,
  placeInWords,
  timeRange,
} from "#calendar/event.ts";
import { shorten } from "#calendar/read/text/event-text.ts";
import texts from "#content/events/texts.yaml";
import { eventDrawing, eventPhoto } from "./event-pictures.ts";
import css from "./event-ticket.css?inline";
import { freeWords } from "./free-event.ts";
import { RichText } from "./rich-text.tsx";
import { EventTime } from "./visitor-time.tsx";

/** In characters, of the first paragraph. */
const longestOnTicket = 4_000;

/** The next event at home: as in the list, without picture, with its first paragraph. */
export function EventTicket({ event }: { event: CalendarEvent }) {
  return (
    <article className={`ticket ticket-next ticket-plain${sizeOf(event)}`}>
      <TicketHead event={event} />
      <div className="ticket-body">
        {event.description && <p className="event-text">{firstParagraph(event.description)}</p>}
        <p className="actions">
          <EventLink event={event} />
        </p>
      </div>
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
  /** Whether the event beside it, where there are two columns, has a picture. */
  isBesidePicture?: boolean;
}

/** An event in the list: picture, when and what, text, the way there. In this order, so that nothing moves while it comes in pieces. */
export function EventCard({
  event,
  dates = [],
  words,
  isNext = false,
  isBesidePicture = false,
}: EventCardProps) {
  const isPlain = !event.image && !isBesidePicture;
  return (
    <article
      className={`ticket${isNext ? " ticket-next" : ""}${isPlain ? " ticket-plain" : ""}${sizeOf(event)}`}
    >
      {event.image ? <EventImage event={event} isFirst={isNext} /> : isBesidePicture && <RingField />}
      <TicketHead event={event} badge={texts.badge} />
      <div className="ticket-body">
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

/** A class for titles that are set smaller, as they are long. */
export function sizeOf({ title }: CalendarEvent): string {
  return title.length > 50 ? " event-long" : "";
}

/** What every ticket begins with: the date at the left, beside it what takes place, at what time and where. */
function TicketHead({ event, badge }: { event: CalendarEvent; badge?: string }) {
  return (
    <div className="ticket-head">
      <Style name="event-ticket" css={css} />
      <EventDate event={event} />
      <div>
        {badge && <p className="event-badge">{badge}</p>}
        <EventTitle event={event} />
        <EventFacts event={event} />
      </div>
    </div>
  );
}

/** The date block. It is read as `longDate` writes it; the style sheet sets its parts below each other, the day large. */
export function EventDate({ event }: { event: CalendarEvent }) {
  const { weekday, month, day, year, last } = dateParts(event);
  return (
    <p className="event-date" data-part={`day-${event.slug}`}>
      <small>{weekday}</small>
      <Comma />
      <span>{month}</span> <b>{day}</b>
      {year && (
        <>
          <Comma />
          <small>{year}</small>
        </>
      )}
      {last && <em> - {last}</em>}
    </p>
  );
}

function Comma() {
  return <span className="visually-hidden">, </span>;
}

function FurtherDates({ dates }: { dates: CalendarEvent[] }) {
  return (
    <p className="event-dates">
      {texts.one.series}:{" "}
      {dates.map((date, index) => (
        <Fragment key={date.id}>
          {index > 0 && ", "}
          <a href={`/events/${date.slug}`}>
            {monthDay(date)}
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

/** The picture that fits the event's title. */
export function EventImage({ event, isFirst, sizes = "(min-width: 56rem) 40rem, 100vw" }: EventImageProps) {
  if (!event.image) return null;
  const { file, alt } = event.image;
  const photo = eventPhoto(file);
  const dark = eventDrawing(`dark/${file}`);
  return (
    <picture>
      {dark && <source media="(prefers-color-scheme: dark)" type="image/svg+xml" srcSet={dark} />}
      {Object.entries(photo?.sources ?? {}).map(([format, srcSet]) => (
        <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        className="event-image"
        data-part={`picture-${event.slug}`}
        src={photo?.img.src ?? eventDrawing(file)}
        width={photo?.img.w}
        height={photo?.img.h}
        alt={alt}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : undefined}
        decoding="async"
      />
    </picture>
  );
}

/** Stands in the place of a picture, where an event has none: on its own page, and in the list beside one that has. */
export function RingField() {
  return (
    <div className="event-image ring-field">
      <CrossSection seed="event" count={9} pages={[]} lit={0} />
      <StillLife name="circle" />
    </div>
  );
}

interface EventFactsProps {
  event: CalendarEvent;
  /** Whether it is said which fact is which, for those who do not see them. */
  isNamed?: boolean;
}

/** Times, place, and whether it is free. */
export function EventFacts({ event, isNamed }: EventFactsProps) {
  const place = placeInWords(event, texts);
  const free = freeWords(event);
  return (
    <p className={event.isAllDay ? "event-facts" : "event-facts event-timed"}>
      <span>
        {isNamed && <span className="visually-hidden">{texts.one.when}: </span>}
        <EventTime event={event}>{event.isAllDay ? texts.allDay : timeRange(event)}</EventTime>
      </span>{" "}
      {(place || free) && (
        <span>
          {isNamed && place && <span className="visually-hidden">{texts.one.where}: </span>}
          {[place, free?.badge].filter(Boolean).join(" · ")}
        </span>
      )}
    </p>
  );
}

function EventLink({ event }: { event: CalendarEvent }) {
  return (
    <a className="button" href={event.url} target="_blank" rel="noopener">
      {texts.view} <span aria-hidden="true">↗</span>
      <Which event={event} />
      <span className="visually-hidden"> ({texts.newTab})</span>
    </a>
  );
}

function firstParagraph(description: string): string {
  return shorten(description.split("\n\n", 1)[0] ?? "", longestOnTicket);
}
