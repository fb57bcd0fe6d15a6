import { expect, it } from "vitest";
import type { CalendarEvent } from "#calendar/event.ts";
import { listPage } from "./list-pages.ts";

it.each([
  [
    "on New Year's Eve in Los Angeles",
    "2027-01-01T04:00:00Z",
    "America/Los_Angeles",
    "2026-12",
    "December 2026",
  ],
  ["on New Year's Day in Tokyo", "2026-12-31T23:00:00Z", "Asia/Tokyo", "2027-01", "January 2027"],
])("an event %s stands in the month of its place", (_name, start, timeZone, key, label) => {
  const event = {
    id: "a",
    uid: "a",
    slug: "a",
    title: "A",
    start: new Date(start),
    timeZone,
  } as CalendarEvent;
  expect(listPage([event], 1)?.months).toEqual([{ key, label, events: [event] }]);
});
