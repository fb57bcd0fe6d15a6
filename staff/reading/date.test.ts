import { expect, it } from "vitest";
import site from "#content/site.yaml";
import { CommandError } from "../terminal.ts";
import { shortTime, startOf } from "./date.ts";

/** What a clock in the organization's zone shows at a time. */
const wall = (time: string) =>
  new Intl.DateTimeFormat("en-CA", {
    timeZone: site.timeZone,
    dateStyle: "short",
    timeStyle: "medium",
    hourCycle: "h23",
  }).format(new Date(time));

it.each(["2026-01-31", "2026-07-04", "2026-03-08", "2026-11-01", "2028-02-29"])(
  "begins %s when the organization's day begins",
  (day) => {
    expect(wall(startOf(day))).toBe(`${day}, 00:00:00`);
    expect(startOf(day)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:00:00\.000Z$/);
  },
);

it.each([
  ["2026-01-31T10:00:00Z", "2026-01-31T10:00:00.000Z"],
  ["2026-01-31T10:00:00+02:00", "2026-01-31T08:00:00.000Z"],
])("takes the time %s as it is", (time, utc) => {
  expect(startOf(time)).toBe(utc);
});

it.each([
  ...["", "today", "2026-02-30", "2026-13-01", "2026-1-31", "26-01-31", "x2026-01-31", "2026-01-31x"],
  ...["2026-01-31Tmorning", "x2026-01-31T10:00:00Z", "31.01.2026", "2026-01-31 10:00:00Z"],
  // No such day, and times of no zone.
  ...["2026-02-30T00:00:00Z", "2026-01-31T10:00", "2026-01-31T10:00:00", "2026-01-31TZ"],
])("refuses %j as a date", (text) => {
  expect(() => startOf(text)).toThrow(
    new CommandError(`${JSON.stringify(text)} is no date; write it as 2026-01-31.`, 2),
  );
});

it("shows a time to the minute, in the organization's zone, and nothing for none", () => {
  const time = "2026-11-21T10:00:59.000Z";
  expect(shortTime(time)).toBe(wall(time).replace(", ", " ").slice(0, 16));
  expect([shortTime(null), shortTime("")]).toEqual(["", ""]);
});

it("shows whole years of any length, and what is no time as it is", () => {
  expect(shortTime("+029999-12-31T12:00:00.000Z")).toMatch(/^29999-12-3\d \d\d:\d\d$/);
  for (const time of ["no time", "infinity", "0044-03-15 00:00:00+00 BC"]) expect(shortTime(time)).toBe(time);
  expect(shortTime("-000043-03-15T12:00:00.000Z")).toBe("-000043-03-15T12:00:00.000Z");
});
