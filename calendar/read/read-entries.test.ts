// docs/specification.md, 'What feeds look like'

import { describe, expect, it } from "vitest";
import { forbiddenRule, propertiesOf, textOf } from "./properties.ts";
import { readEntries, unreadableLine } from "./read-entries.ts";

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

  it.each(["DTSTART:20261210T170000+0100", "DTSTART:20261210T17", "DTSTART:2026-12-10", "DTSTART:soon"])(
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
    for (const line of ["UID", "SUMMARY", "CLASS", "STATUS", "DTSTART", "DTEND", "EXDATE", "rrule"])
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

describe("a zone", () => {
  const zone = (lines: string[], more: string[] = [], name = "House") => [
    ...[
      "BEGIN:VTIMEZONE",
      `TZID:${name}`,
      "BEGIN:STANDARD",
      ...lines,
      "END:STANDARD",
      ...more,
      "END:VTIMEZONE",
    ],
  ];
  const zoneOf = (lines: string[]) =>
    read(...calendar(...lines, ...entry("a"))).entries[0]?.parent?.getFirstSubcomponent("vtimezone");
  const offsets = ["TZOFFSETFROM:+0100", "TZOFFSETTO:+010030"];
  const year = "DTSTART:20000101T000000";
  it.each([
    [[year, ...offsets]],
    [["DTSTART:16010101T000000", ...offsets, "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"]],
    [[year, ...offsets, "RRULE:FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2,3;INTERVAL=100"]],
    [[year, ...offsets, "RRULE:FREQ=YEARLY;BYMONTHDAY=29,30;BYMONTH=2"]],
    [[year, ...offsets, "RRULE:FREQ=YEARLY;BYMONTHDAY=31"]],
    [
      [
        year,
        ...offsets,
        ...Array.from({ length: 199 }, (_, place) => `RDATE:2001010${1 + (place % 9)}T000000`),
      ],
    ],
  ])("is followed with %j", (lines) => {
    expect(zoneOf(zone(lines))).toBeTruthy();
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
    [[year, ...offsets, "RRULE:FREQ=YEARLY;INTERVAL=101"]],
    [[year, ...offsets, "RRULE:FREQ=YEARLY;BYWEEKNO=1"]],
    [[year, ...offsets, "RRULE:FREQ=YEARLY;BYMONTHDAY=30;BYMONTH=2"]],
    [[year, ...offsets, "RRULE:FREQ=SOMETIMES"]],
    [[year, ...offsets, ...Array.from({ length: 1_000 }, () => "RDATE:20010101T000000")]],
  ])("is left out with %j", (lines) => {
    expect(zoneOf(zone(lines))).toBeFalsy();
  });
  it("is left out without a name, without a part, with a part that is wrong and with rules of more than 20,000 years", () => {
    const right = ["BEGIN:DAYLIGHT", year, ...offsets, "END:DAYLIGHT"];
    const old = [
      "BEGIN:DAYLIGHT",
      "DTSTART:01000101T000000",
      ...offsets,
      "RRULE:FREQ=YEARLY",
      "END:DAYLIGHT",
    ];
    const many = (count: number) => Array.from({ length: count }, () => old).flat();
    expect(zoneOf(zone([year, ...offsets], right))).toBeTruthy();
    expect(zoneOf(zone([year, ...offsets], many(10)))).toBeTruthy();
    expect(zoneOf(zone([year, ...offsets], many(11)))).toBeFalsy();
    const ended = many(11).map((line) => line.replace("YEARLY", "YEARLY;UNTIL=19000101T000000Z"));
    expect(zoneOf(zone([year, ...offsets], ended))).toBeTruthy();
    expect(zoneOf(zone([year], right))).toBeFalsy();
    expect(zoneOf(zone([year, ...offsets], [], ""))).toBeFalsy();
    expect(zoneOf(["BEGIN:VTIMEZONE", "TZID:House", "END:VTIMEZONE"])).toBeFalsy();
  });
  it("has each of its changes, and the first as well, where they come as lists", () => {
    const [part] =
      zoneOf(
        zone([year, ...offsets, "RDATE:20010101T000000,20020101T000000", "RDATE:20030101T000000"]),
      )?.getAllSubcomponents() ?? [];
    const changes = part && propertiesOf(part).filter(([name]) => name === "rdate");
    expect(changes?.map((one) => one.slice(3))).toEqual(
      ["2000", "2001", "2002", "2003"].map((one) => [`${one}-01-01T00:00:00`]),
    );
  });
});
