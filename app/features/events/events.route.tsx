import { Suspense } from "react";
import { Await, data } from "react-router";
import { clockContext, servicesContext, siteUrlContext } from "#app/context.ts";
import { cachePolicy } from "#app/http/cache-policy.ts";
import type { PageInfo } from "#app/seo/page-info.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { Style } from "#app/ui/style.tsx";
import texts from "#content/events/texts.yaml";
import type { Route } from "./+types/events.route.ts";
import type { CalendarSnapshot } from "./calendar-source.server.ts";
import { type CalendarEvent, upcomingEvents } from "./event.ts";
import { EventCard } from "./event-ticket.tsx";
import css from "./events.css?inline";

const page: PageInfo = { path: "/events", ...texts.page };

/** Events as far as they are known now; a promise while the first look at the feed is under way. */
export function loader({ context }: Route.LoaderArgs) {
  const now = context.get(clockContext)();
  const { calendar } = context.get(servicesContext);
  // null stands for 'neither feed nor copy', which is not the same as 'no events'.
  const upcoming = (snapshot: CalendarSnapshot | undefined) =>
    snapshot ? upcomingEvents(snapshot.events, now) : null;
  const current = calendar.current();
  return data(
    {
      siteUrl: context.get(siteUrlContext),
      events: current ? upcoming(current) : calendar.firstLook.then(upcoming),
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
        {loaderData.events instanceof Promise ? (
          <Suspense fallback={<p className="events-note">{texts.loading}</p>}>
            <Await resolve={loaderData.events}>{(events) => <EventList events={events} />}</Await>
          </Suspense>
        ) : (
          <EventList events={loaderData.events} />
        )}
      </section>
    </>
  );
}

function EventList({ events }: { events: CalendarEvent[] | null }) {
  if (events === null)
    return (
      <div className="events-note" role="alert">
        <p>{texts.failed.title}</p>
        <p>{texts.failed.text}</p>
      </div>
    );
  if (events.length === 0) return <p className="events-note">{texts.none}</p>;
  return (
    <ul className="event-list">
      {events.map((event, index) => (
        <li key={event.id}>
          <EventCard event={event} isFirst={index < 2} />
        </li>
      ))}
    </ul>
  );
}
