// docs/specification.md, 'What feeds look like', 'Series'

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countProcessorTime } from "../../tests/support/processor-time.ts";
import type { CalendarEvent } from "../event.ts";
import { foldLine } from "../ics/ics-lines.ts";
import { blocksOf, decodeCalendar } from "../ics/ics-text.ts";
import { eventsIcs } from "../write/events-ics.ts";
import { feedEntriesIcs } from "../write/feed-entries-ics.ts";
import { parseCalendar } from "./read-calendar.ts";

const timeZone = "America/Los_Angeles";
const now = new Date("2026-10-20T10:00:00Z");

/** With the title A unless the lines give another. */
const entry = (...lines: string[]) => {
  const title = lines.some((line) => line.startsWith("SUMMARY")) ? [] : ["SUMMARY:A"];
  return ["BEGIN:VEVENT", "UID:a", ...title, ...lines, "END:VEVENT"];
};
const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const read = (...lines: string[]) => parseCalendar(calendar(...lines), { now, timeZone });
const startsOf = (...lines: string[]) =>
  read(...lines).occurrences.map((one) => one.start.toISOString().replace(".000", ""));

const newYork = [
  ...["BEGIN:VTIMEZONE", "TZID:Our own zone", "BEGIN:STANDARD", "DTSTART:20251102T020000"],
  ...["RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:20250309T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"],
  ...["TZOFFSETFROM:-0500", "TZOFFSETTO:-0400", "END:DAYLIGHT", "END:VTIMEZONE"],
];

describe("times", () => {
  it.each([
    ["Outlook's name", ["DTSTART;TZID=Pacific Standard Time:20261210T090000"], "2026-12-10T17:00:00Z"],
    [
      "Outlook's name in quotes",
      ['DTSTART;TZID="W. Europe Standard Time":20261210T090000'],
      "2026-12-10T08:00:00Z",
    ],
    [
      "an old program's path",
      ["DTSTART;TZID=/mozilla.org/20050126_1/Asia/Kolkata:20261210T090000"],
      "2026-12-10T03:30:00Z",
    ],
    ["a zone that nobody explains", ["DTSTART;TZID=Nowhere:20261210T090000"], "2026-12-10T17:00:00Z"],
    ["a day", ["DTSTART;VALUE=DATE:20261210"], "2026-12-10T08:00:00Z"],
    ["floating time", ["DTSTART:20261210T090000"], "2026-12-10T17:00:00Z"],
    ["UTC", ["DTSTART:20261210T090000Z"], "2026-12-10T09:00:00Z"],
    ["midnight, at the end of its day", ["DTSTART:20261231T240000Z"], "2027-01-01T00:00:00Z"],
    ["a time that is said to be a date", ["DTSTART;VALUE=DATE:20261210T090000"], "2026-12-10T17:00:00Z"],
    ["small letters", ["DTSTART:20261210t090000z"], "2026-12-10T09:00:00Z"],
    ["ISO 8601's longer form", ["DTSTART:2026-12-10T09:00:00Z"], "2026-12-10T09:00:00Z"],
    ["the same without seconds", ["DTSTART;TZID=Europe/Berlin:2026-12-10T09:00"], "2026-12-10T08:00:00Z"],
    ["a day in that form", ["DTSTART;VALUE=DATE:2026-12-10"], "2026-12-10T08:00:00Z"],
    ["blanks around", ["DTSTART: 20261210T090000Z "], "2026-12-10T09:00:00Z"],
    ["no seconds", ['DTSTART;TZID="Europe/Berlin":20261210T0900'], "2026-12-10T08:00:00Z"],
  ])("%s", (_name, lines, start) => {
    expect(startsOf(...entry(...lines))).toEqual([start]);
  });

  it.each([
    "20260231T170000Z",
    "20270229T170000Z",
    "20261131T170000Z",
    "20261310T170000Z",
    "20261210T243000Z",
    // What RFC 5545 does not know must not count without its end.
    "20261210T170000+0100",
    "20261210T1700000Z",
    "2026121017",
    "2026-12-10T17:00:00+01:00",
    "2026-12-10 17:00",
  ])("%s, which never comes or is no time, is no start, end or date", (time) => {
    const { occurrences, skipped } = read(...entry(`DTSTART:${time}`));
    expect([occurrences.length, skipped[0]?.reason]).toEqual([0, "its start is no time that there is"]);
    const { report } = read(...entry("DTSTART:20260130T170000Z", `DTEND:${time}`, `RDATE:${time}`));
    expect(report[0]?.notes).toContainEqual({
      code: "time ignored",
      detail: "its end, an added date",
    });
  });

  it.each([
    ["20261131", 3],
    ["20261130T1700Z", 3],
    ["20261130T16595Z", 2],
    ["20261131T170000Z", 3],
    ["20261131T165959Z", 2],
  ])("a series until %s, as some programs end a month, ends with that month", (until, count) => {
    const lines = entry("DTSTART:20261128T170000Z", `RRULE:FREQ=DAILY;UNTIL=${until}`);
    expect(startsOf(...lines)).toHaveLength(count);
  });

  it("a midnight that is said to be a date is the whole day", () => {
    const midnight = entry("DTSTART;VALUE=DATE:20261210T000000");
    expect(read(...midnight).occurrences[0]?.isAllDay).toBe(true);
    // But not of a program that writes hours so as well.
    const nine = ["BEGIN:VEVENT", "UID:b", "DTSTART;VALUE=DATE:20261210T090000", "END:VEVENT"];
    expect(read(...midnight, ...nine).occurrences.map(({ isAllDay }) => isAllDay)).toEqual([false, false]);
  });

  it("from midnight to midnight that Exchange says to be whole days are days, and so are their changes", () => {
    const flag = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE";
    const lines = (from: string, to: string) => [
      `DTSTART;TZID=W. Europe Standard Time:${from}`,
      `DTEND;TZID=W. Europe Standard Time:${to}`,
    ];
    const two = lines("20261210T000000", "20261212T000000");
    const [days] = read(...entry(...two, flag)).occurrences;
    expect([days?.isAllDay, days?.start.toISOString(), days?.end.toISOString()]).toEqual([
      ...[true, "2026-12-10T08:00:00.000Z", "2026-12-12T08:00:00.000Z"],
    ]);
    const rest = ["RRULE:FREQ=DAILY;COUNT=4", "EXDATE;TZID=W. Europe Standard Time:20261111T000000", flag];
    const changed = ["RECURRENCE-ID;TZID=W. Europe Standard Time:20261112T000000", "SUMMARY:B", flag];
    const series = read(
      ...entry(...lines("20261110T000000", "20261111T000000"), ...rest),
      ...entry(...lines("20261115T000000", "20261116T000000"), ...changed),
    );
    expect(series.occurrences.map(({ recurrenceId, title }) => [recurrenceId, title])).toEqual([
      ...[
        ["20261110", "A"],
        ["20261113", "A"],
        ["20261112", "B"],
      ],
    ]);
    // Not where nobody says so, and not of hours.
    expect(read(...entry(...two)).occurrences[0]?.isAllDay).toBe(false);
    expect(read(...entry(...two, flag.replace("TRUE", "FALSE"))).occurrences[0]?.isAllDay).toBe(false);
    const hours = lines("20261210T000000", "20261210T120000");
    expect(read(...entry(...hours, flag)).occurrences[0]?.isAllDay).toBe(false);
  });

  it("a zone of the feed's own", () => {
    expect(startsOf(...newYork, ...entry("DTSTART;TZID=Our own zone:20261210T090000"))).toEqual([
      "2026-12-10T14:00:00Z",
    ]);
  });

  it.each([
    ["an end in another zone", ["DTEND;TZID=America/New_York:20261210T140000"], "2026-12-10T19:00:00.000Z"],
    ["a duration", ["DURATION:PT90M"], "2026-12-10T18:30:00.000Z"],
    ["no end", [], "2026-12-10T17:00:00.000Z"],
    ["an end before the start", ["DTEND:20261201T000000Z"], "2026-12-10T17:00:00.000Z"],
  ])("%s", (_name, lines, end) => {
    const { occurrences } = read(...entry("DTSTART;TZID=America/Los_Angeles:20261210T090000", ...lines));
    expect(occurrences[0]?.end.toISOString()).toBe(end);
  });

  it("a day without an end lasts until the next", () => {
    const { occurrences } = read(...entry("DTSTART;VALUE=DATE:20261210"));
    expect(occurrences[0]?.end.toISOString()).toBe("2026-12-11T08:00:00.000Z");
  });
});

describe("series", () => {
  it.each(["FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2"])(
    "a 29 February comes in leap years only, by %s",
    (rule) => {
      expect(startsOf(...entry("DTSTART:20200229T170000Z", `RRULE:${rule}`))).toEqual([
        "2020-02-29T17:00:00Z",
        "2024-02-29T17:00:00Z",
      ]);
    },
  );

  const weekly = ["DTSTART;TZID=America/Los_Angeles:20261022T090000", "RRULE:FREQ=WEEKLY"];

  it("keep their time of day over a clock change", () => {
    expect(startsOf(...entry(...weekly)).slice(0, 3)).toEqual([
      "2026-10-22T16:00:00Z",
      "2026-10-29T16:00:00Z",
      "2026-11-05T17:00:00Z",
    ]);
  });

  it("leave out EXDATE, add RDATE (also of periods)", () => {
    expect(
      startsOf(
        ...entry(
          "DTSTART:20261022T160000Z",
          "RRULE:FREQ=WEEKLY;COUNT=3",
          "EXDATE:20261029T160000Z",
          "RDATE:20261101T160000Z",
          "RDATE;VALUE=PERIOD:20261102T160000Z/20261102T170000Z,20261103T160000Z/PT1H",
        ),
      ),
    ).toEqual([
      "2026-10-22T16:00:00Z",
      "2026-11-01T16:00:00Z",
      "2026-11-02T16:00:00Z",
      "2026-11-03T16:00:00Z",
      "2026-11-05T16:00:00Z",
    ]);
  });

  it("leave out EXDATE without seconds", () => {
    const lines = ["DTSTART:20261210T1700Z", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20261211T1700Z"];
    expect(startsOf(...entry(...lines))).toEqual(["2026-12-10T17:00:00Z", "2026-12-12T17:00:00Z"]);
  });

  it("show changed occurrences in their changed form, also one moved here from far away, and cancelled ones as such", () => {
    const { occurrences } = read(
      ...entry("DTSTART:20261022T160000Z", "RRULE:FREQ=WEEKLY;COUNT=60"),
      ...entry("RECURRENCE-ID:20261029T160000Z", "DTSTART:20261030T180000Z", "SUMMARY:Moved"),
      ...entry("RECURRENCE-ID:20261105T160000Z", "DTSTART:20261105T160000Z", "STATUS:CANCELLED"),
      ...entry("RECURRENCE-ID:20270401T160000Z", "DTSTART:20261023T160000Z", "SUMMARY:From April"),
    );
    const short = occurrences.map(
      (one) => `${one.start.toISOString().slice(5, 13)} ${one.title}${one.isCancelled ? " -" : ""}`,
    );
    expect(short.slice(0, 4)).toEqual([
      "10-22T16 A",
      "10-23T16 From April",
      "10-30T18 Moved",
      "11-05T16 A -",
    ]);
  });

  it.each([
    [["DTSTART:20261210T170000Z"], [true]],
    [["DTSTART:20261210T170000Z", "STATUS:CONFIRMED"], [true]],
    [
      ["DTSTART:20261210T170000Z", "RRULE:FREQ=DAILY;COUNT=2"],
      [true, true],
    ],
    [
      ["DTSTART:20261210T170000Z", "RRULE:FREQ=DAILY;COUNT=2", "ATTACH:\u0000;", "X-Y;="],
      [true, true],
    ],
  ])("are called off by a calendar that cancels (RFC 5546, section 3.2.5): %j", (lines, isCancelled) => {
    const { occurrences, entries } = read("METHOD:CANCEL", ...entry(...lines));
    expect(occurrences.map((one) => one.isCancelled)).toEqual(isCancelled);
    expect(entries[0]?.text).toContain("STATUS:CANCELLED");
    expect(read("METHOD:REQUEST", ...entry(...lines)).occurrences[0]?.isCancelled).toBe(false);
  });

  it("are shown from their changes alone when the series itself is not in the feed", () => {
    expect(startsOf(...entry("RECURRENCE-ID:20261029T160000Z", "DTSTART:20261030T180000Z"))).toEqual([
      "2026-10-30T18:00:00Z",
    ]);
  });

  it.each([
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=SECONDLY;BYMONTH=1",
    "FREQ=MINUTELY;BYDAY=MO;BYMONTHDAY=13",
    "FREQ=SECONDLY",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=YEARLY;INTERVAL=100000",
    "FREQ=WEEKLY;BYMONTH=13",
    "NONSENSE",
  ])("never cost more than a moment, and hurt no other entry: %s", (rule) => {
    const time = countProcessorTime();
    const { occurrences } = read(
      ...entry("DTSTART:19700201T000000Z", `RRULE:${rule}`),
      ...["BEGIN:VEVENT", "UID:b", "SUMMARY:Other", "DTSTART:20261210T170000Z", "END:VEVENT"],
    );
    expect(time()).toBeLessThan(1_000);
    expect(occurrences.some((one) => one.title === "Other")).toBe(true);
  });
});

describe("broken entries", () => {
  it.each([
    ["no start", []],
    ["a start that is no time", ["DTSTART:soon"]],
    // Without such a line nobody knows whether, when and for whom it is.
    ["a class that cannot be read", ["DTSTART:20261210T170000Z", "CLASS PRIVATE"]],
    ["a status that cannot be read", ["DTSTART:20261210T170000Z", 'STATUS;X="y:CANCELLED']],
    ["a title that cannot be read", ["DTSTART:20261210T170000Z", "SUMMARY=Book club"]],
    ["a rule that cannot be read", ["DTSTART:20261210T170000Z", "RRULE=FREQ=DAILY"]],
    ["a date called off that cannot be read", ["DTSTART:20261210T170000Z", "EXDATE 20261210T170000Z"]],
  ])("%s: skipped with UID and reason, the others stay", (_name, lines) => {
    const { occurrences, skipped } = read(
      ...entry(...lines),
      ...["BEGIN:VEVENT", "UID:b", "SUMMARY:Other", "DTSTART:20261210T170000Z", "END:VEVENT"],
    );
    expect(occurrences.map((one) => one.title)).toEqual(["Other"]);
    expect(skipped).toEqual([{ uid: "a", reason: expect.stringMatching(/./) }]);
  });

  it.each([
    ["a text that is not folded", ["DESCRIPTION:We meet at nine", "and drink tea."], "and drink tea."],
    [
      "a guest without an address",
      ['ATTENDEE;CN="Jane"', ":", "MAILTO:jane@x.example"],
      'ATTENDEE;CN="Jane"',
    ],
    ["a quotation mark too many", ['LOCATION;X="Hall', "DESCRIPTION:Tea"], 'LOCATION;X="Hall'],
    ["a parameter without a value", ["X-A;BASE64:w7Y="], "X-A;BASE64:w7Y="],
  ])("%s is left out and reported, its entry stays", (_name, lines, line) => {
    const { occurrences, report, withheld } = read(...entry("DTSTART:20261210T170000Z", ...lines));
    expect(occurrences.map(({ title }) => title)).toEqual(["A"]);
    expect(report[0]?.notes).toContainEqual({ code: "line ignored", detail: line });
    expect(withheld[0]?.reasons).toContain("line ignored");
    expect(JSON.stringify(occurrences)).not.toContain(line.slice(0, 8));
  });

  it("one of endless lines that are none is skipped in a moment", () => {
    const time = countProcessorTime();
    const lines = [
      ...entry("DTSTART:20261210T170000Z").slice(0, -1),
      `${"none\r\n".repeat(400_000)}END:VEVENT`,
    ];
    expect(read(...lines).skipped).toHaveLength(1);
    expect(time()).toBeLessThan(2_000);
  });

  const endless = (...rule: string[]) => [
    ...["BEGIN:VTIMEZONE", "TZID:Endless", "BEGIN:STANDARD", ...rule, "TZOFFSETFROM:-0400"],
    ...["TZOFFSETTO:-0500", "END:STANDARD", "END:VTIMEZONE"],
  ];
  it.each([
    ["lasts for ever", entry("DTSTART:20261210T170000Z", "DURATION:P999999999999999999W")],
    [
      "has a zone that changes daily since the year 1",
      [
        ...endless("DTSTART:00010101T000000", "RRULE:FREQ=DAILY"),
        ...entry("DTSTART;TZID=Endless:20261210T090000"),
      ],
    ],
    [
      "has a zone that changes each second",
      [
        ...endless("DTSTART:20000101T000000", "RRULE:FREQ=SECONDLY"),
        ...entry("DTSTART;TZID=Endless:20261210T090000"),
      ],
    ],
    [
      "has a zone that changes on no day",
      [
        ...endless("DTSTART:20000101T000000", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
        ...entry("DTSTART;TZID=Endless:20261210T090000"),
      ],
    ],
    [
      "stands beside a zone without a name",
      ["BEGIN:VTIMEZONE", "END:VTIMEZONE", ...entry("DTSTART;TZID=Endless:20261210T090000")],
    ],
    [
      "has an endless UID",
      entry("DTSTART:20261210T170000Z").map((line) => line.replace("UID:a", `UID:${"a".repeat(99_999)}`)),
    ],
  ])("one that %s holds up no other", (_name, lines) => {
    const time = countProcessorTime();
    const { occurrences, skipped } = read(
      ...lines,
      ...[
        "BEGIN:VEVENT",
        "UID:b",
        "SUMMARY:Other",
        "DTSTART;TZID=Europe/Berlin:20261210T170000",
        "END:VEVENT",
      ],
    );
    expect(time()).toBeLessThan(2_000);
    expect(occurrences.at(-1)?.title).toBe("Other");
    expect(JSON.stringify(skipped).length).toBeLessThan(1_000);
  });

  it("the latest version of an entry counts", () => {
    const { occurrences } = read(
      ...entry("DTSTART:20261210T170000Z", "SEQUENCE:2", "SUMMARY:Late"),
      ...entry("DTSTART:20261210T160000Z", "SEQUENCE:1"),
    );
    expect(occurrences).toHaveLength(1);
    expect(occurrences[0]?.start.toISOString()).toBe("2026-12-10T17:00:00.000Z");
  });

  it("an entry that was private in whichever version is not shown", () => {
    const start = "DTSTART:20261210T170000Z";
    const [older, newer] = [entry(start, "SEQUENCE:1", "CLASS:PRIVATE"), entry(start, "SEQUENCE:2")];
    expect(startsOf(...newer)).toHaveLength(1);
    expect(startsOf(...older, ...newer)).toEqual([]);
    expect(startsOf(...newer, ...older)).toEqual([]);
  });

  it.each([
    ["DTSTAMP", [], []],
    ["LAST-MODIFIED", ["DTSTAMP:20261103T000000Z"], ["DTSTAMP:20261101T000000Z"]],
  ])(
    "of versions with one SEQUENCE the one with the latest %s counts, wherever it stands",
    (name, old, now) => {
      const older = [`${name}:20261001T000000Z`, ...old];
      const newer = [`${name}:20261002T000000Z`, ...now];
      const titles = (...lines: string[]) => read(...lines).occurrences.map(({ title }) => title);
      const start = "DTSTART:20261210T170000Z";
      const [one, two] = [entry(start, ...older), entry(start, "SUMMARY:New", ...newer)];
      expect(titles(...one, ...two)).toEqual(["New"]);
      expect(titles(...two, ...one)).toEqual(["New"]);
      const change = (...lines: string[]) => entry("RECURRENCE-ID:20261210T170000Z", start, ...lines);
      const series = entry(start, "RRULE:FREQ=DAILY;COUNT=1");
      for (const changes of [
        [...change(...older), ...change("SUMMARY:New", ...newer)],
        [...change("SUMMARY:New", ...newer), ...change(...older)],
      ])
        expect(titles(...series, ...changes)).toEqual(["New"]);
      const feeds = [one, two].map((lines) => read(...lines));
      const entries = feeds.flatMap((feed) => feed.entries);
      expect(feedEntriesIcs({ entries, zones: new Map() })).toContain("SUMMARY:New");
    },
  );
});

describe("text", () => {
  it("is joined before it is decoded, also within a letter, with and without a byte order mark", () => {
    const bytes = Buffer.from("SUMMARY:Für 🌲");
    const place = bytes.indexOf(Buffer.from("🌲")) + 2;
    const folded = Buffer.concat([bytes.subarray(0, place), Buffer.from("\r\n "), bytes.subarray(place)]);
    expect(decodeCalendar(folded)).toBe("SUMMARY:Für 🌲");
    expect(decodeCalendar(Buffer.concat([Buffer.from("\uFEFF"), folded]))).toBe("SUMMARY:Für 🌲");
  });

  it("are joined over empty lines, as old programs wrote them, in no more time than others", () => {
    expect(decodeCalendar(Buffer.from("DTSTART\r\n\r\n ;VALUE=DATE\n\n\n :20261210\r\n\r\nSUMMARY:A"))).toBe(
      "DTSTART;VALUE=DATE:20261210\r\n\r\nSUMMARY:A",
    );
    expect(decodeCalendar(Buffer.from("SUM\r\r\n MARY:A\r\r\nUID:a \t\r\r\n"))).toBe(
      "SUMMARY:A\r\nUID:a\r\n",
    );
    const empty = "\r\n".repeat(200_000);
    const time = countProcessorTime();
    expect(decodeCalendar(Buffer.from(`A${empty}B`))).toHaveLength(empty.length + 2);
    for (const blank of [" ", "\t", "\r"])
      expect(decodeCalendar(Buffer.from(`A${blank.repeat(200_000)}B\n`)).slice(-2)).toBe("B\n");
    expect(time()).toBeLessThan(2_000);
  });

  it.each(["\r\n", "\n", "\r", "\n\r", "\r\r\n"])("has lines that end with %j", (end) => {
    const text = decodeCalendar(Buffer.from(["A:1", "B:2", " 3", "", "C:4", ""].join(end)));
    expect(text.split(/\r?\n/).filter(Boolean)).toEqual(["A:1", "B:23", "C:4"]);
  });

  it.each([
    [
      "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:F=C3=BCr alle; 100=25, =\r\nund mehr",
      "Für alle; 100%, und mehr",
    ],
    ["SUMMARY;QUOTED-PRINTABLE:F=C3=BCr alle", "Für alle"],
    ["SUMMARY;CHARSET=ISO-8859-1;ENCODING=quoted-printable:F=FCr alle", "Für alle"],
  ])("of vCalendar 1.0 is decoded: %s", (line, title) => {
    expect(read(...entry("DTSTART:20261210T170000Z", line)).occurrences[0]?.title).toBe(title);
  });

  it("in another encoding is read as the server says, else as most such programs write", () => {
    expect(decodeCalendar(Buffer.from("Für", "latin1"), "iso-8859-1")).toBe("Für");
    expect(decodeCalendar(Buffer.from("Für", "latin1"), "utf-8")).toBe("Für");
    expect(decodeCalendar(Buffer.from("Für"), "iso-8859-1")).toBe("Für");
    expect(decodeCalendar(Buffer.from("Für", "latin1"), "no-such")).toBe("Für");
  });

  it("folds to 75 octets and unfolds to the same, whatever the letters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const line = `X:${text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/gu, "").replace(/ +$/, "")}`;
        const folded = foldLine(line);
        expect(folded.split("\r\n").every((part) => Buffer.byteLength(part) <= 75)).toBe(true);
        expect(decodeCalendar(Buffer.from(folded))).toBe(line);
      }),
    );
  });

  it("survives being published and read again", () => {
    const text = fc
      .string({ unit: "binary", maxLength: 200 })
      .map((value) => value.replace(/[\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/gu, "").trim());
    const minutes = fc.integer({ min: 0, max: 60 * 24 * 365 });
    fc.assert(
      fc.property(text, text, text, minutes, (title, description, location, offset) => {
        const start = new Date(now.getTime() + offset * 60_000);
        const event = {
          ...{ id: "u", uid: "u@x", recurrenceId: undefined, slug: "u", title, description, start },
          ...{ end: new Date(start.getTime() + 3_600_000), isAllDay: false, isCancelled: false, timeZone },
          ...{
            location: location || undefined,
            geo: undefined,
            organizer: undefined,
            isOnline: false,
            hasJoinLink: false,
          },
          ...{ url: "https://x.example/u", image: undefined, sequence: 3, stamp: undefined },
          lastModified: "2026-10-01T00:00:00.000Z",
        } satisfies CalendarEvent;
        const ics = eventsIcs([event], { name: "n", host: "h.example", changedAt: now });
        const [read, ...more] = parseCalendar(decodeCalendar(Buffer.from(ics)), {
          now,
          timeZone,
        }).occurrences;
        expect(more).toEqual([]);
        expect(read).toMatchObject({
          ...{ uid: "u@x", title, description, location, sequence: 3, url: event.url },
          ...{ start: event.start, end: event.end, lastModified: event.lastModified },
        });
      }),
    );
  });

  it("has each property once, with a value, and says in UTC when an entry was written", () => {
    const parsed = read(
      ...entry("DTSTART:20261210T170000Z", "DTSTART:20261211T170000Z", "LOCATION:", "DESCRIPTION: "),
      ...entry("RECURRENCE-ID:20261210T170000Z", "DTSTART:20261212T170000Z", "DTSTAMP;VALUE=DATE:20261001"),
      ...entry("RECURRENCE-ID:20261214T170000Z", "DTSTART:20261213T170000Z", "DTSTAMP:20261001T0900Z"),
      ...["BEGIN:VEVENT", "UID:b", "DTSTART:20261210T170000Z", "RRULE:D1 #3", "CREATED:20261001T000000"],
      "END:VEVENT",
    );
    const lines = feedEntriesIcs(parsed).split("\r\n");
    const values = (name: string) =>
      lines.flatMap((line) => (line.startsWith(name) ? [line.slice(name.length + 1)] : []));
    expect(values("DTSTART")).toEqual(["0", "2", "3", "0"].map((digit) => `2026121${digit}T170000Z`));
    expect(values("DTSTAMP")).toEqual([
      "19700101T000000Z",
      "19700101T000000Z",
      "20261001T090000Z",
      "19700101T000000Z",
    ]);
    for (const name of ["LOCATION", "DESCRIPTION", "RRULE", "CREATED"]) expect(values(name)).toEqual([]);
    expect(parsed.report[3]?.notes).toContainEqual({ code: "rule not followed" });
  });

  it("lets no personal token out, and gives a calendar that can be read", () => {
    const parsed = read(
      ...[...newYork, ...entry("DTSTART;TZID=Our own zone:20261210T090000")],
      ...["BEGIN:VEVENT", "UID:b", "DTSTART:20261211T090000Z"],
      "DESCRIPTION:See https://luma.com/x?pk=g-Secret\\n\\nand https://luma.com/y?page=1&pk=g-Other",
      "END:VEVENT",
    );
    const text = feedEntriesIcs(parsed);
    expect(text).not.toMatch(/Secret|Other|pk=/);
    expect(text).toContain("https://luma.com/y?page=1");
    expect(parseCalendar(decodeCalendar(Buffer.from(text)), { now, timeZone }).occurrences).toHaveLength(2);
  });
});

describe("zones and recurrences", () => {
  const zones = [
    "America/Los_Angeles",
    "Europe/Berlin",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Pacific/Apia",
  ];
  const wallClock = (date: Date, zone: string) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }).format(
      date,
    );

  it("show the wall time that the feed names, unless clocks skip it", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 2_000 * 24 * 60 }),
        (zone, minutes) => {
          const wall = new Date(Date.UTC(2024, 0, 1) + minutes * 60_000).toISOString().slice(0, 19);
          const compact = wall.replace(/[-:]/g, "");
          const [start] = read(...entry(`DTSTART;TZID=${zone}:${compact}`)).occurrences;
          const shown = wallClock(start?.start ?? now, zone).replace(" ", "T");
          const skipped = Math.abs(new Date(`${shown}Z`).getTime() - new Date(`${wall}Z`).getTime());
          expect([0, 30, 60]).toContain(skipped / 60_000);
        },
      ),
    );
  });

  it("repeat every so many days at the same time of day", () => {
    const day = 86_400_000;
    fc.assert(
      fc.property(
        fc.constantFrom(...zones.slice(0, 3)),
        fc.integer({ min: 1, max: 20 }),
        (zone, interval) => {
          const first = Date.UTC(2026, 9, 1, 12);
          const compact = new Date(first).toISOString().slice(0, 19).replace(/[-:]/g, "");
          const { occurrences } = read(
            ...entry(`DTSTART;TZID=${zone}:${compact}`, `RRULE:FREQ=DAILY;INTERVAL=${interval}`),
          );
          const ahead = occurrences.filter((one) => one.start > now);
          expect(ahead.length).toBe(Math.min(6, ahead.length));
          expect(ahead.length).toBeGreaterThan(3);
          for (const { start } of occurrences) {
            const wall = new Date(`${wallClock(start, zone).replace(" ", "T")}Z`).getTime();
            expect((wall - first) % (interval * day)).toBe(0);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("damaged and large feeds", () => {
  const sound = calendar(
    ...newYork,
    ...Array.from({ length: 4 }, (_, index) => [
      ...["BEGIN:VEVENT", `UID:e${index}`, `SUMMARY:Event\\, number ${index}`],
      `DTSTART;TZID=America/Los_Angeles:202612${String(10 + index)}T090000`,
      ...(index % 2 === 0
        ? ["RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=9", "EXDATE:20261217T170000Z"]
        : ["DURATION:PT1H"]),
      `DESCRIPTION:${"Words and more words. ".repeat(8)}`,
      "END:VEVENT",
    ]).flat(),
  );

  it("neither crash nor hang, in 2,000 ways of damage", () => {
    const pieces = [
      "\r\n",
      ":",
      ";",
      "BEGIN:VEVENT",
      "END:VEVENT",
      "\0",
      "=",
      "RRULE:FREQ=DAILY",
      "20261399T999999",
      "\\",
      '"',
    ];
    const damage = fc.array(
      fc.tuple(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom("", ...pieces),
      ),
      { minLength: 1, maxLength: 6 },
    );
    let slowest = 0;
    fc.assert(
      fc.property(damage, (places) => {
        let text = sound;
        for (const [place, length, piece] of places) {
          const start = Math.floor(place * text.length);
          text = text.slice(0, start) + piece + text.slice(start + length);
        }
        const time = countProcessorTime();
        const { occurrences } = parseCalendar(text, { now, timeZone });
        slowest = Math.max(slowest, time());
        for (const { start, end } of occurrences)
          expect(end.getTime()).toBeGreaterThanOrEqual(start.getTime());
      }),
      { numRuns: 2_000, seed: 20_261_121 },
    );
    expect(slowest).toBeLessThan(1_000);
  });

  it("of 5,000 events take less than two seconds", () => {
    const large = calendar(
      ...Array.from({ length: 5_000 }, (_, index) => [
        ...["BEGIN:VEVENT", `UID:e${index}@x.example`, "SUMMARY:One of many"],
        `DTSTART;TZID=America/Los_Angeles:2026${String(1 + (index % 12)).padStart(2, "0")}10T090000`,
        ...(index % 10 === 0 ? ["RRULE:FREQ=WEEKLY"] : []),
        "END:VEVENT",
      ]).flat(),
    );
    const time = countProcessorTime();
    expect(parseCalendar(large, { now, timeZone }).occurrences.length).toBeGreaterThan(4_900);
    expect(time()).toBeLessThan(2_000);
  });

  it("that do not close an entry lose it alone, and say so", () => {
    const torn = ["BEGIN:VEVENT", "UID:torn", "SUMMARY:Torn", "DTSTART:20261210T170000Z"];
    const { occurrences, report, skipped } = read(...torn, ...entry("DTSTART:20261211T170000Z"), ...torn);
    expect(occurrences.map(({ uid }) => uid)).toEqual(["a"]);
    expect(skipped).toEqual(Array(2).fill({ uid: "torn", reason: "it breaks off" }));
    expect(report.map(({ summary }) => summary)).toEqual(["Torn", "Torn", "A"]);
  });

  it("that end an entry or a calendar too late lose nothing", () => {
    const [inner, within, twice] = [
      "DTSTART:20261211T170000Z",
      "DTSTART;TZID=Here:20261212T170000",
      "BEGIN:VCALENDAR",
    ];
    const zone = ["BEGIN:VTIMEZONE", "TZID:Here", "BEGIN:STANDARD", "DTSTART:19700101T000000"];
    const offsets = ["TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"];
    const named = (uid: string, ...lines: string[]) =>
      entry(...lines).map((line) => line.replace("UID:a", `UID:${uid}`));
    const { occurrences } = read(
      ...[...zone, ...offsets],
      ...named("a", "DTSTART:20261210T170000Z", ...named("b", inner, ...named("c", within))),
      ...[twice, ...zone, ...offsets, ...named("d", within), "END:VCALENDAR"],
    );
    const hours = occurrences.map(({ uid, start }) => [uid, start.toISOString().slice(5, 13)]);
    expect(hours.sort()).toEqual([
      ["a", "12-10T17"],
      ["b", "12-11T17"],
      ["c", "12-12T16"],
      ["d", "12-12T16"],
    ]);
  });

  it("that nest entries and calendars without end take a moment", () => {
    const time = countProcessorTime();
    const nested = (name: string) => [
      ...Array(9_000).fill(`BEGIN:${name}`),
      ...Array(9_000).fill(`END:${name}`),
    ];
    const { occurrences } = read(
      ...[...nested("VEVENT"), ...nested("VCALENDAR"), ...entry("DTSTART:20261211T170000Z")],
    );
    expect(occurrences).toHaveLength(1);
    expect(time()).toBeLessThan(2_000);
  });

  it("keep the zones of the others, the one that the calendar names as well", () => {
    const torn = ["BEGIN:VEVENT", "UID:torn"];
    const floating = entry("DTSTART:20261211T120000");
    expect(startsOf("X-WR-TIMEZONE:Europe/Berlin", ...torn, ...floating)).toEqual(["2026-12-11T11:00:00Z"]);
    const zone = ["BEGIN:VTIMEZONE", "TZID:Here", "BEGIN:STANDARD"];
    const { occurrences, report } = read(...zone, ...entry("DTSTART;TZID=Here:20261211T120000"));
    expect(occurrences).toHaveLength(1);
    expect(report[0]?.notes).toContainEqual({ code: "unknown zone", detail: "Here" });
  });

  it("that open many entries and close none are split in a moment", () => {
    const time = countProcessorTime();
    expect(blocksOf("BEGIN:VEVENT\r\n".repeat(300_000), "VEVENT")).toEqual([]);
    expect(time()).toBeLessThan(1_000);
  });
});

describe("series that began long ago", () => {
  it.each([
    ["weekdays since 2010", "20100104", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["daily since 1950", "19500101", "FREQ=DAILY"],
    ["weekly since 1900", "19000101", "FREQ=WEEKLY"],
  ])("have their next dates, however busy the machine is: %s", (_name, day, rule) => {
    const { occurrences, skipped } = read(...entry(`DTSTART:${day}T090000Z`, `RRULE:${rule}`));
    expect(occurrences.filter(({ start }) => start > now)).toHaveLength(6);
    expect(skipped).toEqual([]);
  });

  it("has its next dates, even by the minute", () => {
    const { occurrences, skipped } = read(...entry("DTSTART:20100101T000000Z", "RRULE:FREQ=MINUTELY"));
    expect(occurrences.filter(({ start }) => start > now)).toHaveLength(6);
    expect(skipped).toEqual([]);
  });

  it("with more dates than can be counted is reported, not cut in silence", () => {
    const { report } = read(...entry("DTSTART:20100101T000000Z", "RRULE:FREQ=SECONDLY;COUNT=2147483647"));
    expect(report[0]?.notes.map(({ code }) => code)).toContain("dates cut");
  });
});
