// docs/specification.md, 'Sources', 'Calendar files'

import { expect, it } from "vitest";
import type { CalendarEvent } from "../event.ts";
import { publishCalendars, withoutRepeats } from "./merge-calendars.ts";

const listing = "https://events.example/samplecircle";
const start = new Date("2026-12-10T17:00:00Z");
const event = (id: string, url: string, more: Partial<CalendarEvent> = {}) =>
  ({ id, url, start, sequence: 0, stamp: undefined, lastModified: undefined, ...more }) as CalendarEvent;

it("of events with the same page and start the first stays, and every one without a page of its own", () => {
  const all = [
    event("a", "https://x.example/1"),
    event("b", "https://x.example/1"),
    event("c", "https://x.example/1", { start: new Date("2026-12-11T17:00:00Z") }),
    event("d", "https://x.example/2"),
    event("e", listing),
    event("f", listing),
  ];
  expect(withoutRepeats(all, listing).map(({ id }) => id)).toEqual(["a", "c", "d", "e", "f"]);
});

it("of the versions of an entry the latest stays", () => {
  const all = [event("a", listing), event("a", listing, { sequence: 1, title: "New" }), event("a", listing)];
  expect(withoutRepeats(all, listing)).toEqual([all[1]]);
});

it("one file has the latest version of each entry of all calendars, and the first calendar's zones", () => {
  const version = (sequence: number) => ({ sequence, stamp: undefined, lastModified: undefined });
  const text = publishCalendars([
    {
      entries: [
        { id: "a", version: version(0), text: "A0" },
        { id: "b", version: version(0), text: "B0" },
      ],
      zones: new Map([["Y", "ZONE Y"]]),
    },
    {
      entries: [{ id: "a", version: version(1), text: "A1" }],
      zones: new Map([
        ["Y", "OTHER Y"],
        ["Z", "ZONE Z"],
      ]),
    },
  ]);
  expect(text.split("\r\n")).toEqual([
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//selected entries//EN"],
    ...["ZONE Y", "ZONE Z", "A1", "B0", "END:VCALENDAR", ""],
  ]);
});
