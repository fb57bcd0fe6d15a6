import { data } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import { clockContext, siteUrlContext } from "#app/context.ts";
import { PageHead } from "#app/design/page-head.tsx";
import { placeInSection } from "#app/design/place-in-section.ts";
import { Style } from "#app/design/style.tsx";
import type { PageInfo } from "#app/seo/page-info.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { socialCard } from "#app/seo/social-cards.ts";
import {
  type CalendarEvent,
  isPast,
  longDate,
  placeInWords,
  startDay,
  timeRange,
  upcomingEvents,
} from "#calendar/event.ts";
import { shorten } from "#calendar/read/text/event-text.ts";
import { eventJsonLd } from "#calendar/write/event-json-ld.ts";
import texts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import type { Route } from "./+types/event.route.ts";
import css from "./event.css?inline";
import { EventPanel } from "./event-panel.tsx";
import { cropOf, eventCard } from "./event-pictures.ts";
import ticketCss from "./event-ticket.css?inline";
import { EventImage, RingField, sizeOf } from "./event-ticket.tsx";
import { findEvent } from "./find-event.server.ts";
import { FurtherEvents, OtherDates } from "./further-events.tsx";
import { RichText } from "./rich-text.tsx";
import { VisitorTimeScript } from "./visitor-time.tsx";

const { one } = texts;
/** A description has so many characters; docs/specification.md, 'Metadata'. */
const shortest = 70;

/** GET /events/SLUG: an event that the feed has, also a past or cancelled one. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { event, snapshot } = await findEvent(context, params.slug);
  const now = context.get(clockContext)();
  const upcoming = upcomingEvents(snapshot.events, now).filter(({ id }) => id !== event.id);
  return data(
    {
      event,
      status: event.isCancelled ? one.cancelled : isPast(event, now) ? one.past : undefined,
      series: event.recurrenceId === undefined ? [] : upcoming.filter(({ uid }) => uid === event.uid),
      // After this one, not after now: else each start of an event would change the pages of all.
      next: upcoming.find(({ uid, start }) => uid !== event.uid && start > event.start),
      siteUrl: context.get(siteUrlContext),
    },
    { headers: { "Cache-Control": cachePolicy.live } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { event, siteUrl } = loaderData;
  const page = pageOf(event);
  const image = siteUrl + (page.picture?.src ?? "");
  return pageMeta(page, siteUrl, [
    eventJsonLd(event, { siteUrl, image, host: site.name, ownHosts: site.hosts }),
  ]);
}

/** Letters of a text that is set as large as a title, as it is one of the few things on the page. */
const briefest = 280;

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { event, status, series, next } = loaderData;
  const page = pageOf(event);
  const { color } = placeInSection(page.path);
  return (
    <article className={`event${sizeOf(event)}${color ? ` section-${color}` : ""}`}>
      <Style name="event" css={css} />
      <Style name="event-ticket" css={ticketCss} />
      <PageHead
        path={page.path}
        title={page.crumb ?? page.title}
        heading={event.title}
        picture={<Poster event={event} />}
      >
        <EventPanel event={event} status={status} />
      </PageHead>
      {(event.description || event.organizer || series.length > 0) && (
        <div className={`event-page wrap${event.description.length > briefest ? "" : " event-brief"}`}>
          {event.description && (
            <div className="event-story">
              <RichText text={event.description} className="event-text" />
            </div>
          )}
          <div className="event-side">
            {event.organizer && (
              <dl className="event-host">
                <dt>{one.host}</dt>
                <dd>{event.organizer}</dd>
              </dl>
            )}
            {series.length > 0 && <OtherDates event={event} series={series} />}
          </div>
        </div>
      )}
      <FurtherEvents next={next} />
      <VisitorTimeScript />
    </article>
  );
}

/** The event's picture, as high as the head, or what stands in its place in the list, with something of the event on it. */
function Poster({ event }: { event: CalendarEvent }) {
  return (
    <div className={`poster${cropOf(event)}`}>
      {event.image ? (
        <EventImage event={event} isFirst sizes="(min-width: 56rem) 52rem, 100vw" />
      ) : (
        <RingField />
      )}
    </div>
  );
}

function pageOf(event: CalendarEvent): PageInfo {
  return {
    path: `/events/${event.slug}`,
    // What takes place again and again keeps its name.
    title: `${shorten(event.title, 45)}, ${startDay(event)}`,
    // The headline says its name.
    crumb: startDay(event),
    heading: event.title,
    description: describe(event),
    keywords: [],
    picture: pictureOf(event),
  };
}

/** For search engines: when, and the text; of an event that says little what it is, where, and whose. */
function describe(event: CalendarEvent): string {
  const when = longDate(event);
  const words = `${when}. ${event.description.replace(/\s+/g, " ")}`.trim();
  if (words.length >= shortest) return shorten(words, 155);
  const facts = event.isAllDay ? when : `${when}, ${timeRange(event)}`;
  const parts = [`${event.title}: ${facts}`, placeInWords(event, texts), event.description.trim()];
  return shorten(
    [...parts, `${site.name}: ${site.tagline}`].filter(Boolean).join(". ").replace(/\s+/g, " "),
    155,
  );
}

/** The picture for a shared link: the event's own, or the card of the events page, with its alternative text. */
function pictureOf(event: CalendarEvent): PageInfo["picture"] {
  const own = event.image && eventCard(event.image.file);
  if (!own) return { src: socialCard("/events"), alt: texts.page.heading };
  return { src: own, alt: event.image?.alt || one.picture.replace("{title}", event.title) };
}
