// docs/specification.md, 'Calendar check', 'Event selection'

import { describe, expect, it } from "vitest";
import { plainRules } from "../../tests/fixtures/selection-rules.ts";
import type { SelectionRules } from "./own-series.ts";
import { readOwnCalendar } from "./read-calendar.ts";
import { nothingSelected } from "./report.ts";

const rules: SelectionRules = {
  ...plainRules,
  hosts: ["Samplecircle"],
  isAllOurs: true,
  excludedTitles: ["board"],
  listing: "https://events.example/samplecircle",
};
const entry = (...lines: string[]) => ["BEGIN:VEVENT", "UID:a", ...lines, "END:VEVENT"];
const read = (lines: string[], more: Partial<SelectionRules> = {}) =>
  readOwnCalendar(
    ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n"),
    { now: new Date("2026-12-01T00:00:00Z"), timeZone: "America/Los_Angeles" },
    { ...rules, ...more },
  );
const start = "DTSTART:20261210T170000Z";
const reportOf = (lines: string[], more?: Partial<SelectionRules>) => read(lines, more).report[0];
const notesOf = (...lines: string[]) => reportOf(entry(...lines))?.notes;

describe("of an entry", () => {
  it("it says what the entry says of itself, each text cut", () => {
    const lines = entry(
      start,
      "DTEND:20261210T180000Z",
      "SUMMARY:A",
      "ORGANIZER;CN=Ann:mailto:ann@x.example",
    );
    expect(reportOf(lines)).toEqual({
      ...{
        uid: "a",
        recurrenceId: undefined,
        summary: "A",
        isAllDay: false,
        slug: undefined,
        isPictured: false,
      },
      ...{ start: "2026-12-10T17:00:00.000Z", end: "2026-12-10T18:00:00.000Z", rules: [], notes: [] },
      ...{ organizer: ["Ann", "mailto:ann@x.example"], dates: ["2026-12-10T17:00:00.000Z"], upcoming: 1 },
      zone: { name: undefined, readAs: "America/Los_Angeles", by: "UTC" },
    });
    const long = "b".repeat(300);
    const cut = reportOf([
      "BEGIN:VEVENT",
      `UID:${long}`,
      start,
      `SUMMARY:${long}`,
      `ORGANIZER;CN=${long}:${long}`,
      "END:VEVENT",
    ]);
    expect([cut?.uid, cut?.summary, ...(cut?.organizer ?? [])].map((text) => text?.length)).toEqual([
      200, 200, 200, 200,
    ]);
    expect(reportOf(entry(start))?.organizer).toEqual(["", ""]);
  });

  it("it has every text before and after when that is asked for", () => {
    const lines = ["SUMMARY:A", "DESCRIPTION:B.\\nPasscode: 4711", "LOCATION:C", "URL:https://x.example/d"];
    const report = reportOf(entry(start, ...lines), { isExplained: true });
    expect(report?.texts).toEqual({
      ...{ title: { before: "A", after: "A" }, description: { before: "B.\nPasscode: 4711", after: "B." } },
      ...{
        place: { before: "C", after: "C" },
        link: { before: "https://x.example/d", after: "https://x.example/d" },
      },
    });
    expect(report?.secrets).toEqual([{ reason: "a way in", text: "Passcode: 4711" }]);
  });

  it("it says which date of a series it changes, and whether it takes whole days", () => {
    const changed = ["RECURRENCE-ID;VALUE=DATE:20261211", "DTSTART;VALUE=DATE:20261212"];
    const { report } = read([
      ...entry("DTSTART;VALUE=DATE:20261210", "RRULE:FREQ=DAILY;COUNT=3"),
      ...entry(...changed),
    ]);
    expect(report.map(({ recurrenceId, isAllDay }) => [recurrenceId, isAllDay])).toEqual([
      [undefined, true],
      ["2026-12-11", true],
    ]);
  });
});

it.each([
  [[start, "DTEND:later"], "its end"],
  [[start, "DURATION:long"], "its length"],
  [[start, "DURATION:PT1H"], undefined],
  [[start, "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:soon"], "a date called off"],
  [[start, "RDATE:soon,20261211T170000Z", "DTEND:later"], "its end, an added date"],
  [[start, "RECURRENCE-ID:then"], "the date that it changes"],
])("the times %j lose %s", (lines = [], detail) => {
  const note = notesOf(...lines)?.find(({ code }) => code === "time ignored");
  expect(note?.detail).toBe(detail);
});

describe("an entry that is on no list", () => {
  const now = "DTSTART:20261201T000000Z";
  it.each([
    [[now], "over"],
    [["DTSTART:20261101T000000Z", "RRULE:FREQ=DAILY;COUNT=2"], "over"],
    [[start, "STATUS:CANCELLED"], "cancelled"],
    [["DTSTART:20261101T000000Z", "STATUS:CANCELLED"], "cancelled"],
    [["DTSTART:20270615T000000Z", "RRULE:FREQ=DAILY;COUNT=2"], "too far ahead"],
    [[start, "RDATE:20261211T170000Z", "EXDATE:20261210T170000Z,20261211T170000Z"], "no date left"],
  ])("has with %j the note that it is %s", (lines = [], code) => {
    expect(notesOf(...lines)).toEqual([{ code }]);
  });
  it("says that its title calls it off", () => {
    expect(notesOf(start, "SUMMARY:Cancelled: A")).toEqual([
      { code: "cancelled", detail: "its title says so" },
    ]);
  });
  it("is called off when all of its dates are", () => {
    const { report } = read([
      ...entry("DTSTART:20261130T170000Z", "RRULE:FREQ=WEEKLY;COUNT=2"),
      ...entry("RECURRENCE-ID:20261207T170000Z", "DTSTART:20261207T170000Z", "STATUS:CANCELLED"),
    ]);
    expect(report.map(({ notes }) => notes.map(({ code }) => code))).toEqual([["over"], ["cancelled"]]);
  });
  it("says nothing more when a later version counts", () => {
    const { report } = read([
      ...entry("DTSTART:20261101T000000Z", "SEQUENCE:1"),
      ...entry("DTSTART:20261101T000000Z", "SEQUENCE:2"),
    ]);
    expect(report.map(({ notes }) => notes.map(({ code }) => code))).toEqual([["superseded"], ["over"]]);
  });
});

describe("of a series", () => {
  const series = entry(start, "RRULE:FREQ=DAILY;COUNT=3", "SUMMARY:A");
  const changed = (...lines: string[]) =>
    entry("RECURRENCE-ID:20261211T170000Z", "DTSTART:20261211T180000Z", ...lines);
  it("a changed date that is private leaves a gap", () => {
    const { events, report, entries } = read([...series, ...changed("CLASS:PRIVATE", "SUMMARY:Secret")]);
    expect(events.map(({ start }) => start.toISOString().slice(8, 10))).toEqual(["10", "12"]);
    expect(report.map(({ notes }) => notes)).toEqual([[], [{ code: "private" }]]);
    expect(entries.map(({ text }) => text).join()).not.toContain("Secret");
  });
  it("all is private when it is, and a changed date alone is not shown then", () => {
    const { events, report } = read([
      ...entry(start, "RRULE:FREQ=DAILY;COUNT=3", "CLASS:PRIVATE"),
      ...changed(),
    ]);
    expect(events).toEqual([]);
    expect(report.map(({ notes }) => notes)).toEqual([[{ code: "private" }], [{ code: "private" }]]);
  });
  it("a changed date that cannot be read costs itself only, and the series all", () => {
    const broken = read([...series, ...changed("DURATION:P9999D")]);
    expect(broken.events).toHaveLength(3);
    expect(broken.report[1]?.notes).toEqual([{ code: "unreadable", detail: "it lasts too long" }]);
    const lost = read([...entry(start, "DURATION:P9999D"), ...changed()]);
    expect(lost.events).toEqual([]);
    expect(lost.report.map(({ notes }) => notes.at(-1)?.code)).toEqual(["unreadable", "unreadable"]);
  });
  it("a changed date that names none is left out, and of two versions of one the earlier is told", () => {
    expect(
      read([...series, ...entry("RECURRENCE-ID:soon", "DTSTART:20261211T180000Z")]).report[1]?.notes,
    ).toEqual([
      { code: "time ignored", detail: "the date that it changes" },
      { code: "unreadable", detail: "it has a RECURRENCE-ID that cannot be read" },
    ]);
    const { report, events } = read([
      ...series,
      ...changed("SEQUENCE:1", "SUMMARY:Earlier"),
      ...entry(
        "RECURRENCE-ID;TZID=Europe/Berlin:20261211T180000",
        "DTSTART:20261211T190000Z",
        "SEQUENCE:2",
        "SUMMARY:Later",
      ),
    ]);
    expect(report.map(({ notes }) => notes)).toEqual([[], [{ code: "superseded" }], []]);
    expect(events.map(({ title }) => title)).toEqual(["A", "Later", "A"]);
  });
  it("dates that clocks skip, and a search that was given up, are told", () => {
    const sydney = "DTSTART;TZID=Australia/Sydney:20261001T021500";
    const skipped = read(entry(sydney, "RRULE:FREQ=DAILY;COUNT=200;BYMINUTE=15,30"));
    expect(skipped.report[0]?.notes).toEqual([{ code: "date skipped", detail: "2026-10-04, 2026-10-04" }]);
    expect(skipped.withheld).toEqual([{ uid: "a", reasons: ["date skipped"] }]);
    const endless = read(entry(start, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"));
    expect(endless.report[0]?.notes).toEqual([{ code: "dates cut" }]);
    expect(endless.withheld).toEqual([{ uid: "a", reasons: ["dates cut"] }]);
  });
  it("a whole day's change is told by its day", () => {
    const { report } = read([
      ...entry("DTSTART;VALUE=DATE:20261210", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE;VALUE=DATE:20261211"),
      ...entry("RECURRENCE-ID;VALUE=DATE:20261212", "DTSTART;VALUE=DATE:20261214"),
    ]);
    expect(report.map(({ dates }) => dates)).toEqual([
      ["2026-12-10T08:00:00.000Z"],
      ["2026-12-14T08:00:00.000Z"],
    ]);
  });
  it("texts that are cut or withheld are said to be", () => {
    const lines = [
      `SUMMARY:${"b ".repeat(200)}`,
      "DESCRIPTION:Passcode: 4711\\nWrite to ann@private.example\\nSee https://x.example/?pk=g-1",
    ];
    expect(notesOf(start, ...lines)).toEqual([
      { code: "text cut" },
      { code: "withheld", detail: "a way in, a person's address or number, a key in a link" },
    ]);
  });
});

describe("why a feed shows nothing", () => {
  const nothing = (names: string[], more: Partial<SelectionRules> = {}) =>
    nothingSelected(
      read(
        names.flatMap((name, place) => [
          "BEGIN:VEVENT",
          `UID:${place}`,
          start,
          `ORGANIZER;CN="${name}":x`,
          "END:VEVENT",
        ]),
        { isAllOurs: false, ...more },
      ).report,
    );
  const many = Array.from({ length: 11 }, (_, place) => `P${place}`);
  it.each([
    [["Ann"], "1 entry, 0 ours: organizers found: Ann"],
    [["Ann", " Ann", "Ben", "ann@x.example", ""], "5 entries, 0 ours: organizers found: Ann, Ben"],
    [[""], "1 entry, 0 ours: organizers found: none"],
    [many.slice(0, 10), `10 entries, 0 ours: organizers found: ${many.slice(0, 10).join(", ")}`],
    [many, `11 entries, 0 ours: organizers found: ${many.slice(0, 10).join(", ")} and 1 more`],
    [["Ann", "Samplecircle"], undefined],
    [[], undefined],
  ])("with the organizers %j: %s", (names, words) => {
    expect(nothing(names)).toBe(words);
  });
  it.each([
    [["CLASS:PRIVATE"], true],
    [["SUMMARY:Board meeting"], true],
    [["DURATION:P9999D"], true],
    [["STATUS:CANCELLED"], false],
  ])("an entry with %j is counted among the others: %s, without its organizer", (lines = [], isOther) => {
    const { report } = read(entry(start, "ORGANIZER;CN=Ann:x", ...lines));
    expect(nothingSelected(report)).toBe(isOther ? "1 entry, 0 ours: organizers found: none" : undefined);
  });
});

describe("of an entry that is left out, when it is explained,", () => {
  const explained = (...lines: string[]) => read(lines, { isAllOurs: false, isExplained: true });
  it("it says when the entry would be", () => {
    const series = entry(start, "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2");
    const { report, events } = explained(
      ...series,
      ...entry("RECURRENCE-ID:20261211T170000Z", "DTSTART:20261212T170000Z"),
    );
    expect(events).toEqual([]);
    expect(report.map(({ dates }) => dates)).toEqual([
      ["2026-12-10T17:00:00.000Z", "2026-12-11T17:00:00.000Z"],
      ["2026-12-12T17:00:00.000Z"],
    ]);
    expect(report.map(({ end }) => end)).toEqual(["2026-12-10T18:00:00.000Z", "2026-12-12T17:00:00.000Z"]);
    expect(report.map(({ notes }) => notes)).toEqual([[{ code: "not ours" }], [{ code: "not ours" }]]);
    expect(read(series, { isAllOurs: false }).report[0]?.dates).toEqual([]);
  });
  it("it says which rules would not be followed, and what cannot be read", () => {
    const { report } = explained(
      ...entry(start, "RRULE:FREQ=DAILY;BYEASTER=0"),
      ...entry("RECURRENCE-ID:20261211T170000Z", "DTSTART:soon"),
    );
    expect(report[0]?.rules).toEqual([{ rule: "BYEASTER=0", problem: "it cannot be read" }]);
    expect(explained(...entry(start, "RRULE:FREQ=DAILY;BYWEEKNO=3")).report[0]?.rules).toEqual([
      { rule: '{"freq":"DAILY","byweekno":3}', problem: "RFC 5545 forbids BYWEEKNO in a rule by FREQ=DAILY" },
    ]);
    expect(report[1]?.notes.map(({ code }) => code)).toEqual(["not ours", "unreadable"]);
    expect(explained(...entry("DTSTART:soon")).report[0]?.notes.map(({ code }) => code)).toEqual([
      "not ours",
      "unreadable",
    ]);
    expect(explained(...entry(start, "DURATION:P9999D")).report[0]?.notes.at(-1)).toEqual({
      code: "unreadable",
      detail: "it lasts too long",
    });
  });
  it("one that cannot be read at all is not told twice", () => {
    const { report } = read(entry("DTSTART:soon"), { isExplained: true });
    expect(report[0]?.notes.map(({ code }) => code)).toEqual(["unreadable"]);
  });
});

describe("the log", () => {
  it.each([
    [[start, "RRULE:FREQ=DAILY;BYEASTER=0"], "rule not followed"],
    [[start, "DTEND:later"], "time ignored"],
    [[start, "DTEND:20261209T170000Z"], "ends first"],
    [["DTSTART;TZID=Nowhere:20261210T090000"], "unknown zone"],
    [[start, "DESCRIPTION:Passcode: 4711"], "a way in"],
  ])("hears of %j that it has %s", (lines = [], reason) => {
    const { withheld, report } = read(entry(...lines));
    expect(withheld).toEqual([{ uid: "a", reasons: [reason] }]);
    expect(report[0]?.rules).toHaveLength(reason === "rule not followed" ? 1 : 0);
  });
  it("hears nothing of an entry without a fault, how many texts were cut, and no word of the feed's own", () => {
    const long = `SUMMARY:${"b ".repeat(200)}`;
    const all = read([
      ...entry(start, long),
      ...["BEGIN:VEVENT", "UID:b", start, long, "LOCATION:Hall 1", "END:VEVENT"],
    ]);
    expect([all.withheld, all.cut]).toEqual([[], 2]);
    expect(read(entry(start)).cut).toBe(0);
  });
  it("hears of entries without a UID by a name that stays as long as title and times do", () => {
    const without = (...lines: string[]) => [
      "BEGIN:VEVENT",
      ...lines,
      "DESCRIPTION:Passcode: 4711",
      "END:VEVENT",
    ];
    const one = [start, "DTEND:20261210T180000Z", "SUMMARY:A"];
    const { withheld, report, events } = read([
      ...without(...one),
      ...without(start, "SUMMARY:A"),
      ...without(start, "DTEND:20261210T180000Z", "SUMMARY:B"),
      ...without("UID: ", "DTSTART:20261211T170000Z", "DTEND:20261210T180000Z", "SUMMARY:A"),
      ...without(...one.toReversed()),
    ]);
    const names = report.map(({ uid }) => uid);
    expect(new Set(names).size).toBe(4);
    expect(names[4]).toBe(names[0]);
    for (const name of names) expect(name).toMatch(/^no-uid-\w{6}$/);
    expect(new Set(withheld.map(({ uid }) => uid))).toEqual(new Set(names));
    expect(new Set(events.map(({ uid }) => uid))).toEqual(new Set(names));
    expect(report[0]?.notes[0]).toEqual({ code: "no uid" });
  });
});
