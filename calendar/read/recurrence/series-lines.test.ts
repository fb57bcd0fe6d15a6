// docs/specification.md, 'Calendar files', 'Series'

import { expect, it } from "vitest";
import { parseCalendar } from "../read-calendar.ts";

const entry = (...lines: string[]) => ["BEGIN:VEVENT", "UID:a", "SUMMARY:A", ...lines, "END:VEVENT"];
/** The lines that say when each entry is, for other programs; undefined where not every one can follow them. */
const times = (...lines: string[]) =>
  parseCalendar(["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n"), {
    ...{ now: new Date("2026-10-01T00:00:00Z"), timeZone: "America/Los_Angeles" },
  }).entries.map((one) => one.times);
const berlin = ";TZID=Europe/Berlin:";

it.each([
  // In the form of the start, whatever the others are written in.
  [
    [
      `DTSTART${berlin}20261010T190000`,
      `DTEND${berlin}20261010T203000`,
      "RRULE:FREQ=WEEKLY;COUNT=3",
      "EXDATE:20261017T170000Z",
      "RDATE:20261011T170000Z",
    ],
    [
      `DTSTART${berlin}20261010T190000`,
      `DTEND${berlin}20261010T203000`,
      "RRULE:FREQ=WEEKLY;COUNT=3",
      `RDATE${berlin}20261011T190000`,
      `EXDATE${berlin}20261017T190000`,
    ],
  ],
  [
    [
      "DTSTART:20261010T170000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;UNTIL=20261020",
      "EXDATE;VALUE=DATE:20261011",
    ],
    [
      "DTSTART:20261010T170000Z",
      "DTEND:20261010T180000Z",
      "RRULE:FREQ=DAILY;UNTIL=20261020T235959Z",
      "EXDATE:20261011T170000Z",
    ],
  ],
  [
    [
      "DTSTART;VALUE=DATE:20261010",
      "RRULE:FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0;UNTIL=20261012T170000Z",
      "EXDATE;VALUE=DATE:20261011",
    ],
    [
      "DTSTART;VALUE=DATE:20261010",
      "DTEND;VALUE=DATE:20261011",
      "RRULE:FREQ=DAILY;UNTIL=20261012",
      "EXDATE;VALUE=DATE:20261011",
    ],
  ],
  [
    ["DTSTART:20261010T190000", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261011T190000,20261011T190000"],
    [
      "DTSTART;TZID=America/Los_Angeles:20261010T190000",
      "RRULE:FREQ=DAILY;COUNT=2",
      "EXDATE;TZID=America/Los_Angeles:20261011T190000",
    ],
  ],
  [
    ["DTSTART;TZID=Nowhere:20261010T190000", "RRULE:FREQ=DAILY;COUNT=2"],
    ["DTSTART;TZID=America/Los_Angeles:20261010T190000", "RRULE:FREQ=DAILY;COUNT=2"],
  ],
  [
    ['DTSTART;TZID="(UTC+01:00) Amsterdam, Berlin":20261010T190000', "RRULE:FREQ=DAILY;COUNT=2"],
    ["DTSTART;TZID=Europe/Amsterdam:20261010T190000", "RRULE:FREQ=DAILY;COUNT=2"],
  ],
  // One time of a day that is called off, or an added date with a length of its own, by several times of a day.
  [
    ["DTSTART:20261010T170000Z", "RRULE:FREQ=DAILY;COUNT=4;BYHOUR=9,17", "EXDATE:20261011T170000Z"],
    ["DTSTART:20261010T170000Z", "RRULE:FREQ=DAILY;COUNT=4;BYHOUR=9,17", "EXDATE:20261011T170000Z"],
  ],
  [
    ["DTSTART:20261010T170000Z", "RRULE:FREQ=DAILY;COUNT=4;BYHOUR=9,17", "EXDATE;VALUE=DATE:20261011"],
    undefined,
  ],
  [
    ["DTSTART:20261010T170000Z", "RRULE:FREQ=DAILY;COUNT=4;BYMINUTE=0,30", "EXDATE;VALUE=DATE:20261011"],
    undefined,
  ],
  [
    ["DTSTART:20261010T170000Z", "RRULE:FREQ=DAILY;COUNT=4;BYSECOND=0,30", "EXDATE;VALUE=DATE:20261011"],
    undefined,
  ],
  [["DTSTART:20261010T170000Z", "RRULE:FREQ=HOURLY;COUNT=40", "EXDATE;VALUE=DATE:20261011"], undefined],
  [
    ["DTSTART:20261010T170000Z", "RRULE:FREQ=DAILY;COUNT=2", "RDATE;VALUE=PERIOD:20261013T170000Z/PT2H"],
    undefined,
  ],
  [["DTSTART:20261010T170000Z", "RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=WEEKLY;COUNT=2"], undefined],
  // In the second of two hours that the clocks show alike.
  [[`DTSTART${berlin}20261024T023000`, "RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE:20261025T013000Z"], undefined],
  [
    [`DTSTART${berlin}20261024T023000`, "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261025T003000Z"],
    [`DTSTART${berlin}20261024T023000`, "RRULE:FREQ=DAILY;COUNT=2", `EXDATE${berlin}20261025T023000`],
  ],
])("%j is told to other programs as %j", (lines = [], told) => {
  expect(times(...entry(...lines))[0]).toEqual(told);
});

it.each([
  [
    [`DTSTART${berlin}20261010T190000`, "DURATION:PT1H"],
    ["RECURRENCE-ID:20261017T170000Z", `DTSTART${berlin}20261018T200000`, "DURATION:PT2H"],
    [`RECURRENCE-ID${berlin}20261017T190000`, "DTSTART:20261018T180000Z", "DTEND:20261018T200000Z"],
  ],
  [
    ["DTSTART;VALUE=DATE:20261010"],
    ["RECURRENCE-ID;VALUE=DATE:20261017", "DTSTART;VALUE=DATE:20261018"],
    ["RECURRENCE-ID;VALUE=DATE:20261017", "DTSTART;VALUE=DATE:20261018", "DTEND;VALUE=DATE:20261019"],
  ],
  [
    ["DTSTART:20261010T170000Z"],
    ["RECURRENCE-ID:20261017T170000Z", "DTSTART:20261018T170000Z"],
    ["RECURRENCE-ID:20261017T170000Z", "DTSTART:20261018T170000Z"],
  ],
])("of a weekly series from %j the change %j is told as %j", (lines, change, told) => {
  expect(times(...entry(...lines, "RRULE:FREQ=WEEKLY;COUNT=3"), ...entry(...change))[1]).toEqual(told);
});
