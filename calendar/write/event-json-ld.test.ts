// docs/specification.md, 'Structured data'

import { expect, it } from "vitest";
import type { CalendarEvent } from "../event.ts";
import { eventJsonLd } from "./event-json-ld.ts";

const event: CalendarEvent = {
  ...{ id: "a", uid: "a", recurrenceId: undefined, slug: "a", title: "Sit", description: "We sit." },
  ...{ start: new Date("2026-12-10T08:00:00Z"), end: new Date("2026-12-13T08:00:00Z"), isAllDay: true },
  ...{ isCancelled: false, timeZone: "America/Los_Angeles", location: undefined, isOnline: false },
  ...{ hasJoinLink: false, geo: undefined, organizer: undefined, image: undefined, sequence: 0 },
  ...{ stamp: undefined, lastModified: undefined, url: "https://x.example/sit" },
};
const site = { siteUrl: "https://s.example", image: "https://s.example/i.png", host: "Sample", ownHosts: [] };
const said = (more: Partial<CalendarEvent>) => eventJsonLd({ ...event, ...more }, site);

it("ends on the last of several days, and at the hour on the wall", () => {
  expect(said({})).toMatchObject({ startDate: "2026-12-10", endDate: "2026-12-12" });
  expect(said({ isAllDay: false })).toMatchObject({
    startDate: "2026-12-10T00:00:00-08:00",
    endDate: "2026-12-13T00:00:00-08:00",
  });
  expect(said({ isAllDay: false, end: event.start })).not.toHaveProperty("endDate");
});

it("names a place up to the first comma that is not in brackets", () => {
  const location = "Hall (north, 2nd floor), 1 Sample Street";
  expect(said({ location })).toMatchObject({
    location: { name: "Hall (north, 2nd floor)", address: location },
  });
});
