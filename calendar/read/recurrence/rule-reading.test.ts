// docs/specification.md, 'Series'

import { expect, it } from "vitest";
import { clockOf, utcClock } from "../../time/wall-time.ts";
import type { Moment } from "../entry-times.ts";
import { readRule } from "./rule-reading.ts";

const zone: Moment["zone"] = {
  ...{ clock: clockOf("Europe/Berlin"), shown: "Europe/Berlin", tzid: "Europe/Berlin" },
  reading: { name: "Europe/Berlin", readAs: "Europe/Berlin", by: "IANA name" },
};
const instant = Date.parse("2026-12-10T00:00:00Z");
const starts: Record<Moment["form"], Moment> = {
  wall: { form: "wall", instant, clock: zone.clock, zone },
  utc: { form: "utc", instant, clock: utcClock, zone },
  date: { form: "date", instant, clock: utcClock, zone },
};
const read = (parts: unknown, form: Moment["form"] = "wall") => readRule(parts, starts[form]);

it("a rule that says no more repeats every time, for ever, in weeks from Monday", () => {
  expect(read({ freq: "DAILY" })).toEqual({
    ...{ freq: "DAILY", interval: 1, count: undefined, until: Number.POSITIVE_INFINITY, weekStart: 1 },
  });
});

it.each([
  [
    { interval: 2, count: 3 },
    { interval: 2, count: 3 },
  ],
  [
    { interval: -2, count: [3, 9] },
    { interval: 2, count: 3 },
  ],
  [{ count: 1 }, { count: 1 }],
  [{ wkst: 1 }, { weekStart: 0 }],
  [{ wkst: 7 }, { weekStart: 6 }],
  [{ wkst: "SU" }, { weekStart: 0 }],
  [{ wkst: "SA" }, { weekStart: 6 }],
  [{ wkst: "XX" }, { weekStart: 1 }],
  [{ bymonth: [-1, 12] }, { months: [1, 12] }],
  [{ byweekno: [1, -53] }, { weeks: [1, -53] }],
  [{ byyearday: 366 }, { yearDays: [366] }],
  [{ bymonthday: [-31, 31] }, { monthDays: [-31, 31] }],
  [
    { byhour: [0, 23], byminute: [0, 59], bysecond: [0, 60] },
    { hours: [0, 23], minutes: [0, 59], seconds: [0, 59] },
  ],
  [
    { byday: "MO", bysetpos: [-366, 1] },
    { positions: [-366, 1], weekdays: [{ day: 1, place: 0 }] },
  ],
  [
    { byday: ["SU", "+1MO", "-53SA"] },
    {
      weekdays: [
        { day: 0, place: 0 },
        { day: 1, place: 1 },
        { day: 6, place: -53 },
      ],
    },
  ],
])("%j is read as %j", (parts, rule) => {
  expect(read({ freq: "YEARLY", ...parts })).toMatchObject(rule);
});

it.each<[string, Moment["form"], string]>([
  ["2026-12-31T17:00:00Z", "wall", "2026-12-31T17:00:00.000Z"],
  ["2026-12-31T17:00:00", "wall", "2026-12-31T16:00:00.000Z"],
  ["2026-12-31T17:00:00", "utc", "2026-12-31T17:00:00.000Z"],
  ["2026-12-31", "wall", "2026-12-31T22:59:59.999Z"],
  ["2026-12-31", "date", "2026-12-31T00:00:00.000Z"],
  ["2026-12-31T17:00:00", "date", "2026-12-31T17:00:00.000Z"],
  ["2026-11-31", "date", "2026-11-30T00:00:00.000Z"],
  ["2028-02-30", "date", "2028-02-29T00:00:00.000Z"],
  ["2026-02-29T10:00:00Z", "utc", "2026-02-28T10:00:00.000Z"],
])("until %s, of a start that is a %s, is until %s", (until, form, last) => {
  expect(new Date(read({ freq: "DAILY", until }, form).until).toISOString()).toBe(last);
});

it.each<readonly [unknown, string]>([
  [null, "it says no frequency"],
  [undefined, "it says no frequency"],
  ["FREQ=DAILY", "it says no frequency"],
  [{ freq: "daily" }, "it says no frequency"],
  [{ freq: "DAILY", until: "later" }, "UNTIL cannot be read"],
  [{ freq: "DAILY", until: "2026-12-41" }, "UNTIL cannot be read"],
  ...[0, 1.5, "many"].map(
    (interval) => [{ freq: "DAILY", interval }, "INTERVAL has a number that cannot be"] as const,
  ),
  [{ freq: "DAILY", bymonth: 13 }, "BYMONTH has a number that cannot be"],
  [{ freq: "DAILY", bymonth: [1, 0] }, "BYMONTH has a number that cannot be"],
  [{ freq: "YEARLY", byweekno: 54 }, "BYWEEKNO has a number that cannot be"],
  [{ freq: "YEARLY", byyearday: 367 }, "BYYEARDAY has a number that cannot be"],
  [{ freq: "YEARLY", bymonthday: -32 }, "BYMONTHDAY has a number that cannot be"],
  [{ freq: "DAILY", byhour: 24 }, "BYHOUR has a number that cannot be"],
  [{ freq: "DAILY", byhour: -1 }, "BYHOUR has a number that cannot be"],
  [{ freq: "DAILY", byminute: 60 }, "BYMINUTE has a number that cannot be"],
  [{ freq: "DAILY", bysecond: 61 }, "BYSECOND has a number that cannot be"],
  [{ freq: "DAILY", byday: "MO", bysetpos: 367 }, "BYSETPOS has a number that cannot be"],
  ...["XX", "54MO", "1M", "aMO", "MOx", "100MO"].map(
    (byday) => [{ freq: "YEARLY", byday }, "BYDAY has a day that cannot be"] as const,
  ),
  [{ freq: "DAILY", count: -1 }, "RFC 5545 forbids COUNT below 1 in a rule by FREQ=DAILY"],
  [{ freq: "DAILY", count: 1, until: "2026-12-31" }, "forbids COUNT and UNTIL in"],
  [{ freq: "WEEKLY", byday: ["MO", "1TU"] }, "forbids numbers in BYDAY in"],
  [{ freq: "YEARLY", byday: "1MO", byweekno: 1 }, "forbids numbers in BYDAY and BYWEEKNO in"],
  [{ freq: "MONTHLY", byweekno: 1 }, "forbids BYWEEKNO in"],
  ...["DAILY", "WEEKLY", "MONTHLY"].map((freq) => [{ freq, byyearday: 1 }, "forbids BYYEARDAY in"] as const),
  [{ freq: "WEEKLY", bymonthday: 1 }, "forbids BYMONTHDAY in"],
  [{ freq: "MONTHLY", bysetpos: 1, "x-by": 1 }, "forbids BYSETPOS alone in"],
  [{ freq: "DAILY", rscale: "HEBREW" }, "RSCALE and SKIP are not followed"],
  [{ freq: "DAILY", skip: "FORWARD" }, "RSCALE and SKIP are not followed"],
])("%j is refused: %s", (parts, words) => {
  expect(() => read(parts)).toThrow(words);
});

it.each(["HOURLY", "MINUTELY", "SECONDLY"])("whole days are not repeated %s", (freq) => {
  expect(() => read({ freq }, "date")).toThrow("forbids whole days in");
  expect(read({ freq }).freq).toBe(freq);
});

it("of whole days the parts of a time are left out, whatever they are", () => {
  const parts = { freq: "DAILY", byhour: 99, byminute: 99, bysecond: 99 };
  expect(read(parts, "date")).toMatchObject({ hours: undefined, minutes: undefined, seconds: undefined });
});
