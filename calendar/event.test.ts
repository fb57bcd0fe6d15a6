// docs/specification.md, 'Event selection', 'Event times'

import { describe, expect, it } from "vitest";
import { longDate, timeRange, upcomingEvents } from "./event.ts";
import { parseCalendar } from "./read/read-calendar.ts";
import { cleanDescription } from "./read/text/description.ts";
import { eventLink } from "./read/text/event-text.ts";

const timeZone = "America/Los_Angeles";
const now = new Date("2026-10-20T10:00:00Z");
const at = (start: string, end: string) => ({ start: new Date(start), end: new Date(end), timeZone });

describe("timeRange and longDate", () => {
  it.each([
    ["2026-12-10T17:00:00Z", "2026-12-10T18:30:00Z", "9:00 AM - 10:30 AM PST"],
    ["2026-07-10T17:00:00Z", "2026-07-10T18:30:00Z", "10:00 AM - 11:30 AM PDT"],
    ["2026-12-10T17:00:00Z", "2026-12-10T17:00:00Z", "9:00 AM PST"],
    ["2026-12-11T06:00:00Z", "2026-12-11T09:00:00Z", "10:00 PM - Dec 11, 1:00 AM PST"],
    ["2026-11-01T08:30:00Z", "2026-11-01T10:30:00Z", "1:30 AM PDT - 2:30 AM PST"],
  ])("%s to %s is %s", (start, end, text) => {
    expect(timeRange(at(start, end))).toBe(text);
  });

  it("writes the day in the event's zone", () => {
    expect(longDate(at("2026-12-11T06:00:00Z", "2026-12-11T07:00:00Z"))).toBe("Thursday, December 10, 2026");
  });
});

describe("upcomingEvents", () => {
  it("leaves out what has begun or is cancelled, and sorts by start", () => {
    const event = (id: string, start: string, isCancelled = false) =>
      ({ id, start: new Date(start), isCancelled }) as Parameters<typeof upcomingEvents>[0][number];
    const events = [
      event("b", "2026-10-22T00:00:00Z"),
      event("a", "2026-10-21T00:00:00Z"),
      event("c", now.toISOString()),
      event("d", "2026-10-23T00:00:00Z", true),
    ];
    expect(upcomingEvents(events, now).map((one) => one.id)).toEqual(["a", "b"]);
  });
});

describe("parseCalendar", () => {
  const calendar = (...lines: string[]) =>
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "BEGIN:VEVENT",
      "UID:a",
      "SUMMARY:A",
      ...lines,
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n");
  const starts = (...lines: string[]) =>
    parseCalendar(calendar(...lines), { now, timeZone }).occurrences.map((one) =>
      one.start.toISOString().replace(".000", ""),
    );

  it.each([
    ["UTC", ["DTSTART:20261210T170000Z"], ["2026-12-10T17:00:00Z"]],
    [
      "a named zone without VTIMEZONE",
      ["DTSTART;TZID=Europe/Berlin:20261210T170000"],
      ["2026-12-10T16:00:00Z"],
    ],
    ["floating time", ["DTSTART:20261210T170000"], ["2026-12-11T01:00:00Z"]],
    ["a day", ["DTSTART;VALUE=DATE:20261210"], ["2026-12-10T08:00:00Z"]],
    [
      "a weekly series over the clock change, with one left out",
      [
        "DTSTART;TZID=America/Los_Angeles:20261021T090000",
        "RRULE:FREQ=WEEKLY;COUNT=4",
        "EXDATE;TZID=America/Los_Angeles:20261028T090000",
      ],
      ["2026-10-21T16:00:00Z", "2026-11-04T17:00:00Z", "2026-11-11T17:00:00Z"],
    ],
  ])("reads %s", (_name, lines, expected) => {
    expect(starts(...lines)).toEqual(expected);
  });

  it("gives six occurrences of an endless series at most, none after 90 days, and the last six before", () => {
    const ahead = (...lines: string[]) => starts(...lines).filter((start) => new Date(start) > now);
    expect(ahead("DTSTART:20200101T120000Z", "RRULE:FREQ=DAILY")).toHaveLength(6);
    expect(ahead("DTSTART:20260101T120000Z", "RRULE:FREQ=MONTHLY")).toHaveLength(3);
    expect(starts("DTSTART:20200101T120000Z", "RRULE:FREQ=DAILY")).toHaveLength(12);
  });

  it("skips an entry that it cannot read and says which and why", () => {
    const { occurrences, skipped } = parseCalendar(calendar(), { now, timeZone });
    expect([occurrences.length, skipped[0]?.uid, typeof skipped[0]?.reason]).toEqual([0, "a", "string"]);
  });
});

describe("cleanDescription", () => {
  it("removes what the platform adds and keeps the text with its paragraphs", () => {
    const description = [
      "Get up-to-date information at: https://luma.com/abc?pk=g-token",
      "",
      "Address:\nSample Hall\nSan Francisco",
      "",
      "First paragraph,\nsecond line.",
      "",
      "Second paragraph.",
      "Manage: https://luma.com/manage",
      "",
      "Hosted by A & 3 others",
    ].join("\n");
    expect(cleanDescription(description)).toBe("First paragraph,\nsecond line.\n\nSecond paragraph.");
  });
});

describe("eventLink", () => {
  const listing = "https://events.example/list";
  it.each([
    ["https://a.example/x?pk=g-1&ref=2", "", "https://a.example/x?ref=2"],
    [undefined, "Get up-to-date information at: https://luma.com/abc?pk=g-1", "https://luma.com/abc"],
    ["javascript:alert(1)", "nothing", listing],
    [undefined, "", listing],
  ])("of %s with %j is %s", (url, description, link) => {
    expect(eventLink(url, description, listing)).toBe(link);
  });
});
