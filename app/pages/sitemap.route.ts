import { cachePolicy } from "#app/cache-policy.ts";
import { clockContext, servicesContext, siteUrlContext } from "#app/context.ts";
import { type SitemapEntry, sitemapXml } from "#app/seo/sitemap.ts";
import { upcomingEvents } from "#calendar/event.ts";
import eventTexts from "#content/events/texts.yaml";
import home from "#content/home.yaml";
import { forms } from "#submissions/forms/forms.ts";
import type { Route } from "./+types/sitemap.route.ts";
import { contentPages } from "./pages.ts";

/** Indexable pages that are not files of `content/pages/`; a test holds this list against the route table. */
const otherPages: SitemapEntry[] = [
  { path: "/", updated: home.page.updated },
  { path: "/events", updated: eventTexts.page.updated },
  ...Object.values(forms).map(({ path, texts }) => ({ path, updated: texts.page.updated })),
];

/** GET /sitemap.xml */
export function loader({ context }: Route.LoaderArgs) {
  const { calendar } = context.get(servicesContext);
  const snapshot = calendar.current();
  const events = upcomingEvents(snapshot?.events ?? [], context.get(clockContext)()).map((event) => ({
    path: `/events/${event.slug}`,
    updated: (event.lastModified ?? event.stamp ?? snapshot?.checkedAt.toISOString() ?? "").slice(0, 10),
  }));
  const pages = [...contentPages.values()].map(({ path, updated }) => ({ path, updated }));
  const entries = [...otherPages, ...pages, ...events].sort((a, b) => a.path.localeCompare(b.path));
  return new Response(sitemapXml(entries, context.get(siteUrlContext)), {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": cachePolicy.live },
  });
}
