import { mostShown, pathOfPage } from "#app/events/list-pages.ts";
import type { Services } from "#app/services.ts";
import { type CalendarEvent, upcomingEvents } from "#calendar/event.ts";
import type { Log } from "#system/log.ts";
import type { PageRoute } from "../edge/page-routes.ts";
import type { KeptPages } from "./kept-pages.ts";
import type { RenderPages } from "./rendering-process.ts";

/** How often is looked whether something has changed, in milliseconds. */
const interval = 1_000;
/** How long before a change the pages that follow it are rendered, in milliseconds; where that takes long, twice as long as it takes. */
const lead = 20_000;
/** Looks that are left out after a page could not be rendered. */
const pause = 60;
/** Events whose pages are rendered before anybody asks. */
const mostEvents = 1_000;

interface RenderAheadOptions {
  pages: Pick<
    KeptPages,
    "stateAt" | "prepareForm" | "known" | "keep" | "forgetOthers" | "areRenderedElsewhere"
  >;
  /** Of the pages that are rendered here. */
  routes: readonly Pick<PageRoute, "path" | "isForm" | "showsReference">[];
  services: Pick<Services, "now" | "calendar">;
  render: RenderPages;
  log: Log;
}

/**
 * Has pages rendered when the calendar changes, and shortly before an event starts or ends and before midnight, so that visitors get
 * finished pages: all of the list, and those of a thousand events. When things change meanwhile, what is under way is given up for
 * what is true now.
 *
 * @returns ends it
 */
export function renderAhead(options: RenderAheadOptions): () => void {
  const { pages, services, log } = options;
  /** States whose pages are all there. */
  let done: string[] = [];
  let underWay: { key: string; control: AbortController } | undefined;
  let longest = 0;
  let pauses = 0;

  const prepare = async (at: Date) => {
    const { key } = pages.stateAt(at);
    if (done.includes(key)) return key;
    const control = new AbortController();
    underWay = { key, control };
    const begun = performance.now();
    await prepareAll(options, at, control.signal);
    longest = Math.max(longest, performance.now() - begun);
    done = [...done, key];
    return key;
  };

  const look = async () => {
    const now = services.now();
    const { key, until } = pages.stateAt(now);
    if (underWay) {
      if (underWay.key !== key && !done.includes(key)) underWay.control.abort();
      return;
    }
    if (pauses-- > 0) return;
    underWay = { key, control: new AbortController() };
    try {
      const keys = [await prepare(now)];
      if (until.getTime() - now.getTime() <= Math.max(lead, 2 * longest)) keys.push(await prepare(until));
      done = keys;
      pages.forgetOthers(keys);
      pages.areRenderedElsewhere = true;
    } catch (error) {
      if (underWay.control.signal.aborted) return;
      log.error({ err: error }, "pages could not be rendered ahead");
      // Visitors get the older page, and render a newer one.
      pages.areRenderedElsewhere = false;
      pauses = pause;
    } finally {
      underWay = undefined;
    }
  };
  pages.areRenderedElsewhere = true;
  const timer = setInterval(() => void look(), interval).unref();
  void look();
  return () => {
    clearInterval(timer);
    underWay?.control.abort();
  };
}

/** @throws when a page could not be rendered, after all that could */
async function prepareAll(
  { pages, routes, services, render, log }: RenderAheadOptions,
  at: Date,
  signal: AbortSignal,
): Promise<void> {
  const fixed = routes.filter(({ path, showsReference }) => !showsReference && !path.includes(":"));
  const calendar = services.calendar.current();
  const state = pages.stateAt(at);
  const failures: string[] = [];
  const begun = performance.now();
  let rendered = 0;
  const renderPages = async () => {
    // Without a calendar its pages wait for the first look, which nobody keeps.
    if (!calendar) return;
    const wanted = [
      ...fixed.filter(({ isForm }) => !isForm).map(({ path }) => ({ path, at })),
      ...eventPaths(calendar.events, at).map((path) => ({ path, at, known: pages.known(path) })),
    ];
    const keep: Parameters<RenderPages>[2] = (place, made) => {
      const path = wanted[place]?.path ?? "";
      pages.keep(path, state, made);
      if (made.page) rendered += 1;
      if (made.failure !== undefined) failures.push(`${path}: ${made.failure}`);
    };
    await render(calendar, wanted, keep, signal);
    const seconds = Math.round(performance.now() - begun) / 1_000;
    log.info({ at, pages: wanted.length, rendered, seconds }, "pages are there before anybody asks");
  };
  const others = renderPages();
  const forms = fixed.filter(({ isForm }) => isForm).map(({ path }) => pages.prepareForm(path, at));
  await Promise.all([others, ...forms]);
  if (failures.length > 0) throw new Error(failures.slice(0, 5).join("\n"));
}

/** All further pages of the list, and the events' own, upcoming ones first. */
function eventPaths(events: readonly CalendarEvent[], at: Date): string[] {
  const upcoming = upcomingEvents(events, at);
  const lists = Math.ceil(upcoming.length / mostShown);
  const slugs = new Set([...upcoming, ...events].map(({ slug }) => slug));
  return [
    ...Array.from({ length: Math.max(0, lists - 1) }, (_, place) => pathOfPage(place + 2)),
    ...[...slugs].slice(0, mostEvents).map((slug) => `/events/${slug}`),
  ];
}
