// docs/specification.md, 'What feeds look like'

import { describe, expect, it } from "vitest";
import { unreadableLine } from "./mended-text.ts";
import { forbiddenRule, propertiesOf, textOf } from "./properties.ts";
import { readEntries } from "./read-calendar.ts";

const start = "DTSTART:20261210T170000Z";
const entry = (uid: string, ...lines: string[]) => ["BEGIN:VEVENT", `UID:${uid}`, ...lines, "END:VEVENT"];
const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"];
/** What ical.js cannot read, so that each entry is read alone. */
const noise = "this is no line";
function read(...lines: string[]) {
  const broken: string[] = [];
  const entries = readEntries(lines.join("\r\n"), (one, error) =>
    broken.push(`${textOf(one, "uid")} ${textOf(one, "summary")} ${(error as Error).message}`),
  );
  return { entries, broken, uids: entries.map((one) => textOf(one, "uid")) };
}
const lineOf = (line: string, ...others: string[]) => {
  const [one] = read(...calendar(...entry("a", line, ...others))).entries;
  return one && propertiesOf(one).slice(1)[0];
};

describe("times", () => {
  it.each([
    ["DTSTART:20261210t170000z", ["dtstart", {}, "date-time", "2026-12-10T17:00:00Z"]],
    ["DTSTART: 20261210T1700Z ", ["dtstart", {}, "date-time", "2026-12-10T17:00:00Z"]],
    [
      "DTSTART;TZID=Europe/Berlin:20261210T1700",
      ["dtstart", { tzid: "Europe/Berlin" }, "date-time", "2026-12-10T17:00:00"],
    ],
    ["DTSTART;VALUE=DATE:20261210", ["dtstart", {}, "date", "2026-12-10"]],
    ["DTSTART;VALUE=DATE:20261210T170000Z", ["dtstart", {}, "date-time", "2026-12-10T17:00:00Z"]],
    [
      "DTSTART;X-A=b;VALUE=DATE;X-C=d:20261210T170000Z",
      ["dtstart", { "x-a": "b", "x-c": "d" }, "date-time", "2026-12-10T17:00:00Z"],
    ],
    [
      'DTSTART;TZID="a:b";VALUE=DATE:20261210T170000',
      ["dtstart", { tzid: "a:b" }, "date-time", "2026-12-10T17:00:00"],
    ],
    [
      "EXDATE:20261210T170000Z,20261211T1700Z",
      ["exdate", {}, "date-time", "2026-12-10T17:00:00Z", "2026-12-11T17:00:00Z"],
    ],
    ["RDATE;VALUE=PERIOD:20261210T170000Z/pt1h", ["rdate", {}, "period", ["2026-12-10T17:00:00Z", "PT1H"]]],
  ])("%s is read as %j", (line, property) => {
    expect(lineOf(line)).toEqual(property);
  });

  it("with hours beside VALUE=DATE mean them, midnight as well, where any such has hours", () => {
    const midnight = "DTSTART;VALUE=DATE:20261210T000000";
    expect(lineOf(midnight)?.[2]).toBe("date");
    expect(lineOf(midnight, "DTEND;VALUE=DATE;X-A=b:20261210T180000")?.slice(2)).toEqual([
      "date-time",
      "2026-12-10T00:00:00",
    ]);
    expect(lineOf("DTSTART;VALUE=DATE:20261210", "DTEND;VALUE=DATE:20261210T180000")?.slice(2)).toEqual([
      "date",
      "2026-12-10",
    ]);
  });

  it.each(["DTSTART:20261210T170000+0100", "DTSTART:20261210T17", "DTSTART:soon"])(
    "%s is no time that is understood",
    (line) => {
      expect(String(lineOf(line)?.[3])).not.toMatch(/2026/);
    },
  );
});

describe("rules", () => {
  const ruleOf = (rule: string, name = "RRULE") => lineOf(`${name}:${rule}`);
  it.each([
    ["freq=daily;count=2", { freq: "DAILY", count: 2 }],
    [" FREQ=DAILY;UNTIL=20261210T1700 ", { freq: "DAILY", until: "2026-12-10T17:00:00" }],
    ["FREQ=DAILY;UNTIL=20261210T170030Z", { freq: "DAILY", until: "2026-12-10T17:00:30Z" }],
    ["FREQ=DAILY;INTERVAL=10", { freq: "DAILY", interval: 10 }],
  ])("%s is read", (rule, parts) => {
    expect(ruleOf(rule)?.[3]).toEqual(parts);
    expect(ruleOf(rule, "RRULE;X-A=b")?.[3]).toEqual(parts);
  });
  it.each([
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;INTERVAL=00;COUNT=2",
    "FREQ=SOMETIMES",
    `FREQ=DAILY;BYMONTHDAY=1${",1".repeat(2_600)}`,
  ])("%s is none", (rule) => {
    const property = ruleOf(rule);
    expect([property?.[0], property?.[3]]).toEqual([forbiddenRule, rule.slice(0, 200)]);
  });
});

describe("entries", () => {
  it("of several calendars, within each other or not, are all read", () => {
    const inner = calendar(...entry("b", ...entry("c"), ...entry("d", ...entry("e"))));
    expect(read(...calendar(...entry("a"), ...inner), ...calendar(...entry("f"))).uids.sort()).toEqual([
      ..."abcdef",
    ]);
  });

  it("that cannot be read cost themselves alone", () => {
    const { uids, broken } = read(
      ...calendar(...entry("a"), ...entry("b", "SUMMARY:B ", "DTSTART;=:"), ...entry("c")),
    );
    expect(uids).toEqual(["a", "c"]);
    expect(broken).toHaveLength(1);
    expect(broken[0]).toMatch(/^b B /);
  });

  it("that break off are told, also without a name", () => {
    const { uids, broken } = read("BEGIN:VCALENDAR", ...entry("a"), "BEGIN:VEVENT", start, noise);
    expect([uids, broken]).toEqual([["a"], ["  it breaks off"]]);
  });

  it("lose lines that are none, but for those that decide", () => {
    const { entries, broken } = read(...calendar(...entry("a", start, noise, "X-UID;=:")));
    expect(broken).toEqual([]);
    const lost = entries.flatMap(propertiesOf).filter(([name]) => name === unreadableLine);
    expect(lost.map(([, , , value]) => value)).toEqual([noise, "X-UID;=:"]);
    for (const line of ["UID", "SUMMARY", "CLASS", "STATUS", "DTSTART", "DTEND", "EXDATE"])
      expect(read(...calendar(...entry("a", `${line};=:`))).broken).toHaveLength(1);
    expect(
      read(...calendar(...entry("a", ...Array.from({ length: 10_000 }, () => "X-A:b"), noise))).broken,
    ).toHaveLength(1);
  });

  it("that are read alone know the calendar's zone and their own, and its method where there is one calendar", () => {
    const head = ["METHOD:CANCEL", "X-WR-TIMEZONE;X-A=b:Europe/Berlin"];
    const zone = (name: string) => [
      ...["BEGIN:VTIMEZONE", `TZID:${name} `, "BEGIN:STANDARD", "DTSTART:20000101T000000"],
      ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"],
    ];
    const lines = [...head, ...zone("House"), ...zone("Other")];
    const around = (...more: string[]) =>
      read(...calendar(...lines, ...entry("a", 'DTSTART;TZID="House":20261210T170000', noise), ...more))
        .entries[0]?.parent;
    const parent = around();
    expect(parent && propertiesOf(parent).map(([name, , , value]) => [name, value])).toEqual([
      ...[
        ["x-wr-timezone", "Europe/Berlin"],
        ["method", "CANCEL"],
      ],
    ]);
    expect(parent?.getAllSubcomponents("vtimezone").map((one) => textOf(one, "tzid").trim())).toEqual([
      "House",
    ]);
    const other = around(...calendar());
    expect(other && propertiesOf(other).map(([name]) => name)).toEqual(["x-wr-timezone"]);
  });
});
