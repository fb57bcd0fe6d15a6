// docs/specification.md, 'Calendar files'

import ICAL from "ical.js";
import { expect, it } from "vitest";
import { forbiddenRule, type Property } from "./properties.ts";
import { addZones, publishedText } from "./published-text.ts";
import { zonesOf } from "./zones.ts";

const start: Property = ["dtstart", {}, "date-time", "2026-12-10T17:00:00Z"];
const end: Property = ["dtend", {}, "date-time", "2026-12-10T18:00:00Z"];
const length: Property = ["duration", {}, "duration", "PT1H"];
const stamp: Property = ["dtstamp", {}, "date-time", "2026-11-01T00:00:00Z"];
const textOf = (properties: Property[], lines?: string[]) =>
  publishedText(new ICAL.Component(["vevent", [["uid", {}, "text", "a"], ...properties], []]), lines).split(
    "\r\n",
  );

it.each<[Property[], string[] | undefined, string[]]>([
  [[start, stamp], undefined, ["DTSTART:20261210T170000Z", "DTSTAMP:20261101T000000Z"]],
  [[start], undefined, ["DTSTART:20261210T170000Z", "DTSTAMP:19700101T000000Z"]],
  [
    [stamp, start, end, length],
    undefined,
    ["DTSTAMP:20261101T000000Z", "DTSTART:20261210T170000Z", "DTEND:20261210T180000Z"],
  ],
  [
    [stamp, start, length],
    undefined,
    ["DTSTAMP:20261101T000000Z", "DTSTART:20261210T170000Z", "DURATION:PT1H"],
  ],
  [[stamp, [forbiddenRule, {}, "unknown", "BYEASTER=0"]], undefined, ["DTSTAMP:20261101T000000Z"]],
])("the properties %j, when the lines %j say, are published as %j", (properties, lines, shown) => {
  expect(textOf(properties, lines)).toEqual(["BEGIN:VEVENT", "UID:a", ...shown, "END:VEVENT"]);
});

it("lines that say when take the place of all that does", () => {
  const others: Property[] = [
    ["rrule", {}, "recur", { freq: "DAILY" }],
    ...["rdate", "exdate", "recurrence-id"].map(
      (name): Property => [name, {}, "date-time", "2026-12-11T17:00:00Z"],
    ),
  ];
  expect(
    textOf([start, end, length, ...others, stamp], ["DTSTART:20261210T090000", "DTEND:20261210T100000"]),
  ).toEqual([
    "BEGIN:VEVENT",
    "DTSTART:20261210T090000",
    "DTEND:20261210T100000",
    "UID:a",
    "DTSTAMP:20261101T000000Z",
    "END:VEVENT",
  ]);
});

it("zones are described once, also those whose names are folded", () => {
  const zones = zonesOf(null, { timeZone: "America/Los_Angeles" });
  const found = new Map([["Asia/Tokyo", "as it was"]]);
  const lines = "DTSTART;TZID=Asia/Tokyo:20261210T090000\r\nDTEND;TZID=Europe/Ber\r\n lin:20261210T100000";
  addZones(lines, zones, new Date("2026-12-01T00:00:00Z"), found);
  expect([...found.keys()]).toEqual(["Asia/Tokyo", "Europe/Berlin"]);
  expect(found.get("Asia/Tokyo")).toBe("as it was");
  expect(found.get("Europe/Berlin")).toMatch(/^BEGIN:VTIMEZONE\r\nTZID:Europe\/Berlin\r\n/);
});
