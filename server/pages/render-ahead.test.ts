// docs/specification.md, 'Rendered once'

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mostShown } from "#app/events/list-pages.ts";
import { renderAhead } from "./render-ahead.ts";
import type { MadePage, RenderPages } from "./rendering-process.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [now, midnight, nextMidnight] = [
  "2026-11-21T10:00:00.000Z",
  "2026-11-22T08:00:00.000Z",
  "2026-11-23T08:00:00.000Z",
];

interface Site {
  now: Date;
  until: Date;
  key: string;
  calendar: object | undefined;
  make(path: string): Promise<MadePage>;
}

/**
 * A site whose clock, calendar and state a test sets, with a page, a form, a page that reads the query, and events.
 *
 * @param count upcoming events
 */
function start(count = 0, change: Partial<Site> = {}) {
  const [begin, end] = [new Date("2026-12-10T17:00:00Z"), new Date("2026-12-10T18:00:00Z")];
  const upcoming = Array.from({ length: count }, (_, index) => ({
    slug: `talk-${index}`,
    start: begin,
    end,
  }));
  const past = { slug: "past", start: new Date(0), end: new Date(1) };
  const site: Site = {
    now: new Date(now),
    until: new Date(midnight),
    key: "now",
    calendar: { events: [past, ...upcoming] },
    make: async () => ({ shows: "made" }),
    ...change,
  };
  const asked: string[] = [];
  const render: RenderPages = async (_calendar, wanted, onPage, signal) => {
    for (const [place, { path, at, known }] of wanted.entries()) {
      asked.push(`${path} ${at.toISOString()}${known === undefined ? "" : " compared"}`);
      const made = await Promise.race([
        site.make(path),
        new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      ]);
      onPage(place, made);
    }
  };
  const pages = {
    ...{ known: () => "", keep: vi.fn(), forgetOthers: vi.fn(), areRenderedElsewhere: false },
    prepareForm: async (path: string, at: Date) => void asked.push(`${path} ${at.toISOString()}`),
    stateAt: (at: Date) => ({ key: at < site.until ? site.key : "next", from: at, until: site.until }),
  };
  const page = { isForm: false, showsReference: false };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const stop = renderAhead({
    pages,
    routes: [
      { ...page, path: "/events" },
      { ...page, path: "/contact", isForm: true },
      { ...page, path: "/contact/received", showsReference: true },
      { ...page, path: "/events/:slug" },
    ],
    services: { now: () => site.now, calendar: { current: () => site.calendar } as never },
    render,
    log,
  });
  return { site, stop, pages, log, asked: () => asked.splice(0) };
}

it("renders what is the same for everybody, the whole list, and the pages of a thousand events, once", async () => {
  const { stop, asked } = start(30 * mostShown);
  await vi.advanceTimersByTimeAsync(5_000);
  stop();
  const lists = Array.from({ length: 29 }, (_, place) => `/events/page/${place + 2} ${now} compared`);
  const events = Array.from({ length: 1_000 }, (_, index) => `/events/talk-${index} ${now} compared`);
  expect(asked()).toEqual([`/events ${now}`, `/contact ${now}`, ...lists, ...events]);
});

it("renders the pages of past events, too, after those of upcoming ones", async () => {
  const { stop, asked } = start(1);
  await vi.advanceTimersByTimeAsync(0);
  stop();
  expect(asked().slice(2)).toEqual([`/events/talk-0 ${now} compared`, `/events/past ${now} compared`]);
});

it("tries again after a minute what could not be rendered; meanwhile visitors render, and all else is kept", async () => {
  const make = async (path: string) => (path === "/events" ? { failure: "broken" } : { shows: "made" });
  const { site, stop, asked, pages, log } = start(1, { make });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toHaveLength(4);
  expect(pages.keep.mock.calls.map(([path]) => path)).toEqual(["/events", "/events/talk-0", "/events/past"]);
  expect([pages.areRenderedElsewhere, pages.forgetOthers.mock.calls]).toEqual([false, []]);
  expect(log.error.mock.calls.map(([{ err }]) => err.message)).toEqual(["/events: broken"]);
  site.make = async () => ({ shows: "made" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked()).toHaveLength(4);
  expect([pages.areRenderedElsewhere, pages.forgetOthers.mock.lastCall]).toEqual([true, [["now"]]]);
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked()).toEqual([]);
});

it("renders without a calendar the forms alone, and the rest once it is there", async () => {
  const { site, stop, asked } = start(0, { calendar: undefined });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked()).toEqual([`/contact ${now}`]);
  site.calendar = { events: [] };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked()).toEqual([]);
  site.key = "with a calendar";
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked()).toEqual([`/events ${now}`, `/contact ${now}`]);
  stop();
});

it("renders the pages of the next state twenty seconds before it comes, and keeps those of both", async () => {
  const { site, stop, asked, pages } = start();
  await vi.advanceTimersByTimeAsync(0);
  expect([asked().length, pages.forgetOthers.mock.lastCall]).toEqual([3, [["now"]]]);
  site.now = new Date("2026-11-22T07:59:39.999Z");
  await vi.advanceTimersByTimeAsync(1_000);
  expect([asked(), pages.forgetOthers.mock.lastCall]).toEqual([[], [["now"]]]);
  site.now = new Date("2026-11-22T07:59:40Z");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked()).toEqual([
    `/events ${midnight}`,
    `/contact ${midnight}`,
    `/events/past ${midnight} compared`,
  ]);
  expect(pages.forgetOthers.mock.lastCall).toEqual([["now", "next"]]);
  site.now = new Date(midnight);
  site.until = new Date(nextMidnight);
  site.key = "next";
  await vi.advanceTimersByTimeAsync(1_000);
  expect([asked(), pages.forgetOthers.mock.lastCall]).toEqual([[], [["next"]]]);
  stop();
});

it("begins sooner where rendering takes longer, so that the pages are there in time", async () => {
  const make = () => new Promise<MadePage>((made) => setTimeout(made, 20_000, {}));
  const { site, stop, asked, pages } = start(0, { make });
  await vi.advanceTimersByTimeAsync(41_000);
  expect(asked()).toHaveLength(3);
  site.now = new Date(site.until.getTime() - 79_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked().slice(0, 2)).toEqual([`/events ${midnight}`, `/contact ${midnight}`]);
  // To its end, though the pages of this moment are asked for in each look meanwhile.
  await vi.advanceTimersByTimeAsync(45_000);
  expect(pages.forgetOthers.mock.lastCall).toEqual([["now", "next"]]);
  stop();
});

it("gives up what is under way for what has changed since, and renders none once it is ended", async () => {
  const { site, stop, asked, pages, log } = start(0, { make: () => new Promise(() => {}) });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked()).toEqual([`/events ${now}`, `/contact ${now}`]);
  site.key = "edited";
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked()).toEqual([`/events ${now}`, `/contact ${now}`]);
  expect([pages.areRenderedElsewhere, pages.forgetOthers.mock.calls, log.error.mock.calls]).toEqual([
    true,
    [],
    [],
  ]);
  stop();
  site.key = "edited again";
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked()).toEqual([]);
  expect(log.error).not.toHaveBeenCalled();
});
