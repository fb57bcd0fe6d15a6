// docs/specification.md, 'Calendar files'

import { expect, it } from "vitest";
import type { CalendarEvent } from "../event.ts";
import type { CalendarEntry } from "../read/parsed-calendar.ts";
import { subscriptionParts } from "./subscription.ts";

const event = (day: number): CalendarEvent => ({
  ...{ id: `a-${day}`, uid: "a", recurrenceId: undefined, slug: `a-${day}`, title: "Sit", description: "" },
  ...{ start: new Date(Date.UTC(2026, 11, day, 17)), end: new Date(Date.UTC(2026, 11, day, 18)) },
  ...{ isAllDay: false, isCancelled: false, timeZone: "America/Los_Angeles", location: undefined },
  ...{ isOnline: false, hasJoinLink: false, geo: undefined, organizer: undefined, image: undefined },
  ...{ sequence: 0, stamp: undefined, lastModified: undefined, url: "" },
});
const entry = (change: Partial<CalendarEntry>): CalendarEntry => ({
  ...{ id: "a", uid: "a", recurrenceId: undefined, text: "", times: undefined, shown: event(10) },
  ...{ version: { sequence: 0, stamp: undefined, lastModified: undefined } },
  ...change,
});
const master = entry({ times: ["DTSTART:20261210T170000Z", "RRULE:FREQ=DAILY;COUNT=2"] });
const change = (times: string[] | undefined) =>
  entry({ id: "a 20261211T170000Z", recurrenceId: "20261211T170000Z", times, shown: event(11) });

const written = (...entries: CalendarEntry[]) =>
  [
    ...subscriptionParts(
      [event(10), event(11)],
      { entries, zones: new Map() },
      { host: "site.example", changedAt: new Date(0), now: new Date("2026-12-01T00:00:00Z") },
    ),
  ].join("");
const count = (calendar: string, line: RegExp) => calendar.match(line)?.length ?? 0;

it("writes a series with its changed dates, where each has its lines", () => {
  const calendar = written(master, change(["RECURRENCE-ID:20261211T170000Z", "DTSTART:20261211T170000Z"]));
  expect([count(calendar, /^RRULE:/gm), count(calendar, /^RECURRENCE-ID:/gm)]).toEqual([1, 1]);
});

it("writes each date by itself, where another calendar changes one in a way that not every program follows", () => {
  const calendar = written(master, change(undefined));
  expect([count(calendar, /^RRULE:/gm), count(calendar, /^BEGIN:VEVENT/gm)]).toEqual([0, 2]);
});
