import { Suspense } from "react";
import { Await, data } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import { clockContext, servicesContext, siteUrlContext } from "#app/context.ts";
import { PageHead } from "#app/design/page-head.tsx";
import { Style } from "#app/design/style.tsx";
import type { PageInfo } from "#app/seo/page-info.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { upcomingEvents } from "#calendar/event.ts";
import type { CalendarSnapshot } from "#calendar/feed/calendar-source.server.ts";
import texts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import { language } from "#system/language.ts";
import type { Route } from "./+types/events.route.ts";
import { EventList } from "./event-list.tsx";
import css from "./events.css?inline";
import { type ListPage, listPage } from "./list-pages.ts";
import { VisitorTimeScript } from "./visitor-time.tsx";

const page: PageInfo = { path: "/events", ...texts.page };

interface KnownEvents {
  list: ListPage | undefined;
  /** When the feed was last heard of, if that is long ago; UTC, ISO 8601. */
  lastChecked: string | undefined;
}

/** The events known now; a promise while the feed is fetched for the first time. */
export function loader({ context }: Route.LoaderArgs) {
  const now = context.get(clockContext)();
  const { calendar } = context.get(servicesContext);
  // null means that there is neither feed nor copy, which is not the same as no events.
  const known = (snapshot: CalendarSnapshot | undefined): KnownEvents | null => {
    if (!snapshot) return null;
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
      known: current ? known(current) : calendar.soon().then(known),
    },
    { headers: { "Cache-Control": current ? cachePolicy.live : cachePolicy.personal } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(page, loaderData.siteUrl) : [];
}

export default function Events({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Style name="events" css={css} />
      <PageHead path={page.path} title={page.title} heading={page.heading} lead={page.lead} />
      <section className="events wrap">
        <h2>{texts.upcoming}</h2>
        {loaderData.known instanceof Promise ? (
          <Suspense fallback={<p className="events-note">{texts.loading}</p>}>
            <Await resolve={loaderData.known}>{(known) => <KnownEventList known={known} />}</Await>
          </Suspense>
        ) : (
          <KnownEventList known={loaderData.known} />
        )}
        <p className="subscribe">
          {texts.subscribe.text}{" "}
          <a href={`${loaderData.siteUrl.replace(/^https?:/, "webcal:")}/events.ics`}>
            {texts.subscribe.action}
          </a>{" "}
          <a href="/events.ics" download>
            {texts.subscribe.file}
          </a>
        </p>
      </section>
      <VisitorTimeScript />
    </>
  );
}

function KnownEventList({ known }: { known: KnownEvents | null }) {
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
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(time));
}
