// docs/specification.md, 'Event times'

import ICAL from "ical.js";
import { expect, it } from "vitest";
import { describedClock } from "./described-zone.ts";

const clockOf = (lines: string[], more: string[] = []) =>
  describedClock(
    new ICAL.Component(
      ICAL.parse(
        [
          ...["BEGIN:VTIMEZONE", "TZID:House", "BEGIN:STANDARD", ...lines, "END:STANDARD"],
          ...[...more, "END:VTIMEZONE"],
        ].join("\r\n"),
      ) as unknown as unknown[],
    ),
  );
const offsets = ["TZOFFSETFROM:+0100", "TZOFFSETTO:+010030"];
const year = "DTSTART:20000101T000000";

it.each([
  [[year, ...offsets]],
  [["DTSTART:16010101T000000", ...offsets, "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"]],
  [[year, ...offsets, "RRULE:FREQ=YEARLY;BYMONTHDAY=31"]],
  [[year, ...offsets, "RDATE:20010101T000000,20020101T000000"]],
])("a zone is followed with %j", (lines) => {
  const clock = clockOf(lines);
  expect(clock?.wallOf(Date.UTC(1_500, 0))).toBe(Date.UTC(1_500, 0) + 3_600_000);
  expect(clock?.wallOf(Date.UTC(2_026, 0))).toBe(Date.UTC(2_026, 0) + 3_630_000);
});

it.each([
  [offsets],
  [[year, "TZOFFSETFROM:+0100"]],
  [[year, "TZOFFSETTO:+0100"]],
  [[year, "TZOFFSETFROM:+0100", "TZOFFSETTO:one hour"]],
  [["DTSTART;VALUE=DATE:20000101", ...offsets]],
  [["DTSTART:soon", ...offsets]],
  [[year, ...offsets, "RDATE:20010101T000000,soon"]],
  [[year, ...offsets, "RRULE:FREQ=MONTHLY"]],
])("a zone is not followed with %j", (lines) => {
  expect(clockOf(lines)).toBeUndefined();
});

it("a zone with more changes or parts than clocks have is not followed", () => {
  const part = ["BEGIN:DAYLIGHT", year, ...offsets, "END:DAYLIGHT"];
  const parts = (count: number) => Array.from({ length: count }, () => part).flat();
  const dates = (count: number) => Array.from({ length: count }, () => "RDATE:20010101T000000");
  expect(clockOf([year, ...offsets, ...dates(999)])).toBeDefined();
  expect(clockOf([year, ...offsets, ...dates(1_000)])).toBeUndefined();
  expect(clockOf([year, ...offsets], parts(199))).toBeDefined();
  expect(clockOf([year, ...offsets], parts(200))).toBeUndefined();
});
