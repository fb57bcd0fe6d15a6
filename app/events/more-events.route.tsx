import { data } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import { clockContext, siteUrlContext } from "#app/context.ts";
import { PageHead } from "#app/design/page-head.tsx";
import { Style } from "#app/design/style.tsx";
import type { PageInfo } from "#app/seo/page-info.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { upcomingEvents } from "#calendar/event.ts";
import texts from "#content/events/texts.yaml";
import type { Route } from "./+types/more-events.route.ts";
import { EventList } from "./event-list.tsx";
import css from "./events.css?inline";
import { requireCalendar } from "./find-event.server.ts";
import { listPage, pathOfPage } from "./list-pages.ts";
import { VisitorTimeScript } from "./visitor-time.tsx";

/** GET /events/page/NUMBER, from 2 on: what does not fit on /events; docs/specification.md, 'Events page'. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { events } = await requireCalendar(context);
  const isNumber = /^[1-9]\d{0,5}$/.test(params.number) && params.number !== "1";
  const list =
    isNumber && listPage(upcomingEvents(events, context.get(clockContext)()), Number(params.number));
  if (!list) throw new Response(null, { status: 404, headers: { "Cache-Control": cachePolicy.none } });
  return data(
    { list, siteUrl: context.get(siteUrlContext) },
    { headers: { "Cache-Control": cachePolicy.live } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(pageOf(loaderData.list.number), loaderData.siteUrl) : [];
}

export default function MoreEvents({ loaderData: { list } }: Route.ComponentProps) {
  const page = pageOf(list.number);
  return (
    <>
      <Style name="events" css={css} />
      <PageHead path={page.path} title={page.title} heading={page.heading} />
      <section className="events wrap">
        <EventList list={list} />
      </section>
      <VisitorTimeScript />
    </>
  );
}

/** Search engines have the events' own pages. */
function pageOf(number: number): PageInfo {
  const title = texts.furtherPage.replace("{number}", String(number));
  const description = `${title}. ${texts.page.description}`;
  return { ...texts.page, path: pathOfPage(number), title, heading: title, description, isHidden: true };
}
