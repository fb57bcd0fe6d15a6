// docs/specification.md, 'Rendered once'

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mostShown } from "#app/events/list-pages.ts";
import { renderAhead } from "./render-ahead.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A site with a page, a form, a page that reads the query, and one for each of so many events. */
function start(count: number, prepare: (path: string) => Promise<void>) {
  const now = new Date("2026-11-21T10:00:00Z");
  const until = new Date("2026-11-22T08:00:00Z");
  const [begin, end] = [new Date("2026-12-10T17:00:00Z"), new Date("2026-12-10T18:00:00Z")];
  const events = Array.from({ length: count }, (_, index) => ({ slug: `talk-${index}`, start: begin, end }));
  const page = { isForm: false, showsReference: false };
  return renderAhead({
    router: { prepare, stateAt: () => ({ key: "1", phase: "a", until }), forgetOthers: () => {} },
    routes: [
      { ...page, path: "/events" },
      { ...page, path: "/contact", isForm: true },
      { ...page, path: "/contact/received", showsReference: true },
      { ...page, path: "/events/:slug" },
    ],
    services: { now: () => now, calendar: { current: () => ({ events }) } as never },
  });
}

it.each([
  ["every page of the list", 3 * mostShown, [2, 3]],
  ["twenty pages of the list", 100 * mostShown, Array.from({ length: 19 }, (_, place) => place + 2)],
])(
  "renders what is the same for everybody, %s and the events on the first, once",
  async (_name, count, lists) => {
    const prepare = vi.fn(async (_path: string) => {});
    const stop = start(count, prepare);
    await vi.advanceTimersByTimeAsync(5_000);
    stop();
    const slugs = Array.from({ length: mostShown }, (_, index) => `/events/talk-${index}`);
    const further = lists.map((number) => `/events/page/${number}`);
    expect(prepare.mock.calls.map(([path]) => path)).toEqual(["/events", "/contact", ...further, ...slugs]);
  },
);

it("tries again after a minute what could not be rendered", async () => {
  const prepare = vi.fn((_path: string) => Promise.reject(new Error("broken")));
  const stop = start(0, prepare);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(prepare).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(prepare).toHaveBeenCalledTimes(2);
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(prepare).toHaveBeenCalledTimes(2);
});

/** A site whose state and clock a test sets. */
function startAt(given: { now: string; until: string; calendar?: object; prepare?: () => Promise<void> }) {
  const site = { now: new Date(given.now), until: new Date(given.until), key: "now" };
  const prepare = vi.fn(
    (_path: string, _isForm: boolean, _at: Date) => given.prepare?.() ?? Promise.resolve(),
  );
  const forgetOthers = vi.fn();
  const stop = renderAhead({
    router: {
      prepare,
      stateAt: (at) => ({ key: at < site.until ? site.key : "next", phase: "a", until: site.until }),
      forgetOthers,
    },
    routes: [
      { path: "/", isForm: false, showsReference: false },
      { path: "/contact", isForm: true, showsReference: false },
    ],
    services: { now: () => site.now, calendar: { current: () => given.calendar } as never },
  });
  const calls = () =>
    prepare.mock.calls.splice(0).map(([path, isForm, at]) => [path, isForm, at.toISOString()]);
  return { site, stop, calls, forgetOthers };
}
const [now, midnight] = ["2026-11-21T10:00:00.000Z", "2026-11-22T08:00:00.000Z"];

it("renders without a calendar the forms alone, and the rest once it is there", async () => {
  const given: { now: string; until: string; calendar?: object } = { now, until: midnight };
  const { site, stop, calls } = startAt(given);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls()).toEqual([["/contact", true, now]]);
  Object.assign(given, { calendar: { events: [] } });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls()).toEqual([]);
  site.key = "with a calendar";
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls()).toEqual([
    ["/", false, now],
    ["/contact", true, now],
  ]);
  stop();
});

it("renders the pages of the next state twenty seconds before it comes, and keeps those of both", async () => {
  const { site, stop, calls, forgetOthers } = startAt({ now, until: midnight, calendar: { events: [] } });
  await vi.advanceTimersByTimeAsync(0);
  expect([calls().length, forgetOthers.mock.lastCall]).toEqual([2, [["now"]]]);
  site.now = new Date("2026-11-22T07:59:39.999Z");
  await vi.advanceTimersByTimeAsync(1_000);
  expect([calls(), forgetOthers.mock.lastCall]).toEqual([[], [["now"]]]);
  site.now = new Date("2026-11-22T07:59:40Z");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls()).toEqual([
    ["/", false, midnight],
    ["/contact", true, midnight],
  ]);
  expect(forgetOthers.mock.lastCall).toEqual([["now", "next"]]);
  site.now = new Date(midnight);
  site.until = new Date("2026-11-23T08:00:00Z");
  site.key = "next";
  await vi.advanceTimersByTimeAsync(1_000);
  expect([calls(), forgetOthers.mock.lastCall]).toEqual([[], [["next"]]]);
  stop();
});

it("looks again only when all pages are there, and renders none once it is ended", async () => {
  const page = Promise.withResolvers<void>();
  const { stop, calls } = startAt({
    now,
    until: midnight,
    calendar: { events: [] },
    prepare: () => page.promise,
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls()).toHaveLength(1);
  stop();
  page.resolve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls()).toEqual([]);
});
