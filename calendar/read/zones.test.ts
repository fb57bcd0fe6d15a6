// docs/specification.md, 'What feeds look like', 'Event times'

import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { countProcessorTime } from "../../tests/support/processor-time.ts";
import { timeZoneNamed } from "../time/time-zone-name.ts";
import { clockOf } from "../time/wall-time.ts";
import { parseCalendar } from "./read-calendar.ts";
import { zonesOf } from "./zones.ts";

const read = (head: string[], ...lines: string[]) => readIn({}, head, ...lines);
const readIn = (window: { timeZone?: string; hasOwnZone?: boolean }, head: string[], ...lines: string[]) => {
  const text = [
    "BEGIN:VCALENDAR",
    ...head,
    "BEGIN:VEVENT",
    "UID:a",
    "SUMMARY:A",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  const { occurrences, report, entries } = parseCalendar(text.join("\r\n"), {
    now: new Date("2026-12-01T00:00:00Z"),
    timeZone: "America/Los_Angeles",
    ...window,
  });
  return {
    start: occurrences[0]?.start.toISOString().slice(0, 16),
    shown: occurrences[0]?.timeZone,
    report: report[0],
    text: entries[0]?.text,
  };
};

describe("names of zones", () => {
  it.each([
    ["Europe/Berlin", "Europe/Berlin", "IANA name"],
    ["europe/berlin", "europe/berlin", "IANA name"],
    ["/mozilla.org/20050126_1/America/Argentina/Salta", "America/Argentina/Salta", "IANA name"],
    ["/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin", "IANA name"],
    ["tzone://Microsoft/Utc", "Utc", "IANA name"],
    ["Pacific Standard Time", "America/Los_Angeles", "Outlook's name"],
    ["pacific standard time", "America/Los_Angeles", "Outlook's name"],
    ["Pacific Daylight Time", "America/Los_Angeles", "Outlook's name"],
    ["W. Europe  Standard Time", "Europe/Berlin", "Outlook's name"],
    ["(UTC-05:00) Eastern Time (US & Canada)", "America/New_York", "Outlook's name"],
    ["(GMT-08:00) Pacific Time (US & Canada); Tijuana", "America/Los_Angeles", "Outlook's name"],
    ["(UTC-06:00) Central America", "America/Guatemala", "Outlook's name"],
    ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Amsterdam", "Outlook's name"],
    ["(UTC) Dublin, Edinburgh, Lisbon, London", "Europe/Dublin", "Outlook's name"],
    ["(UTC+09:00) Osaka, Sapporo, Tokyo", "Asia/Tokyo", "Outlook's name"],
    ["(UTC+13:00) Samoa", "Pacific/Apia", "Outlook's name"],
    ["(UTC-07:00) Chihuahua, La Paz, Mazatlan", "America/Mazatlan", "Outlook's name"],
    ["GMT+0100", "Etc/GMT-1", "offset"],
    ["UTC-5", "Etc/GMT+5", "offset"],
    ["GMT+05:30", "+05:30", "offset"],
    ["(UTC-08:00) Somewhere", "Etc/GMT+8", "offset"],
  ])("%s is %s", (name, zone, by) => {
    expect(timeZoneNamed(name)).toEqual({ zone, by });
  });

  it.each(["Nowhere", "Customized Time Zone", "GMT+0190", "", "x".repeat(300)])("%j is none", (name) => {
    expect(timeZoneNamed(name)).toBeUndefined();
  });
});

describe("times of an entry", () => {
  it("in UTC stay there, whatever zone stands beside them", () => {
    expect(read([], "DTSTART;TZID=Europe/Berlin:20261210T170000Z")).toMatchObject({
      ...{ start: "2026-12-10T17:00", shown: "Europe/Berlin" },
    });
  });

  it("without a zone are in the site's where the calendar names none, and that is said", () => {
    expect(read([], "DTSTART:20261210T090000").report?.zone).toEqual({
      ...{ name: undefined, readAs: "America/Los_Angeles", by: "site's zone" },
    });
  });

  it("in UTC are shown in the site's zone where nobody knows the one beside them", () => {
    expect(read([], "DTSTART;TZID=Nowhere:20261210T170000Z")).toMatchObject({
      ...{ start: "2026-12-10T17:00", shown: "America/Los_Angeles", report: { notes: [] } },
    });
  });

  it.each([
    ["-033020", "-0230", "2026-12-10T12:30:20.000Z"],
    ["+0545", "+0645", "2026-12-10T03:15:00.000Z"],
  ])(
    "before the first change of a zone that the calendar describes have the clocks of before: %s",
    (from, to, start) => {
      const change = (kind: string, day: string, before: string, after: string) => [
        ...[
          `BEGIN:${kind}`,
          `DTSTART:${day}T020000`,
          `TZOFFSETFROM:${before}`,
          `TZOFFSETTO:${after}`,
          `END:${kind}`,
        ],
      ];
      const changes = [change("DAYLIGHT", "20270314", from, to), change("STANDARD", "20271107", to, from)];
      for (const parts of [changes, changes.toReversed()]) {
        const head = ["BEGIN:VTIMEZONE", "TZID:House", ...parts.flat(), "END:VTIMEZONE"];
        const { report } = read(head, "DTSTART;TZID=House:20261210T090000");
        expect(report).toMatchObject({ start, zone: { name: "House", by: "VTIMEZONE" } });
      }
    },
  );

  it("in a zone whose name is an offset go by the calendar's description of it", () => {
    const described = [
      ...["BEGIN:VTIMEZONE", "TZID:GMT+0100", "BEGIN:STANDARD", "DTSTART:20000101T000000"],
      ...["TZOFFSETFROM:+0200", "TZOFFSETTO:+0200", "END:STANDARD", "END:VTIMEZONE"],
    ];
    const line = "DTSTART;TZID=GMT+0100:20261210T090000";
    expect(read(described, line)).toMatchObject({
      start: "2026-12-10T07:00",
      report: { zone: { by: "VTIMEZONE" } },
    });
    expect(read([], line)).toMatchObject({ start: "2026-12-10T08:00", report: { zone: { by: "offset" } } });
  });

  it("without a zone are in the one that the calendar names", () => {
    const { start, shown, report } = read(["X-WR-TIMEZONE: Europe/Berlin "], "DTSTART:20261210T170000");
    expect([start, shown, report?.zone?.by]).toEqual([
      "2026-12-10T16:00",
      "Europe/Berlin",
      "calendar's zone",
    ]);
  });

  it.each(["Europe/Berlin", "UTC"])(
    "in UTC are shown in the site's, also when the calendar names %s",
    (name) => {
      const { start, shown, report } = read([`X-WR-TIMEZONE:${name}`], "DTSTART:20261210T170000Z");
      expect([start, shown]).toEqual(["2026-12-10T17:00", "America/Los_Angeles"]);
      expect(report?.zone).toEqual({ name: undefined, readAs: "America/Los_Angeles", by: "UTC" });
    },
  );

  it("are read and shown in the zone that is said of their feed, whatever the calendar names", () => {
    const said = { timeZone: "America/New_York", hasOwnZone: true };
    const head = ["X-WR-TIMEZONE:Europe/Berlin"];
    const floating = readIn(said, head, "DTSTART:20261210T120000");
    expect([floating.start, floating.shown, floating.report?.zone?.by]).toEqual([
      ...["2026-12-10T17:00", "America/New_York", "source's zone"],
    ]);
    expect(readIn(said, head, "DTSTART:20261210T170000Z").shown).toBe("America/New_York");
    expect(readIn(said, head, "DTSTART;TZID=Asia/Tokyo:20261210T120000").shown).toBe("Asia/Tokyo");
  });

  it("in a zone that nobody knows are in the site's, and that is said", () => {
    const { start, report } = read([], "DTSTART;TZID=Nowhere:20261210T090000");
    expect(start).toBe("2026-12-10T17:00");
    expect(report?.zone).toEqual({ name: "Nowhere", readAs: "America/Los_Angeles", by: "unknown name" });
    expect(report?.notes).toContainEqual({ code: "unknown zone", detail: "Nowhere" });
  });

  it("of a calendar that names a zone which nobody knows are in the site's, and that is said", () => {
    const { start, report, text } = read(["X-WR-TIMEZONE:Nowhere"], "DTSTART:20261210T090000");
    expect(start).toBe("2026-12-10T17:00");
    expect(report?.zone).toEqual({ name: "Nowhere", readAs: "America/Los_Angeles", by: "unknown name" });
    expect(report?.notes).toContainEqual({ code: "unknown zone", detail: "Nowhere" });
    // Other programs do not know it either.
    expect(text).toContain("DTSTART;TZID=America/Los_Angeles:20261210T090000");
    const inUtc = read(["X-WR-TIMEZONE:Nowhere"], "DTSTART:20261210T090000Z");
    expect(inUtc.report?.notes).toEqual([]);
    const said = { timeZone: "America/New_York", hasOwnZone: true };
    expect(readIn(said, ["X-WR-TIMEZONE:Nowhere"], "DTSTART:20261210T090000").report?.notes).toEqual([]);
  });

  it("of a calendar that names a zone which it explains are in that one", () => {
    const own = [
      ...["X-WR-TIMEZONE:Our own", "BEGIN:VTIMEZONE", "TZID:Our own", "BEGIN:STANDARD"],
      ...[
        "DTSTART:19700101T000000",
        "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0200",
        "END:STANDARD",
        "END:VTIMEZONE",
      ],
    ];
    const { start, report, text } = read(own, "DTSTART:20261210T090000", "RRULE:FREQ=DAILY");
    expect([start, report?.zone?.by, report?.notes]).toEqual(["2026-12-10T07:00", "calendar's zone", []]);
    expect(text).toContain("DTSTART;TZID=Our own:20261210T090000");
  });

  it("in a zone of Outlook's have the name for other programs that all of them know", () => {
    const outlooks = '"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"';
    const { text } = read([], `DTSTART;TZID=${outlooks}:20261210T090000`, "RRULE:FREQ=DAILY");
    expect(text).toContain("DTSTART;TZID=Europe/Amsterdam:20261210T090000");
  });

  it("in a zone of more rules than clocks have are those of one that nobody knows, and take no second", () => {
    const part = [
      ...["BEGIN:STANDARD", "DTSTART:00010101T000000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"],
      ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:STANDARD"],
    ];
    const own = ["BEGIN:VTIMEZONE", "TZID:Own", ...Array(300).fill(part).flat(), "END:VTIMEZONE"];
    const time = countProcessorTime();
    const { report } = read(own, "DTSTART;TZID=Own:20261210T090000");
    expect([report?.zone?.by, time() < 1_000]).toEqual(["unknown name", true]);
  });

  it.each([
    ["an entry that names 2,000 zones", 2_000, "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"],
    ["one in many zones of rules that never come true", 25, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
  ])("%s, each explained, takes a few seconds at most and costs itself only", (_name, count, rule) => {
    const part = [
      ...["BEGIN:STANDARD", "DTSTART:00010101T000000", rule, "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
      "END:STANDARD",
    ];
    const zones = Array.from({ length: count }, (_, place) => [
      ...["BEGIN:VTIMEZONE", `TZID:Own${place}`, ...Array(6).fill(part).flat(), "END:VTIMEZONE"],
    ]);
    const dates = Array.from({ length: 2_000 }, (_, place) => {
      const year = 2_000 + (place % 100);
      return `EXDATE;TZID=Own${place % count}:${year}0101T090000`;
    });
    const text = ["BEGIN:VCALENDAR", ...zones.flat(), "BEGIN:VEVENT", "UID:a", "DTSTART:20261210T090000Z"];
    const other = ["BEGIN:VEVENT", "UID:b", "DTSTART:20261211T090000Z", "END:VEVENT", "END:VCALENDAR"];
    let begun = countProcessorTime();
    const times: number[] = [];
    const watch = {
      abandoned: new Set<string>(),
      onSeries: () => {
        times.push(begun());
        begun = countProcessorTime();
      },
    };
    const lines = [...text, "RRULE:FREQ=DAILY", ...dates, "END:VEVENT", ...other];
    const window = { now: new Date("2026-12-01T00:00:00Z"), timeZone: "America/Los_Angeles" };
    const { occurrences } = parseCalendar(lines.join("\r\n"), window, {}, watch);
    expect(occurrences.at(-1)?.uid).toBe("b");
    expect(Math.max(...times)).toBeLessThan(3_000);
  });

  it("of two calendars in one text are each in their own zone of the same name", () => {
    const calendarAt = (uid: string, offset: string) => [
      ...["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:Ours", "BEGIN:STANDARD", "DTSTART:19700101T000000"],
      ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, "END:STANDARD", "END:VTIMEZONE"],
      ...["BEGIN:VEVENT", `UID:${uid}`, "DTSTART;TZID=Ours:20261210T120000", "END:VEVENT", "END:VCALENDAR"],
    ];
    const { occurrences } = parseCalendar(
      [...calendarAt("a", "+0100"), ...calendarAt("b", "-0500")].join("\r\n"),
      {
        now: new Date("2026-12-01T00:00:00Z"),
        timeZone: "America/Los_Angeles",
      },
    );
    expect(occurrences.map(({ start }) => start.getUTCHours())).toEqual([11, 17]);
  });
});

describe("a zone that the calendar describes", () => {
  const described = (standard: string, daylight: string, ...changes: [autumn: string, spring: string]) => {
    const part = (name: string, [from, to]: [string, string], change: string) => [
      ...[`BEGIN:${name}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
      ...[`DTSTART:2000${change.slice(0, 11)}`, `RRULE:FREQ=YEARLY;${change.slice(11)}`, `END:${name}`],
    ];
    return [
      ...["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:Ours"],
      ...part("STANDARD", [daylight, standard], changes[0]),
      ...part("DAYLIGHT", [standard, daylight], changes[1]),
      ...["END:VTIMEZONE", "END:VCALENDAR"],
    ].join("\r\n");
  };

  it.each([
    [
      "America/Los_Angeles",
      described("-0800", "-0700", "1029T020000BYMONTH=11;BYDAY=1SU", "0402T020000BYMONTH=3;BYDAY=2SU"),
    ],
    [
      "Europe/Berlin",
      described("+0100", "+0200", "1029T030000BYMONTH=10;BYDAY=-1SU", "0326T020000BYMONTH=3;BYDAY=-1SU"),
    ],
    [
      "Australia/Lord_Howe",
      described("+1030", "+1100", "0402T020000BYMONTH=4;BYDAY=1SU", "1001T020000BYMONTH=10;BYDAY=1SU"),
    ],
  ])("has the clocks of %s, before, within and after each change", (name, text) => {
    const own = zonesOf(new ICAL.Component(ICAL.parse(text)), { timeZone: "Asia/Tokyo" }).named("Ours").clock;
    const known = clockOf(name);
    const times = [
      "2026-10-03",
      "2026-10-24",
      "2026-10-31",
      "2027-03-13",
      "2027-03-27",
      "2027-04-03",
    ].flatMap((day) => Array.from({ length: 192 }, (_, quarter) => Date.parse(day) + quarter * 900_000));
    const said = (clock: typeof own) =>
      times.map((time) =>
        [time, clock.wallOf(time), clock.instantOf(time)].map((one) => new Date(one).toISOString()),
      );
    expect(said(own)).toEqual(said(known));
  });

  it("has every change of a list, and the one at its start", () => {
    const part = (name: string, [from, to]: [string, string], start: string, lists: string[]) => [
      ...[`BEGIN:${name}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
      ...[...lists.map((list) => `RDATE:${list}`), `END:${name}`],
    ];
    const starts = ["20260201", "20260601", "20261201", "20270601", "20271201", "20280601", "20281201"];
    const { occurrences } = parseCalendar(
      [
        ...["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:Ours"],
        ...part("STANDARD", ["+0200", "+0100"], "20251026T030000", ["20261025T030000,20271031T030000"]),
        ...part("DAYLIGHT", ["+0100", "+0200"], "20260329T020000", ["20270328T020000,20280326T020000"]),
        ...["END:VTIMEZONE"],
        ...starts.flatMap((day) => [
          ...["BEGIN:VEVENT", `UID:${day}`, `DTSTART;TZID=Ours:${day}T120000`, "END:VEVENT"],
        ]),
        "END:VCALENDAR",
      ].join("\r\n"),
      { now: new Date("2026-01-01T00:00:00Z"), timeZone: "America/Los_Angeles" },
    );
    expect(occurrences.map(({ start }) => start.getUTCHours())).toEqual([11, 10, 11, 10, 11, 10, 10]);
  });

  it.each([
    // The clocks went back on 25 October 2026 at three, from +0200 to +0100.
    ["20260101T120000", "2026-01-01T10:00"],
    ["20261024T120000", "2026-10-24T10:00"],
    ["20261025T015959", "2026-10-24T23:59"],
    ["20261025T023000", "2026-10-25T00:30"],
    ["20261025T030000", "2026-10-25T02:00"],
    ["20261026T120000", "2026-10-26T11:00"],
  ])("has before its first change the clocks that this change ended: %s", (wall, start) => {
    const zone = [
      ...["BEGIN:VTIMEZONE", "TZID:Ours", "BEGIN:STANDARD", "DTSTART:20261025T030000"],
      ...["TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"],
    ];
    expect(read(zone, `DTSTART;TZID=Ours:${wall}`).start).toBe(start);
  });

  it.each([
    ["20270327T120000", "2027-03-27T11:00"],
    ["20270328T013000", "2027-03-28T00:30"],
    ["20270328T023000", "2027-03-28T01:30"],
    ["20270328T030000", "2027-03-28T01:00"],
    ["20270401T120000", "2027-04-01T10:00"],
  ])("and where they go forward first: %s", (wall, start) => {
    const zone = [
      ...["BEGIN:VTIMEZONE", "TZID:Ours", "BEGIN:DAYLIGHT", "DTSTART:20270328T020000"],
      ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT", "END:VTIMEZONE"],
    ];
    expect(read(zone, `DTSTART;TZID=Ours:${wall}`).start).toBe(start);
  });

  it("with more changes than a zone will ever have is nobody's", () => {
    const changes = Array.from({ length: 1_001 }, (_, index) => `RDATE:${3000 + index}0101T000000`);
    const { report } = parseCalendar(
      [
        ...["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:Ours", "BEGIN:STANDARD", "DTSTART:19700101T000000"],
        ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", ...changes, "END:STANDARD", "END:VTIMEZONE"],
        ...["BEGIN:VEVENT", "UID:a", "DTSTART;TZID=Ours:20261210T120000", "END:VEVENT", "END:VCALENDAR"],
      ].join("\r\n"),
      { now: new Date("2026-12-01T00:00:00Z"), timeZone: "America/Los_Angeles" },
    );
    expect(report[0]?.notes).toContainEqual({ code: "unknown zone", detail: "Ours" });
  });

  it("is that of the place that it names, but has no clocks of an offset that it names instead", () => {
    const text = described(
      "+0100",
      "+0200",
      "1029T030000BYMONTH=10;BYDAY=-1SU",
      "0326T020000BYMONTH=3;BYDAY=-1SU",
    );
    const named = (place: string) => {
      const calendar = ICAL.parse(text.replace("TZID:Ours", `TZID:Ours\r\nX-LIC-LOCATION:${place}`));
      return zonesOf(new ICAL.Component(calendar), { timeZone: "Asia/Tokyo" }).named("Ours");
    };
    expect(named("Europe/Paris").reading).toEqual({
      name: "Ours",
      readAs: "Europe/Paris",
      by: "X-LIC-LOCATION",
    });
    const { clock, reading } = named("GMT+1");
    expect(reading).toEqual({ name: "Ours", readAs: "Asia/Tokyo", by: "VTIMEZONE" });
    const summer = Date.parse("2026-07-01T12:00:00Z");
    expect(clock.wallOf(summer) - summer).toBe(7_200_000);
  });
});
