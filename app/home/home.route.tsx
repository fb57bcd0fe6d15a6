import { Suspense } from "react";
import { Await, data } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import { clockContext, servicesContext, siteUrlContext } from "#app/context.ts";
import { Style } from "#app/design/style.tsx";
import { EventTicket } from "#app/events/event-ticket.tsx";
import { VisitorTimeScript } from "#app/events/visitor-time.tsx";
import { PhotoFailures } from "#app/people/photo-failures.tsx";
import { Portrait } from "#app/people/portrait.tsx";
import { spotlightIndex } from "#app/people/spotlight.ts";
import type { PageInfo } from "#app/seo/page-info.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { type CalendarEvent, upcomingEvents } from "#calendar/event.ts";
import { type CalendarSnapshot, loadingTimeout } from "#calendar/feed/calendar-source.server.ts";
import texts from "#content/events/texts.yaml";
import home from "#content/home.yaml";
import faculty from "#content/people/faculty.yaml";
import spotlight from "#content/people/spotlight.yaml";
import site from "#content/site.yaml";
import type { Route } from "./+types/home.route.ts";
import css from "./home.css?inline";
import { Closing, Hero, Philosophy, Pillars, Platforms } from "./home-sections.tsx";

const page: PageInfo = { path: "/", title: site.tagline, heading: home.hero.heading, ...home.page };

/** null means that there is none; "looking" that nobody knows yet. */
type KnownNext = CalendarEvent | "looking" | null;

export function loader({ context }: Route.LoaderArgs) {
  const now = context.get(clockContext)();
  const { calendar } = context.get(servicesContext);
  const next = (snapshot: CalendarSnapshot | undefined): KnownNext => {
    if (!snapshot) return calendar.isLooking() ? "looking" : null;
    return upcomingEvents(snapshot.events, now)[0] ?? null;
  };
  const current = calendar.current();
  return data(
    {
      siteUrl: context.get(siteUrlContext),
      spotlight: spotlightIndex(now, site.timeZone, spotlight.length),
      nextEvent: current ? next(current) : calendar.soon(loadingTimeout).then(next),
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

export default function Home({ loaderData }: Route.ComponentProps) {
  const { nextEvent } = loaderData;
  return (
    <>
      <Style name="home" css={css} />
      <Hero />
      <Philosophy />
      <Pillars />
      <Spotlight place={loaderData.spotlight} />
      <Platforms />
      <section className="next wrap">
        <div>
          <h2>{home.nextEvent.heading}</h2>
          <a className="quiet" href={texts.home.all.to}>
            {texts.home.all.label}
          </a>
        </div>
        {nextEvent instanceof Promise ? (
          <Suspense fallback={<NextEvent event="looking" />}>
            <Await resolve={nextEvent}>{(event) => <NextEvent event={event} />}</Await>
          </Suspense>
        ) : (
          <NextEvent event={nextEvent} />
        )}
      </section>
      <Closing />
      <VisitorTimeScript />
    </>
  );
}

/** The faculty member whose turn it is, if there is one. */
function Spotlight({ place }: { place: number }) {
  const words = home.spotlight;
  const person = faculty.find((member) => member.name === spotlight[place]);
  if (!person || !words) return null;
  return (
    <section className="spotlight wrap">
      <PhotoFailures />
      <Portrait
        name={person.name}
        photo={person.photo}
        sizes="(min-width: 85rem) 33rem, (min-width: 40rem) 40vw, 100vw"
      />
      <div>
        <p className="over">{words.label}</p>
        <h2>{person.name}</h2>
        <p className="over">{person.title}</p>
        <p className="spotlight-text">{person.biography}</p>
        <p className="actions">
          <a className="quiet" href={words.faculty.to}>
            {words.faculty.label}
          </a>
          <a className="quiet" href={words.journey.to}>
            {words.journey.label}
          </a>
        </p>
      </div>
    </section>
  );
}

function NextEvent({ event }: { event: KnownNext }) {
  if (event === "looking") return <p className="next-note">{texts.home.loading}</p>;
  if (event) return <EventTicket event={event} />;
  return (
    <p className="next-note">
      {texts.home.none} <a href={texts.home.all.to}>{texts.home.all.label}</a>
    </p>
  );
}
