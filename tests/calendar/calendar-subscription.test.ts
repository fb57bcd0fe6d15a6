// docs/specification.md, 'Calendar files'

import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { readOwnCalendar } from "#calendar/read/read-calendar.ts";
import { eventsIcs } from "#calendar/write/events-ics.ts";
import { subscriptionParts } from "#calendar/write/subscription.ts";
import { plainRules } from "../fixtures/selection-rules.ts";
import { fixedNow } from "../support/site.ts";

const rules = { ...plainRules, isAllOurs: true, listing: "https://events.example/us" };
const window = { now: fixedNow, timeZone: "America/Los_Angeles" };
const entry = (uid: string, ...lines: string[]) => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  "DTSTAMP:20261101T000000Z",
  `SUMMARY:${uid}`,
  ...lines,
  "END:VEVENT",
];
const berlin = [
  ...["BEGIN:VTIMEZONE", "TZID:Berlin here"],
  ...["BEGIN:STANDARD", "DTSTART:19961027T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"],
  ...["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:19810329T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
  ...["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
];

function subscribe(...parts: string[][]): string {
  const text = ["BEGIN:VCALENDAR", "VERSION:2.0", ...parts.flat(), "END:VCALENDAR", ""].join("\r\n");
  const own = readOwnCalendar(text, window, rules);
  const changedAt = new Date("2026-11-20T00:00:00Z");
  const publication = { name: "Ours", host: "x.example", changedAt, now: fixedNow };
  return [...subscriptionParts(own.events, own, publication)].join("");
}
/** The entries by UID, as another program reads them. */
function entries(ics: string): Map<string, string[]> {
  const calendar = new ICAL.Component(ICAL.parse(ics));
  const all = calendar.getAllSubcomponents("vevent").map((event) => event.toString().split("\r\n"));
  return new Map(all.map((lines) => [lines.find((line) => line.startsWith("UID:"))?.slice(4) ?? "", lines]));
}

describe("the calendar to subscribe to", () => {
  it("holds what is upcoming, running, and over for less than 30 days", () => {
    const times = (start: string, end: string) => [`DTSTART:${start}`, `DTEND:${end}`];
    const ics = subscribe(
      entry("upcoming", ...times("20261210T170000Z", "20261210T180000Z")),
      entry("running", ...times("20261121T090000Z", "20261121T110000Z")),
      entry("29 days ago", ...times("20261023T090000Z", "20261023T110000Z")),
      entry("31 days ago", ...times("20261021T080000Z", "20261021T090000Z")),
    );
    expect([...entries(ics).keys()]).toEqual(["upcoming", "running", "29daysago"]);
  });

  it("tells of a cancelled event as cancelled, with its revision", () => {
    const ics = subscribe(entry("off", "DTSTART:20261210T170000Z", "STATUS:CANCELLED", "SEQUENCE:3"));
    const lines = entries(ics).get("off");
    expect(lines).toEqual(expect.arrayContaining(["STATUS:CANCELLED", "SEQUENCE:3"]));
  });

  it("leaves the hours of a whole day free, and takes those of an hour", () => {
    const ics = subscribe(
      entry("day", "DTSTART;VALUE=DATE:20261210", "DTEND;VALUE=DATE:20261213"),
      entry("hour", "DTSTART:20261210T170000Z", "DURATION:PT1H"),
    );
    const days = ["TRANSP:TRANSPARENT", "DTSTART;VALUE=DATE:20261210", "DTEND;VALUE=DATE:20261213"];
    expect(entries(ics).get("day")).toEqual(expect.arrayContaining(days));
    expect(entries(ics).get("hour")).toContain("TRANSP:OPAQUE");
  });

  it("has a series as one entry with its rule, its zone and its changed dates, in the words of the pages", () => {
    const ics = subscribe(
      berlin,
      entry(
        "weekly",
        "DTSTART;TZID=Berlin here:20260901T190000",
        "DTEND;TZID=Berlin here:20260901T210000",
        "RRULE:FREQ=WEEKLY",
        "EXDATE;TZID=Berlin here:20261201T190000",
        "DESCRIPTION:Come.\\n\\nHosted by Samplecircle",
        "LOCATION:https://zoom.us/j/123?pwd=secret",
      ),
      entry(
        "weekly",
        // In UTC, though the series is not.
        "RECURRENCE-ID:20261208T180000Z",
        "DTSTART;TZID=Berlin here:20261208T200000",
        "SUMMARY:Later",
        "STATUS:CANCELLED",
      ),
    );
    expect(ics.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
    const calendar = new ICAL.Component(ICAL.parse(ics));
    const all = calendar.getAllSubcomponents("vevent");
    expect(all.map((one) => one.getFirstPropertyValue("uid"))).toEqual(["weekly", "weekly"]);
    const master = all.find((one) => one.hasProperty("rrule"));
    expect(master?.getFirstPropertyValue("description")).toBe("Come.");
    expect(ics).not.toMatch(/secret|Hosted by/);
    expect(ics).toContain("RECURRENCE-ID;TZID=Berlin here:20261208T190000");
    const series = new ICAL.Event(master as ICAL.Component, {
      exceptions: all.filter((one) => one !== master),
    });
    const iterator = series.iterator();
    const seen: string[] = [];
    for (let next = iterator.next(); next && seen.length < 16; next = iterator.next()) {
      const { item, startDate } = series.getOccurrenceDetails(next);
      seen.push(`${item.component.getFirstPropertyValue("status")} ${startDate.toJSDate().toISOString()}`);
    }
    expect(seen).toContain("CONFIRMED 2026-11-24T18:00:00.000Z");
    expect(seen).toContain("CANCELLED 2026-12-08T19:00:00.000Z");
    expect(seen.join()).not.toContain("2026-12-01");
  });

  it.each([
    ["in UTC", "DTSTART:20260901T170000Z", ""],
    ["of days", "DTSTART;VALUE=DATE:20260901", ""],
    ["in a zone that the feed only names", "DTSTART;TZID=Europe/Berlin:20260901T190000", "Europe/Berlin"],
    ["without a zone", "DTSTART:20260901T190000", "America/Los_Angeles"],
  ])("writes a series %s so that every program can follow it", (_name, start, zone) => {
    const ics = subscribe(entry("w", start, "RRULE:FREQ=MONTHLY;COUNT=9", "TRANSP:OPAQUE"));
    const uids = [...entries(ics).keys()];
    expect(ics).toMatch(/^RRULE:FREQ=MONTHLY;COUNT=9\r$/m);
    expect(uids).toEqual(["w"]);
    expect(ics.match(/^TZID:.*$/gm) ?? []).toEqual(zone === "" ? [] : [`TZID:${zone}`]);
  });

  it("does not change while the feed does not", () => {
    const text = (now: Date) => {
      const own = readOwnCalendar(
        ["BEGIN:VCALENDAR", ...entry("a", "DTSTART:20261210T170000Z"), "END:VCALENDAR", ""]
          .join("\r\n")
          .replace("DTSTAMP:20261101T000000Z\r\n", ""),
        { ...window, now },
        rules,
      );
      const changedAt = new Date("2026-11-20T00:00:00Z");
      const publication = { name: "Ours", host: "x.example", changedAt, now };
      return [...subscriptionParts(own.events, own, publication)].join("");
    };
    expect(text(new Date("2026-11-22T10:00:00Z"))).toBe(text(fixedNow));
  });
});

it("a file of one event has no name of a calendar, so that programs put it into one that is there", () => {
  const text = ["BEGIN:VCALENDAR", ...entry("a", "DTSTART:20261210T170000Z"), "END:VCALENDAR", ""].join(
    "\r\n",
  );
  const { events } = readOwnCalendar(text, window, rules);
  const ics = eventsIcs(events, { host: "x.example", changedAt: fixedNow });
  expect(ics).not.toMatch(/^(X-WR-CALNAME|NAME):/m);
  expect([...entries(ics).keys()]).toEqual(["a"]);
});
