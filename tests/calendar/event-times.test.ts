// docs/specification.md, 'Event times', 'Events page'

import { describe, expect, it } from "vitest";
import { listPage, mostShown } from "#app/events/list-pages.ts";
import { type CalendarEvent, dateParts, longDate, timeRange } from "#calendar/event.ts";

const timeZone = "America/Los_Angeles";
const at = (start: string, end: string, isAllDay = false) => ({
  ...{ start: new Date(start), end: new Date(end), timeZone, isAllDay },
});
/** Whole days in San Francisco; the last one counts. */
const days = (first: string, after: string) => at(`${first}T08:00:00Z`, `${after}T08:00:00Z`, true);

describe("the date of an event", () => {
  it.each([
    ["one whole day", days("2026-12-10", "2026-12-11"), "Thursday, December 10, 2026"],
    ["several days", days("2026-12-10", "2026-12-13"), "Thursday, December 10 - Saturday, December 12, 2026"],
    [
      "days of two years",
      days("2026-12-31", "2027-01-03"),
      "Thursday, December 31, 2026 - Saturday, January 2, 2027",
    ],
    ["a whole day without an end", days("2026-12-10", "2026-12-10"), "Thursday, December 10, 2026"],
    [
      "an evening that ends after midnight",
      at("2026-12-11T06:00:00Z", "2026-12-11T09:00:00Z"),
      "Thursday, December 10, 2026",
    ],
    [
      "a retreat with hours",
      at("2026-12-11T02:00:00Z", "2026-12-13T22:00:00Z"),
      "Thursday, December 10 - Sunday, December 13, 2026",
    ],
    [
      "days over a clock change",
      at("2026-10-31T07:00:00Z", "2026-11-02T08:00:00Z", true),
      "Saturday, October 31 - Sunday, November 1, 2026",
    ],
  ])("%s", (_name, event, text) => {
    expect(longDate(event)).toBe(text);
  });

  it.each([
    ["one day", days("2026-12-10", "2026-12-11"), "2026", ""],
    ["days of one year", days("2026-12-10", "2026-12-13"), "", "Saturday, December 12, 2026"],
    ["days of two years", days("2026-12-10", "2027-01-03"), "2026", "Saturday, January 2, 2027"],
  ])("is said by the parts of the date block, too: %s", (_name, event, year, last) => {
    expect(dateParts(event)).toEqual({ weekday: "Thursday", month: "December", day: "10", year, last });
    const first = `Thursday, December 10${year && `, ${year}`}`;
    expect(longDate(event)).toBe(last ? `${first} - ${last}` : first);
  });
});

describe("the times of an event", () => {
  it.each([
    ["another day", "2026-12-11T06:00:00Z", "2026-12-11T09:00:00Z", "10:00 PM - Dec 11, 1:00 AM PST"],
    ["another year", "2027-01-01T06:00:00Z", "2027-01-01T09:00:00Z", "10:00 PM - Jan 1, 2027, 1:00 AM PST"],
  ])("carry the date of an end on %s", (_name, start, end, text) => {
    expect(timeRange(at(start, end))).toBe(text);
  });

  it.each([
    ["2026-12-31T02:00:00Z", "2027-01-02T22:00:00Z", "Wed 6:00 PM - Sat 2:00 PM PST"],
    ["2026-12-11T02:00:00Z", "2027-12-11T02:00:00Z", "Thu 6:00 PM - Fri 6:00 PM PST"],
    ["2027-03-13T20:00:00Z", "2027-03-14T20:00:00Z", "Sat 12:00 PM PST - Sun 1:00 PM PDT"],
  ])("have weekdays where the date above says both days: %s to %s", (start, end, text) => {
    expect(timeRange(at(start, end))).toBe(text);
    expect(longDate(at(start, end))).toContain(" - ");
  });
});

describe("the pages of the list", () => {
  const many = (count: number, perMonth: number) =>
    Array.from({ length: count }, (_, index) => {
      const start = new Date(Date.UTC(2026, 11 + Math.floor(index / perMonth), 1 + (index % 28), 20));
      return { id: `${index}`, start, timeZone } as CalendarEvent;
    });

  it("is one by months, without links to them, while it is short", () => {
    const events = many(mostShown, Math.ceil(mostShown / 3));
    const { pages, months, links } = listPage(events, 1) ?? {};
    expect([pages, links]).toEqual([1, []]);
    expect(months?.map(({ label }) => label)).toEqual(["December 2026", "January 2027", "February 2027"]);
    expect(months?.flatMap((month) => month.events)).toEqual(events);
    expect(listPage([], 1)).toMatchObject({ pages: 1, months: [], links: [] });
  });

  it("are of so many events each, by months, and lead to every month's first event", () => {
    // Two pages and one event more for each of twenty months: one page more.
    const perMonth = 2 * mostShown + 1;
    const events = many(20 * perMonth, perMonth);
    const pages = Array.from({ length: 41 }, (_, index) => listPage(events, index + 1));
    const shown = pages.map((page) => page?.months.flatMap((month) => month.events) ?? []);
    expect(shown.flat().map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(Math.max(...shown.map((one) => one.length))).toBe(mostShown);
    const { links = [], pages: count } = pages[0] ?? {};
    expect([count, links.length]).toEqual([41, 20]);
    expect(links.slice(0, 3)).toEqual([
      { label: "December 2026", count: perMonth, to: "/events#2026-12" },
      { label: "January 2027", count: perMonth, to: "/events/page/3#2027-01" },
      { label: "February 2027", count: perMonth, to: "/events/page/5#2027-02" },
    ]);
    for (const { to } of links) {
      const key = to.slice(-7);
      const page = pages[Number(/page\/(\d+)/.exec(to)?.[1] ?? 1) - 1];
      const first = events.find((event) => event.start.toISOString().startsWith(key));
      expect(page?.months.find((month) => month.key === key)?.events[0]).toBe(first);
    }
  });

  it.each([0, -1, 1.5, Number.NaN, 3])("are no more: %d", (number) => {
    expect(listPage(many(2 * mostShown, mostShown), number)).toBeUndefined();
  });
});
