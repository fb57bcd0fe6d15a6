import { mostShown, pathOfPage } from "#app/events/list-pages.ts";
import type { Services } from "#app/services.ts";
import { upcomingEvents } from "#calendar/event.ts";
import type { PageRoute } from "../edge/page-routes.ts";
import type { ReactRouterHandler } from "./react-router-handler.ts";

/** How often is looked whether something has changed, in milliseconds. */
const interval = 1_000;
/** How long before a change the pages that follow it are rendered, in milliseconds. */
const lead = 20_000;
/** Looks that are left out after a page could not be rendered. */
const pause = 60;
/** Pages of the list that are rendered before anybody asks. */
const mostLists = 20;

interface RenderAheadOptions {
  router: Pick<ReactRouterHandler, "prepare" | "stateAt" | "forgetOthers">;
  /** Of the pages that are rendered here. */
  routes: readonly Pick<PageRoute, "path" | "isForm" | "showsReference">[];
  services: Pick<Services, "now" | "calendar">;
}

/**
 * Renders pages when the calendar changes, and shortly before an event starts or ends and before midnight, so that visitors get
 * finished pages. Of the list its first pages, of the events' pages those that the first of these shows; others are rendered when
 * somebody asks.
 *
 * @returns ends it
 */
export function renderAhead({ router, routes, services }: RenderAheadOptions): () => void {
  const fixed = routes.filter(({ path, showsReference }) => !showsReference && !path.includes(":"));
  /** States whose pages are all there. */
  let done: string[] = [];
  let isUnderWay = false;
  let isStopped = false;
  let pauses = 0;

  const prepareAll = async (at: Date) => {
    const { key } = router.stateAt(at);
    if (done.includes(key)) return key;
    const calendar = services.calendar.current();
    const events = upcomingEvents(calendar?.events ?? [], at);
    const lists = Math.min(mostLists, Math.ceil(events.length / mostShown));
    const paths = [
      ...Array.from({ length: Math.max(0, lists - 1) }, (_, place) => pathOfPage(place + 2)),
      ...events.slice(0, mostShown).map(({ slug }) => `/events/${slug}`),
    ];
    const pages = paths.map((path) => ({ path, isForm: false }));
    // Without a calendar its pages wait for the first look, which nobody keeps.
    const wanted = [...fixed, ...pages].filter(({ isForm }) => isForm || calendar);
    for (const { path, isForm } of wanted) {
      if (isStopped) return key;
      await router.prepare(path, isForm, at);
    }
    return key;
  };

  const look = async () => {
    if (isUnderWay || pauses-- > 0) return;
    isUnderWay = true;
    try {
      const now = services.now();
      const { until } = router.stateAt(now);
      const keys = [await prepareAll(now)];
      if (until.getTime() - now.getTime() <= lead) keys.push(await prepareAll(until));
      done = keys;
      router.forgetOthers(keys);
    } catch {
      // What failed is logged where it failed; visitors get the older page.
      pauses = pause;
    } finally {
      isUnderWay = false;
    }
  };
  const timer = setInterval(() => void look(), interval).unref();
  void look();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
