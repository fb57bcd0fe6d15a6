import { Suspense } from "react";
import { Await, data, type RouterContextProvider } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import { clockContext, servicesContext, siteUrlContext } from "#app/context.ts";
import { PageHead } from "#app/design/page-head.tsx";
import { Style } from "#app/design/style.tsx";
import type { PageInfo } from "#app/seo/page-info.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { upcomingEvents } from "#calendar/event.ts";
import { type CalendarSnapshot, loadingTimeout } from "#calendar/feed/calendar-source.server.ts";
import texts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import { language, timeOfDay } from "#system/language.ts";
import type { Route } from "./+types/events.route.ts";
import { EventCard } from "./event-ticket.tsx";
import css from "./events.css?inline";
import { requireCalendar } from "./find-event.server.ts";
import { Gathering } from "./gathering.tsx";
import { type ListPage, listPage, pathOfPage, saidOnce, wordsOnCard } from "./list-pages.ts";
import { VisitorTimeScript } from "./visitor-time.tsx";

/** More months would push the events off a telephone's screen. */
const mostOpen = 6;

type Context = Readonly<RouterContextProvider>;

interface KnownEvents {
  list: ListPage | undefined;
  /** When the feed was last heard of, if that is long ago; UTC, ISO 8601. */
  lastChecked: string | undefined;
}

/** null means that there is neither feed nor copy, which is not the same as no events; "looking" that nobody knows yet. */
type Known = KnownEvents | "looking" | null;

/** The first page of the list, and at /events/page/NUMBER what does not fit on it; docs/specification.md, 'Events page'. */
export function loader({ params, context }: Route.LoaderArgs) {
  return params.number === undefined ? loadFirst(context) : loadFurther(params.number, context);
}

/** The events known now; a promise while the feed is fetched for the first time. */
function loadFirst(context: Context) {
  const now = context.get(clockContext)();
  const { calendar } = context.get(servicesContext);
  const known = (snapshot: CalendarSnapshot | undefined): Known => {
    if (!snapshot) return calendar.isLooking() ? "looking" : null;
    const isStale = now.getTime() - snapshot.checkedAt.getTime() > calendar.freshFor;
    return {
      list: listPage(upcomingEvents(snapshot.events, now), 1),
      lastChecked: isStale ? snapshot.checkedAt.toISOString() : undefined,
    };
  };
  const current = calendar.current();
  return data(
    {
      siteUrl: context.get(siteUrlContext),
      number: 1,
      known: current ? known(current) : calendar.soon(loadingTimeout).then(known),
    },
    { headers: { "Cache-Control": current ? cachePolicy.live : cachePolicy.personal } },
  );
}

async function loadFurther(wanted: string, context: Context) {
  const { events } = await requireCalendar(context);
  const number = /^[1-9]\d{0,5}$/.test(wanted) ? Number(wanted) : 1;
  const list = number > 1 && listPage(upcomingEvents(events, context.get(clockContext)()), number);
  if (!list) throw new Response(null, { status: 404, headers: { "Cache-Control": cachePolicy.none } });
  const known: KnownEvents = { list, lastChecked: undefined };
  return data(
    { siteUrl: context.get(siteUrlContext), number, known },
    { headers: { "Cache-Control": cachePolicy.live } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(pageOf(loaderData.number), loaderData.siteUrl) : [];
}

export default function Events({ loaderData: { siteUrl, number, known } }: Route.ComponentProps) {
  const { path, title, heading, lead } = pageOf(number);
  return (
    <>
      <Style name="events" css={css} />
      <PageHead path={path} title={title} heading={heading} lead={lead} picture={<Gathering />} isLow />
      <section className="events wrap">
        {number === 1 && <h2>{texts.upcoming}</h2>}
        {known instanceof Promise ? (
          <Suspense fallback={<KnownEventList known="looking" />}>
            <Await resolve={known}>{(found) => <KnownEventList known={found} />}</Await>
          </Suspense>
        ) : (
          <KnownEventList known={known} />
        )}
        {number === 1 && <Subscription siteUrl={siteUrl} />}
      </section>
      <VisitorTimeScript />
    </>
  );
}

/** Search engines have the events' own pages beside the first one. */
function pageOf(number: number): PageInfo {
  const path = pathOfPage(number);
  if (number === 1) return { ...texts.page, path };
  const title = texts.furtherPage.replace("{number}", String(number));
  const description = `${title}. ${texts.page.description}`;
  return { ...texts.page, path, title, heading: title, lead: undefined, description, isHidden: true };
}

function Subscription({ siteUrl }: { siteUrl: string }) {
  return (
    <p className="subscribe">
      {texts.subscribe.text}{" "}
      <a href={`${siteUrl.replace(/^https?:/, "webcal:")}/events.ics`}>{texts.subscribe.action}</a>{" "}
      <a href="/events.ics" download>
        {texts.subscribe.file}
      </a>
    </p>
  );
}

function KnownEventList({ known }: { known: Known }) {
  if (known === "looking") return <p className="events-note">{texts.loading}</p>;
  if (known === null)
    return (
      <div className="events-note" role="alert">
        <p>{texts.failed.title}</p>
        <p>{texts.failed.text}</p>
      </div>
    );
  const { list, lastChecked } = known;
  return (
    <>
      {lastChecked && <p className="last-checked">{texts.stale.replace("{time}", checkTime(lastChecked))}</p>}
      {list && <EventList list={list} />}
    </>
  );
}

/** In the organization's time zone. */
function checkTime(time: string): string {
  return new Intl.DateTimeFormat(language, {
    timeZone: site.timeZone,
    month: "long",
    day: "numeric",
    ...timeOfDay,
    timeZoneName: "short",
  }).format(new Date(time));
}

/** A page of the list of upcoming events: the months, the cards, and the ways to the pages before and after. */
function EventList({ list }: { list: ListPage }) {
  const { number, pages } = list;
  const { months, dates } = saidOnce(list.months);
  const count = months.reduce((sum, { events }) => sum + events.length, 0);
  if (count === 0) return <p className="events-note">{texts.none}</p>;
  const words = wordsOnCard(count);
  const next = number === 1 ? months[0]?.events.shift() : undefined;
  return (
    <>
      <MonthLinks list={list} />
      {next && <EventCard event={next} dates={dates.get(next)} words={words} isNext />}
      {months.map(
        ({ key, label, events }) =>
          // The links to months need the place of one whose only event is the next.
          (events.length > 0 || pages > 1) && (
            <div key={key} className="event-month">
              <h2 id={key}>{label}</h2>
              <ul className="event-list">
                {events.map((event, index) => (
                  <li key={event.id}>
                    <EventCard
                      event={event}
                      dates={dates.get(event)}
                      words={words}
                      isBesidePicture={events[neighborOf(index)]?.image !== undefined}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      {pages > 1 && (
        <p className="event-pages">
          {number > 1 && <a href={pathOfPage(number - 1)}>{texts.earlier}</a>}
          {number < pages && <a href={pathOfPage(number + 1)}>{texts.later}</a>}
        </p>
      )}
    </>
  );
}

/** The place of the card beside one, in two columns. */
function neighborOf(index: number): number {
  return index % 2 === 0 ? index + 1 : index - 1;
}

function MonthLinks({ list: { links } }: { list: ListPage }) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={texts.months}>
      <details className="event-months" open={links.length <= mostOpen}>
        <summary>{texts.months}</summary>
        <ul>
          {links.map(({ label, count, to }) => (
            <li key={to}>
              <a href={to}>
                {label} <span>({count})</span>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
