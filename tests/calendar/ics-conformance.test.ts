// docs/specification.md, 'Calendar files'; RFC 5545

import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { readOwnCalendar } from "#calendar/read/read-calendar.ts";
import { eventsIcs } from "#calendar/write/events-ics.ts";
import { feedEntriesIcs } from "#calendar/write/feed-entries-ics.ts";
import { subscriptionParts } from "#calendar/write/subscription.ts";
import { plainRules } from "../fixtures/selection-rules.ts";
import { fixedNow } from "../support/site.ts";
import { violations } from "./ics-conformance.ts";

const rules = {
  ...plainRules,
  isAllOurs: true,
  untitled: "A gathering",
  listing: "https://events.example/us",
};
const window = { now: fixedNow, timeZone: "America/Los_Angeles" };
const publication = {
  ...{ name: "Ours; all, of them\\", host: "x.example", refreshSeconds: 300 },
  ...{ changedAt: new Date("2026-11-20T00:00:00Z"), now: fixedNow },
};
const entry = (...lines: string[]) => ["BEGIN:VEVENT", "UID:a", "SUMMARY:A", ...lines, "END:VEVENT"];
const zone = [
  ...["BEGIN:VTIMEZONE", "TZID:Here", "X-LIC-LOCATION:America/Los_Angeles"],
  ...["BEGIN:STANDARD", "DTSTART:20071104T020000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0800"],
  ...["RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:20070311T020000", "TZOFFSETFROM:-0800", "TZOFFSETTO:-0700"],
  ...["RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
];
const zoneNamed = (name: string) => zone.map((line) => line.replace("TZID:Here", `TZID:${name}`));
const calendar = (...lines: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//x//EN",
    ...zone,
    ...zoneNamed("Here\\, there"),
    ...lines,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const letters = "äöü🌲漢字 ".repeat(60);
const weekly = ["DTSTART;TZID=Here:20261112T180000", "DTEND;TZID=Here:20261112T190000", "RRULE:FREQ=WEEKLY"];
const autumn = ["DTSTART;TZID=Here:20261025T013000", "RRULE:FREQ=WEEKLY"];
const days = ["DTSTART;VALUE=DATE:20261124", "RRULE:FREQ=DAILY;COUNT=3"];
const soon = "DTSTART:20261210T170000Z";

const inputs: [name: string, lines: string[]][] = [
  ["no words", entry(soon)],
  ["an empty title", entry(soon).map((line) => line.replace("SUMMARY:A", "SUMMARY:"))],
  ["long lines of letters of several bytes", entry(soon, `DESCRIPTION:${letters}`, `LOCATION:${letters}`)],
  [
    "text that has to be escaped",
    entry(soon, "DESCRIPTION:a\\, b\\; c\\\\ d\\ne", "LOCATION:Room 1, Street; B"),
  ],
  ["control characters", entry(soon, "DESCRIPTION:a\u0007b\u0085c\u202Ed", "LOCATION:x\u000By")],
  ["a UID with spaces and controls", entry(soon).map((line) => line.replace("UID:a", "UID:a b\tc\u00A0d"))],
  [
    "a UID with signs that texts escape",
    entry(soon).map((line) => line.replace("UID:a", "UID:tag:a\\,2008;b\\\\c")),
  ],
  ["a long UID", entry(soon).map((line) => line.replace("UID:a", `UID:${"é".repeat(400)}`))],
  ["no UID", entry(soon).filter((line) => !line.startsWith("UID"))],
  ["stamps that are none", entry(soon, "DTSTAMP:20261101", "LAST-MODIFIED;TZID=Here:20261101T000000")],
  ["no end", entry("DTSTART;VALUE=DATE:20261210")],
  ["an end before the start", entry(soon, "DTEND:20261209T170000Z")],
  ["an end at the start", entry(soon, "DTEND:20261210T170000Z")],
  ["an end and a length", entry(soon, "DTEND:20261210T180000Z", "DURATION:PT3H")],
  ["times without seconds", entry("DTSTART:20261210T1700Z", "DTEND:20261210T1800Z")],
  ["several days", entry("DTSTART;VALUE=DATE:20261210", "DTEND;VALUE=DATE:20261213")],
  ["an odd place on the globe", entry(soon, "GEO:0.0000001;-1e-7")],
  ["a link with odd letters", entry(soon, "URL:https://x.example/a b?c=ä")],
  ["called off, in its third version", entry(soon, "STATUS:CANCELLED", "SEQUENCE:3")],
  ["a version below zero", entry(soon, "SEQUENCE:-1")],
  ["a zone that the feed does not define", entry("DTSTART;TZID=Europe/Berlin:20261210T180000")],
  ["a year before 1000", entry("DTSTART:01230101T000000Z", "RRULE:FREQ=YEARLY", "EXDATE:01240101T000000Z")],
  ["a series", entry(...weekly)],
  [
    "a series in a zone whose name has a comma",
    entry(...weekly, "EXDATE:20261127T020000Z").map((line) =>
      line.replace("TZID=Here", 'TZID="Here, there"'),
    ),
  ],
  ["a series that ends on a day", entry(...weekly.slice(0, 2), "RRULE:FREQ=WEEKLY;UNTIL=20270101")],
  [
    "a series that ends at a local time",
    entry(...weekly.slice(0, 2), "RRULE:FREQ=WEEKLY;UNTIL=20270101T000000"),
  ],
  [
    "a series of days that ends at a time",
    entry(days[0] ?? "", "RRULE:FREQ=DAILY;UNTIL=20261126T230000Z;BYHOUR=9"),
  ],
  [
    "a series that names its calendar",
    entry(...weekly.slice(0, 2), "RRULE:RSCALE=GREGORIAN;FREQ=WEEKLY;SKIP=OMIT"),
  ],
  ["dates called off in UTC", entry(...weekly, "EXDATE:20261127T020000Z")],
  ["dates called off in another zone", entry(...weekly, "EXDATE;TZID=Europe/Berlin:20261127T030000")],
  ["dates called off by day", entry(...weekly, "EXDATE;VALUE=DATE:20261126", "EXDATE:20261203T180000")],
  ["days called off at a time", entry(...days, "EXDATE;TZID=Here:20261125T000000")],
  ["dates added in other forms", entry(...weekly, "RDATE:20261128T030000Z", "RDATE;VALUE=DATE:20261205")],
  ["dates added with a length", entry(...weekly, "RDATE;VALUE=PERIOD:20261128T030000Z/PT3H")],
  ["a series that ends before it starts", entry(...weekly.map((line) => line.replace("T190000", "T170000")))],
  ["a series with the length of days", entry(weekly[0] ?? "", "DURATION:P1DT2H", "RRULE:FREQ=WEEKLY")],
  ["a series in UTC with a zone", entry("DTSTART;TZID=Here:20261113T020000Z", "RRULE:FREQ=WEEKLY")],
  [
    "changes in every form",
    [
      ...entry(...weekly),
      ...entry("RECURRENCE-ID:20261127T020000Z", "DTSTART;TZID=Europe/Berlin:20261127T040000"),
      ...entry("RECURRENCE-ID;VALUE=DATE:20261203", "DTSTART:20261204T040000Z", "STATUS:CANCELLED"),
    ],
  ],
  [
    "a change of this and the following dates",
    [
      ...entry(...weekly),
      ...entry("RECURRENCE-ID;RANGE=THISANDFUTURE:20261127T020000Z", "DTSTART:20261127T040000Z"),
    ],
  ],
  ["a date added in the second of an hour that comes twice", entry(...autumn, "RDATE:20261101T093000Z")],
  [
    "a change of a date in the second of an hour that comes twice",
    [
      ...entry(...autumn, "RDATE:20261101T093000Z"),
      ...entry("RECURRENCE-ID:20261101T093000Z", "DTSTART:20261129T180000Z"),
    ],
  ],
  [
    "an end in the second of an hour that comes twice",
    entry("DTSTART;TZID=Here:20261101T003000", "DTEND:20261101T093000Z", "RRULE:FREQ=WEEKLY"),
  ],
  ["a series by several rules", entry(...weekly, "RRULE:FREQ=MONTHLY;BYMONTHDAY=9")],
  [
    "days called off that have several dates",
    entry(...weekly.slice(0, 2), "RRULE:FREQ=DAILY;BYHOUR=9,18", "EXDATE;VALUE=DATE:20261124"),
  ],
  ["a change without its series", entry("RECURRENCE-ID;TZID=Here:20261126T180000", soon)],
  ["a time with an unknown zone", entry("DTSTART;TZID=Nowhere:20261210T090000", "RRULE:FREQ=DAILY;COUNT=2")],
  [
    "an Outlook's zone",
    entry('DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20261210T090000', "RRULE:FREQ=DAILY"),
  ],
  ["an end before the start", entry(soon, "DTEND:20261210T160000Z")],
  ["times at the edge of a day", entry("DTSTART:20261210T235960Z", "DTEND:20261211T240000Z")],
  ["a length of weeks and days", entry(soon, "DURATION:P1W2D")],
  ["an end that is a day", entry(soon, "DTEND;VALUE=DATE:20261212")],
  ["a rule that is forbidden", entry(soon, "RRULE:FREQ=DAILY;BYDAY=1MO")],
  ["a long list of exceptions", entry(...weekly, `EXDATE:${Array(200).fill("20261127T020000Z").join()}`)],
];

function filesOf(lines: string[]) {
  const own = readOwnCalendar(calendar(...lines), window, rules);
  const single = own.events.map((event) => eventsIcs([event], { ...publication, name: "" }));
  return { own, subscription: [...subscriptionParts(own.events, own, publication)].join(""), single };
}

describe("calendar files", () => {
  it.each(inputs)("of %s are as RFC 5545 wants them", (_name, lines) => {
    const { own, subscription, single } = filesOf(lines);
    expect([subscription, ...single].flatMap(violations)).toEqual([]);
    expect(own.events.length).toBeGreaterThan(0);
    expect(subscription).toMatch(/^BEGIN:VEVENT/m);
    // What no program can be given in one series stays as the feed has it.
    const kept = /several (?:forms|RRULE)|a change without its series/;
    expect(violations(feedEntriesIcs(own)).filter((one) => !kept.test(one))).toEqual([]);
  });

  it.each(inputs)("of %s have the dates of the pages, as another program follows them", (_name, lines) => {
    const { own, subscription } = filesOf(lines);
    const days30 = fixedNow.getTime() - 30 * 86_400_000;
    const last = Math.max(...own.events.map(({ start }) => start.getTime()));
    const isNear = (time: number) => time >= days30 && time <= last;
    const expected = own.events
      .filter(({ isCancelled }) => !isCancelled)
      .map(({ start, end }) => [start.getTime(), end.getTime()]);
    expect(datesIn(subscription, last).filter(([start = 0]) => isNear(start))).toEqual(
      expected.filter(([start = 0]) => isNear(start)).sort(([a = 0], [b = 0]) => a - b),
    );
  });

  it("have the latest version of a series that several feeds have", () => {
    const version = (number: number) =>
      filesOf(
        entry(...weekly, `SEQUENCE:${number}`).map((line) => line.replace("SUMMARY:A", `SUMMARY:${number}`)),
      ).own;
    for (const feeds of [
      [version(0), version(1)],
      [version(1), version(0)],
    ]) {
      const [{ zones } = version(0)] = feeds;
      const entries = feeds.flatMap((own) => own.entries);
      const events = feeds.flatMap((own) => own.events);
      const ics = [...subscriptionParts(events, { entries, zones }, publication)].join("");
      expect(ics.match(/^SUMMARY:.*$/gm)).toEqual(["SUMMARY:1"]);
    }
  });

  it.each([
    ["it does not end", "BEGIN:VCALENDAR"],
    ["LF alone", calendar().replace("\r\n", "\n")],
    ["octets", calendar(...entry(soon, `COMMENT:${"x".repeat(80)}`))],
    [
      "a letter is broken",
      Buffer.from(calendar(...entry(soon, "COMMENT:ä")).replace("ä", "\u00c3\r\n \u00a4"), "latin1"),
    ],
    ["no line of a calendar", calendar(...entry(soon, "BROKEN"))],
    ["0 DTSTAMP", calendar(...entry(soon))],
    ["METHOD without", calendar("METHOD:PUBLISH", ...entry(soon))],
    ["SUMMARY is empty", calendar(...entry(soon, "SUMMARY:"))],
    ["several URL", calendar(...entry(soon, "URL:x:y", "URL:x:z"))],
    ["in the zone", calendar(...entry("DTSTART;TZID=There:20261210T170000"))],
    ["a time without a zone", calendar(...entry("DTSTART:20261210T170000"))],
    ["not escaped", calendar(...entry(soon, "LOCATION:a, b"))],
    ["DTEND is not later", calendar(...entry(soon, "DTEND:20261210T170000Z"))],
    ["several forms", calendar(...entry(...weekly, "EXDATE:20261127T020000Z"))],
    ["UNTIL=2027", calendar(...entry(weekly[0] ?? "", "RRULE:FREQ=WEEKLY;UNTIL=20270101"))],
    ["RRULE with RSCALE", calendar(...entry(soon, "RRULE:RSCALE=GREGORIAN;FREQ=DAILY"))],
    ["the same UID", calendar(...entry(soon), ...entry(soon))],
    ["a change without its series", calendar(...entry("RECURRENCE-ID:20261210T170000Z", soon))],
    ["ends something else", calendar("BEGIN:VEVENT", "END:VTODO")],
    [
      "does not say its offsets",
      calendar("BEGIN:VTIMEZONE", "TZID:x", "BEGIN:STANDARD", "END:STANDARD", "END:VTIMEZONE"),
    ],
  ])("that are not so are found: %s", (words, ics) => {
    expect(violations(ics).join("\n")).toContain(words);
  });
});

/** Starts and ends until a moment, as ical.js finds them in a file, in order. */
function datesIn(ics: string, until: number): number[][] {
  const component = new ICAL.Component(ICAL.parse(ics));
  ICAL.TimezoneService.reset();
  for (const one of component.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(one);
  const all = component.getAllSubcomponents("vevent");
  const instants = (...times: ICAL.Time[]) =>
    times.map((time) => (time.isDate ? midnight(time) : time.toJSDate().getTime()));
  const found: number[][] = [];
  for (const master of all.filter((one) => !one.hasProperty("recurrence-id"))) {
    const uid = master.getFirstPropertyValue("uid");
    const exceptions = all.filter((one) => one !== master && one.getFirstPropertyValue("uid") === uid);
    const event = new ICAL.Event(master, { exceptions });
    const iterator = event.isRecurring() ? event.iterator() : { next: () => undefined };
    const times = event.isRecurring() ? [] : [event.startDate];
    for (let next = iterator.next(); next && times.length < 3_000; next = iterator.next()) {
      times.push(next);
      if (next.toJSDate().getTime() > until + 86_400_000) break;
    }
    for (const time of times) {
      const { item, startDate, endDate } = event.getOccurrenceDetails(time);
      if (item.component.getFirstPropertyValue("status") === "CANCELLED") continue;
      found.push(instants(startDate, endDate));
    }
  }
  return found.sort(([a = 0], [b = 0]) => a - b);
}

/** Of a day in the site's zone. */
function midnight({ year, month, day }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, 8);
}
