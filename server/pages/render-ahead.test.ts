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
