// docs/specification.md, 'Event selection': whose a changed date of a series is, by own-series.ts

import { expect, it } from "vitest";
import { plainRules } from "../../tests/fixtures/selection-rules.ts";
import { readOwnCalendar } from "./read-calendar.ts";

const us = "ORGANIZER;CN=Sample Circle:mailto:relay@x.example";
const other = "ORGANIZER;CN=Another:mailto:relay@x.example";
const notice = "DESCRIPTION:Come.\\n\\nHosted by Sample Circle";

/** The titles that are shown of a series of three days, of which the second one is changed. */
function titlesOf(series: string[], changed: string[]): string[] {
  const text = [
    ...["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", "SUMMARY:As ever", "DTSTART:20261210T170000Z"],
    ...["RRULE:FREQ=DAILY;COUNT=3", ...series, "END:VEVENT", "BEGIN:VEVENT", "UID:a"],
    ...["RECURRENCE-ID:20261211T170000Z", "DTSTART:20261211T190000Z", ...changed, "SUMMARY:Later"],
    ...["END:VEVENT", "END:VCALENDAR"],
  ].join("\r\n");
  const { events } = readOwnCalendar(
    text,
    { now: new Date("2026-12-01T00:00:00Z"), timeZone: "America/Los_Angeles" },
    {
      ...plainRules,
      hosts: ["Sample Circle"],
      excludedTitles: ["book club"],
    },
  );
  return events.map(({ title }) => title);
}

it.each([
  ["a series by its organizer", [us], []],
  ["a series by its text", [notice], ["DESCRIPTION:Two hours later this time."]],
  ["a series, and says so itself", [us], [us]],
])("a changed date is ours as one of %s", (_name, series, changed) => {
  expect(titlesOf(series, changed)).toEqual(["As ever", "Later", "As ever"]);
});

it.each([
  ["of another organizer", [us], [other]],
  ["with a title that is left out", [us], ["SUMMARY:Book club"]],
  ["that is private", [us], ["CLASS:PRIVATE"]],
])("a changed date %s leaves a gap", (_name, series, changed) => {
  expect(titlesOf(series, changed)).toEqual(["As ever", "As ever"]);
});

it("a changed date without an organizer is not ours where its series is another's", () => {
  expect(titlesOf([other], [])).toEqual([]);
});
