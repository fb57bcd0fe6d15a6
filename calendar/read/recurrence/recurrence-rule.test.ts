// docs/specification.md, 'Series': single steps of the search for dates; recurrence.test.ts reads whole calendars

import { describe, expect, it } from "vitest";
import { type Clock, clockOf, utcClock } from "../../time/wall-time.ts";
import { walk } from "./recurrence-rule.ts";
import type { Rule } from "./rule-reading.ts";

const at = (time: string) => Date.parse(`${time}Z`);
const daily: Rule = {
  ...{ freq: "DAILY", interval: 1, count: undefined, until: Number.POSITIVE_INFINITY, weekStart: 1 },
};

interface Search {
  start?: string;
  since?: string;
  direction?: 1 | -1;
  clock?: Clock;
  steps?: number;
  most?: number;
}

/** The first dates that are found, what is left of the steps, and what was skipped. */
function search(rule: Partial<Rule>, { start = "2026-01-01T10:00", ...given }: Search = {}) {
  const { since = start, direction = 1, clock = utcClock, steps = 10_000, most = 4 } = given;
  const budget = { steps, skipped: [] };
  const dates: string[] = [];
  for (const date of walk({ ...daily, ...rule }, at(start), clock, at(since), direction, budget)) {
    dates.push(new Date(date).toISOString().slice(0, 19).replace(/:00$/, ""));
    if (dates.length === most) break;
  }
  return { dates, steps: budget.steps, skipped: budget.skipped.map((one) => new Date(one).toISOString()) };
}
const datesOf = (rule: Partial<Rule>, given?: Search) => search(rule, given).dates;

describe("a search", () => {
  it("begins behind an instant or before it, and never gives the start", () => {
    const since = "2026-01-03T10:00";
    expect(datesOf({}, { since, most: 2 })).toEqual(["2026-01-04T10:00", "2026-01-05T10:00"]);
    expect(datesOf({}, { since: "2026-01-03T10:01", direction: -1 })).toEqual([
      "2026-01-03T10:00",
      "2026-01-02T10:00",
    ]);
    expect(datesOf({}, { since, direction: -1 })).toEqual(["2026-01-02T10:00"]);
    expect(datesOf({}, { since: "2020-01-01T10:00", most: 1 })).toEqual(["2026-01-02T10:00"]);
  });

  it("ends with the rule, whose last instant is a date, and does nothing behind it", () => {
    const until = at("2026-01-03T10:00");
    expect(search({ until })).toMatchObject({
      dates: ["2026-01-02T10:00", "2026-01-03T10:00"],
      // Two for each of the days 1 to 4.
      steps: 10_000 - 8,
    });
    expect(search({ until }, { since: "2026-01-03T10:00" })).toMatchObject({ dates: [], steps: 10_000 });
    expect(search({ until }, { since: "2036-01-03T10:00", direction: -1, most: 1 })).toMatchObject({
      dates: ["2026-01-03T10:00"],
      // The day behind it is looked at as well.
      steps: 10_000 - 4,
    });
  });

  it.each([
    // Each day costs a step, and so does each date.
    [{}, 6, ["2026-01-02T10:00", "2026-01-03T10:00"], 0],
    [{}, 7, ["2026-01-02T10:00", "2026-01-03T10:00"], 0],
    [{}, 1, [], 0],
    [{ freq: "WEEKLY" }, 24, ["2026-01-08T10:00", "2026-01-15T10:00"], 0],
    [{ freq: "MINUTELY" }, 6, ["2026-01-01T10:01", "2026-01-01T10:02"], 0],
  ] as const)("of %j ends when its %i steps are spent", (rule, steps, dates, left) => {
    expect(search(rule, { steps })).toMatchObject({ dates, steps: left });
  });

  it("leaves out an hour that clocks skip, and tells of it", () => {
    const given = { clock: clockOf("Europe/Berlin"), start: "2026-03-27T01:30", most: 2 };
    const skipped = ["2026-03-29T01:30:00.000Z"];
    expect(search({}, given)).toMatchObject({ dates: ["2026-03-28T01:30", "2026-03-30T00:30"], skipped });
    expect(search({}, { ...given, since: "2026-03-30T12:00", direction: -1 })).toMatchObject({
      dates: ["2026-03-30T00:30", "2026-03-28T01:30"],
      skipped,
    });
  });

  it.each([
    [{}, "9999-12-30T00:00", ["9999-12-31T00:00"]],
    [{ freq: "HOURLY" }, "9999-12-30T22:00", ["9999-12-30T23:00", "9999-12-31T00:00"]],
    [{ freq: "YEARLY" }, "9998-01-01T10:00", ["9999-01-01T10:00"]],
  ] as const)("of %j ends where years can be written no more", (rule, start, dates) => {
    expect(datesOf(rule, { start })).toEqual(dates);
  });
});

describe("what a rule leaves open is as in the start", () => {
  it.each([
    [{ freq: "YEARLY" }, ["2027-01-01T10:00", "2028-01-01T10:00"]],
    [{ freq: "YEARLY", months: [3, 2] }, ["2026-02-01T10:00", "2026-03-01T10:00", "2027-02-01T10:00"]],
    [{ freq: "MONTHLY" }, ["2026-02-01T10:00", "2026-03-01T10:00"]],
    [{ freq: "WEEKLY" }, ["2026-01-08T10:00", "2026-01-15T10:00"]],
    [{ freq: "YEARLY", weeks: [3] }, ["2026-01-15T10:00", "2027-01-21T10:00"]],
    [{ freq: "MINUTELY", seconds: [20] }, ["2026-01-01T10:00:20", "2026-01-01T10:01:20"]],
  ] as const)("%j", (rule, dates) => {
    expect(datesOf(rule as Partial<Rule>, { most: dates.length })).toEqual(dates);
  });

  it("its seconds too", () => {
    const start = "2026-01-01T10:00:05";
    expect(datesOf({ freq: "MINUTELY" }, { start, most: 1 })).toEqual(["2026-01-01T10:01:05"]);
    expect(datesOf({ freq: "SECONDLY" }, { start, most: 1 })).toEqual(["2026-01-01T10:00:06"]);
    expect(datesOf({ freq: "HOURLY" }, { start, most: 1 })).toEqual(["2026-01-01T11:00:05"]);
    expect(datesOf({ freq: "HOURLY", seconds: [30] }, { start, most: 1 })).toEqual(["2026-01-01T10:00:30"]);
  });
});

it("weeks begin on the rule's own day", () => {
  const rule = { freq: "WEEKLY", interval: 2, weekdays: [2, 0].map((day) => ({ day, place: 0 })) } as const;
  const days = (weekStart: number) =>
    datesOf({ ...rule, weekdays: [...rule.weekdays], weekStart }, { start: "1997-08-05T09:00" }).map((date) =>
      date.slice(5, 10),
    );
  expect(days(1)).toEqual(["08-10", "08-19", "08-24", "09-02"]);
  expect(days(0)).toEqual(["08-17", "08-19", "08-31", "09-02"]);
});

describe("times of day and places", () => {
  it("come in their order, each once", () => {
    const rule = { hours: [18, 9, 9], minutes: [30, 0], seconds: [10, 5] };
    expect(datesOf(rule, { most: 6 }).map((date) => date.slice(8, 19))).toEqual([
      ...["01T18:00:05", "01T18:00:10", "01T18:30:05", "01T18:30:10"],
      ...["02T09:00:05", "02T09:00:10"],
    ]);
    expect(datesOf({ ...rule, positions: [-1, 1, 9, -9] }, { most: 3 })).toEqual([
      ...["2026-01-01T18:30:10", "2026-01-02T09:00:05", "2026-01-02T18:30:10"],
    ]);
  });

  it("are counted over all days of a period", () => {
    const rule = { freq: "MONTHLY", weekdays: [{ day: 1, place: 0 }], hours: [9, 18] } as const;
    const all = { ...rule, weekdays: [...rule.weekdays], hours: [...rule.hours] };
    expect(datesOf({ ...all, positions: [-1] }, { most: 2 })).toEqual([
      "2026-01-26T18:00",
      "2026-02-23T18:00",
    ]);
    expect(datesOf({ ...all, positions: [2, 1] }, { most: 2 })).toEqual([
      "2026-01-05T09:00",
      "2026-01-05T18:00",
    ]);
  });

  it("that a period does not have are none", () => {
    const rule = { freq: "MINUTELY", seconds: [10, 20] } as const;
    const chosen = (...positions: number[]) =>
      datesOf({ ...rule, seconds: [...rule.seconds], positions }, { most: 2, steps: 200 });
    expect([chosen(3), chosen(-3)]).toEqual([[], []]);
    expect(chosen(1)).toEqual(["2026-01-01T10:00:10", "2026-01-01T10:01:10"]);
    expect(chosen(-1, 2)).toEqual(["2026-01-01T10:00:20", "2026-01-01T10:01:20"]);
    const early = { start: "1965-01-01T10:00", steps: 3_000 };
    expect(datesOf({ freq: "MONTHLY", monthDays: [1, 2], positions: [3] }, early)).toEqual([]);
  });
});

describe("hours, minutes and seconds of some times alone", () => {
  // The start, a Thursday, is 10:00:00.
  const cases: [rule: Partial<Rule>, fits: (date: Date) => boolean, steps: number][] = [
    [{ freq: "HOURLY", interval: 5, hours: [9, 17] }, (date) => [9, 17].includes(date.getUTCHours()), 110],
    [{ freq: "HOURLY", interval: 7, weekdays: [{ day: 1, place: 0 }] }, (date) => date.getUTCDay() === 1, 40],
    [{ freq: "MINUTELY", interval: 7, hours: [9] }, (date) => date.getUTCHours() === 9, 60],
    [
      { freq: "MINUTELY", interval: 11, minutes: [5, 50] },
      (date) => [5, 50].includes(date.getUTCMinutes()),
      260,
    ],
    [{ freq: "SECONDLY", interval: 7, minutes: [5] }, (date) => date.getUTCMinutes() === 5, 140],
    [
      { freq: "SECONDLY", interval: 7, seconds: [10, 40] },
      (date) => [10, 40].includes(date.getUTCSeconds()),
      240,
    ],
  ];
  const units = { HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1_000 };
  const start = at("2026-01-01T10:00");

  it.each(cases)("of %j are found both ways, without a look at all between", (rule, fits, most) => {
    const length = units[rule.freq as keyof typeof units] * (rule.interval ?? 1);
    const dates: number[] = [];
    for (let date = start + length; dates.length < 8; date += length)
      if (fits(new Date(date))) dates.push(date);
    for (const direction of [1, -1] as const) {
      const budget = { steps: 1_000, skipped: [] };
      const found: number[] = [];
      const since = direction === 1 ? start : (dates.at(-1) ?? 0) + 1;
      for (const date of walk({ ...daily, ...rule }, start, utcClock, since, direction, budget)) {
        found.push(date);
        if (found.length === 8) break;
      }
      expect(found).toEqual(direction === 1 ? dates : dates.toReversed());
      expect(1_000 - budget.steps).toBeLessThan(most);
    }
  });
});
