// docs/specification.md, 'Public part of an entry', 'Event times'

import ICAL from "ical.js";
import { expect, it } from "vitest";
import {
  forbiddenRule,
  hasTimes,
  isTime,
  type Property,
  publicDuration,
  publicRule,
  publicTimes,
  textOf,
} from "./properties.ts";

it("a property is read as text, whatever it holds", () => {
  const entry = new ICAL.Component(["vevent", [["geo", {}, "float", [1, 2]]], []]);
  expect([textOf(entry, "geo"), textOf(entry, "summary")]).toEqual(["1,2", ""]);
});

it("names of times are known", () => {
  const names = [
    "dtstart",
    "dtend",
    "recurrence-id",
    "rdate",
    "exdate",
    "dtstamp",
    "created",
    "last-modified",
  ];
  expect([...names, "due", "rrule"].filter((name) => hasTimes([name, {}, "text"]))).toEqual(names);
});

it.each([
  "20261210T170000Z",
  "2026-12-10T17:00:00",
  "-0800",
  "+05:30",
  "P1DT2H",
  "19970101T180000Z/PT5H30M",
  "p1w",
])("%s is written as times are", (text) => {
  expect(isTime(text)).toBe(true);
});
it.each(["", "soon", "2026-12-10 17:00", "(2026)", "2026-12-10;", "1".repeat(65)])("%j is not", (text) => {
  expect(isTime(text)).toBe(false);
});

const time = "2026-12-10T17:00:00";
it.each<[Property, Property[]]>([
  [
    ["dtend", { tzid: "Europe/Berlin", "x-a": "b" }, "date-time", time],
    [["dtend", { tzid: "Europe/Berlin" }, "date-time", time]],
  ],
  [["dtend", {}, "date-time", time, "later"], []],
  [["dtstart", {}, "date-time", "later"], [["dtstart", {}, "date-time", "later"]]],
  [["exdate", {}, "date-time", time, time], [["exdate", {}, "date-time", time, time]]],
  [["rdate", {}, "period", [time, "PT1H"]], [["rdate", {}, "period", [time, "PT1H"]]]],
  [["rdate", {}, "period", [time, "an hour"]], []],
  [
    ["recurrence-id", { range: "ThisAndFuture" }, "date-time", time],
    [["recurrence-id", { range: "THISANDFUTURE" }, "date-time", time]],
  ],
  [
    ["recurrence-id", { range: "thisandfutures" }, "date-time", time],
    [["recurrence-id", {}, "date-time", time]],
  ],
  [
    ["recurrence-id", { range: "athisandfuture" }, "date-time", time],
    [["recurrence-id", {}, "date-time", time]],
  ],
  [["dtstamp", {}, "date-time", `${time}Z`], [["dtstamp", {}, "date-time", `${time}Z`]]],
  [["created", {}, "date-time", time], []],
  [["last-modified", {}, "date-time", "soon"], []],
  // What ical.js makes of a date that does not say that it is one.
  [["dtend", { tzid: "Europe/Berlin" }, "date-time", "2026-12-10T::"], [["dtend", {}, "date", "2026-12-10"]]],
  [["dtend", {}, "date", "2026-12-10"], [["dtend", {}, "date", "2026-12-10"]]],
  [["exdate", {}, "date-time", "2026-12-10T::", time], [["exdate", {}, "date-time", "2026-12-10T::", time]]],
  [["exdate", {}, "date-time"], [["exdate", {}, "date-time"]]],
])("of the times %j everybody reads %j", (property, shown) => {
  expect(publicTimes(property)).toEqual(shown);
});

it.each<[string, Property[]]>([
  ["PT1H", [["duration", {}, "duration", "PT1H"]]],
  ["P3660D", [["duration", {}, "duration", "P3660D"]]],
  ["an hour", []],
])("of the length %s everybody reads %j", (value, shown) => {
  expect(publicDuration(["duration", { "x-a": "b" }, "duration", value])).toEqual(shown);
});

it.each(["P3661D", "PT87841H", "P3660DT1S"])("%s is too long to be followed", (value) => {
  expect(() => publicDuration(["duration", {}, "duration", value])).toThrow("it lasts too long");
});

it.each<[unknown, Property[]]>([
  [
    { freq: "DAILY", count: 3, byday: ["MO", "-1TU"] },
    [["rrule", {}, "recur", { freq: "DAILY", count: 3, byday: ["MO", "-1TU"] }]],
  ],
  [
    { freq: "DAILY", rscale: "GREGORIAN", skip: "OMIT", wkst: "SU" },
    [["rrule", {}, "recur", { freq: "DAILY", wkst: "SU" }]],
  ],
  [
    { freq: "DAILY", rscale: "HEBREW", skip: "FORWARD" },
    [["rrule", {}, "recur", { freq: "DAILY", rscale: "HEBREW", skip: "FORWARD" }]],
  ],
  [
    { freq: "DAILY", until: "2026-12-10T17:00:00Z", "x-note": "Ann" },
    [["rrule", {}, "recur", { freq: "DAILY", until: "2026-12-10T17:00:00Z" }]],
  ],
  [{ freq: "DAILY", wkst: "call Ann" }, [["rrule", {}, "recur", { freq: "DAILY" }]]],
  [{ freq: "DAILY", wkst: "A".repeat(33) }, [["rrule", {}, "recur", { freq: "DAILY" }]]],
  [{ freq: "DAILY", wkst: "" }, [["rrule", {}, "recur", { freq: "DAILY" }]]],
  [{ freq: "DAILY", afreq: "b", freqs: "b" }, [["rrule", {}, "recur", { freq: "DAILY" }]]],
  [{ freq: "DAILY", byeaster: 0 }, [[forbiddenRule, {}, "unknown", "BYEASTER=0"]]],
  [
    { freq: "DAILY", byeaster: "a".repeat(300) },
    [[forbiddenRule, {}, "unknown", `BYEASTER=${"A".repeat(191)}`]],
  ],
  [{ freq: "every day" }, [[forbiddenRule, {}, "unknown", ""]]],
  [{ count: 3 }, [[forbiddenRule, {}, "unknown", ""]]],
  ["FREQ=DAILY", []],
  [null, []],
  [undefined, []],
])("of the rule %j everybody reads %j", (value, shown) => {
  expect(publicRule(value)).toEqual(shown);
});
