// docs/specification.md, 'Series': which dates of a series are kept; recurrence.test.ts reads whole calendars

import { describe, expect, it } from "vitest";
import { type Clock, clockOf, dayLength, utcClock } from "../../time/wall-time.ts";
import { nearestOf, type SeriesTimes, startsAround } from "./recurrence.ts";
import type { Rule } from "./rule-reading.ts";

const at = (time: string) => Date.parse(`${time}Z`);
const daily: Rule = {
  ...{ freq: "DAILY", interval: 1, count: undefined, until: Number.POSITIVE_INFINITY, weekStart: 1 },
};
const now = at("2026-06-01T10:00");
/** The instant so many days from now. */
const day = (days: number) => now + days * dayLength;

interface Given {
  start?: number;
  rules?: Partial<Rule>[];
  added?: number[];
  removed?: { instants?: number[]; days?: number[] };
  clock?: Clock;
  always?: number[];
  days?: number;
}

/** Starts in days from now. */
function around({ start = day(-100), rules = [{}], removed = {}, clock = utcClock, ...given }: Given = {}) {
  const series = {
    start: { instant: start, clock },
    rules: rules.map((rule) => ({ ...daily, ...rule })),
    added: new Map((given.added ?? []).map((one) => [one, undefined])),
    removed: { instants: new Set(removed.instants), days: new Set(removed.days) },
  };
  const found = startsAround(series as unknown as SeriesTimes, now, given.always ?? [], given.days);
  return {
    days: found.starts.map((one) => (one - now) / dayLength),
    isCut: found.isCut,
    skipped: found.skipped.map((one) => new Date(one).toISOString().slice(0, 16)),
  };
}
/** Whole numbers, both included. */
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe("of a series without end", () => {
  it("the start, the last six up to now and the next twelve are found", () => {
    expect(around()).toEqual({ days: [-100, ...from(-5, 12)], isCut: false, skipped: [] });
  });

  it("one more on both sides for each that has to be there", () => {
    expect(around({ always: [day(40), day(-40.5)] }).days).toEqual([...[-100, -40.5], ...from(-7, 14), 40]);
  });

  it("those called off count for none", () => {
    const removed = { instants: [day(-100), day(1), day(0)], days: [at("2026-06-03T00:00")] };
    expect(around({ removed }).days).toEqual([...from(-6, -1), ...from(3, 14)]);
  });

  it("none is found beyond ninety-one days, whichever rule comes first", () => {
    expect(around({ rules: [{ interval: 50 }] }).days).toEqual([-100, -50, 0, 50]);
    expect(around({ start: day(-91), rules: [{ interval: 91 }] }).days).toEqual([-91, 0, 91]);
    expect(around({ start: day(-92), rules: [{ interval: 92 }] }).days).toEqual([-92, 0]);
  });

  it("all within the days that are asked for are found, and one day more", () => {
    expect(around({ days: 20 })).toMatchObject({ days: [-100, ...from(-5, 21)], isCut: false });
    expect(around({ days: 0 }).days).toEqual([-100, ...from(-5, 1)]);
    expect(around({ days: 20, rules: [{ until: day(3) }] })).toMatchObject({
      days: [-100, ...from(-5, 3)],
      isCut: false,
    });
  });

  it("five thousand at most, and then it says that there are more", () => {
    const rules: Partial<Rule>[] = [{ freq: "MINUTELY" }];
    const found = around({ rules, start: day(-1), days: 3 });
    expect([found.isCut, found.days.filter((one) => one > 0).length]).toEqual([true, 5_000]);
    expect(around({ rules, start: day(-1) }).isCut).toBe(false);
  });
});

describe("of listed dates", () => {
  it("the nearest are kept, in their order, those of this moment as past", () => {
    const added = [...from(-9, 20)].reverse().map(day);
    expect(around({ rules: [], added }).days).toEqual([-100, ...from(-5, 12)]);
    expect(around({ rules: [], added, days: 30 })).toMatchObject({ isCut: false });
  });

  it("more than five thousand are cut", () => {
    const added = from(1, 5_001).map((minute) => now + minute * 60_000);
    expect(around({ rules: [], added, days: 30 }).isCut).toBe(true);
    expect(around({ rules: [], added: added.slice(1), days: 30 }).isCut).toBe(false);
  });
});

describe("of a rule that counts", () => {
  it("dates are counted from the start", () => {
    expect(around({ start: day(-3), rules: [{ count: 5 }] }).days).toEqual(from(-3, 1));
    expect(around({ start: day(-20), rules: [{ count: 60 }] }).days).toEqual([-20, ...from(-5, 12)]);
    expect(around({ start: day(-2_000), rules: [{ count: 3 }] }).days).toEqual([-2_000, -1_999, -1_998]);
    expect(around({ start: day(-10), rules: [{ count: 9 }] }).days).toEqual([-10, ...from(-7, -2)]);
  });

  it("none of the passed is kept when the search ended among them", () => {
    const rules: Partial<Rule>[] = [{ freq: "SECONDLY", count: 1_000_000 }];
    expect(around({ start: day(-5), rules })).toEqual({ days: [-5], isCut: true, skipped: [] });
  });
});

describe("a start", () => {
  it("is none where every rule ends before it", () => {
    const ended = { until: day(-101) };
    expect(around({ rules: [ended] }).days).toEqual([]);
    expect(around({ rules: [ended, { until: day(-99) }] }).days).toEqual([-100, -99]);
    expect(around({ rules: [{ until: day(-100) }] }).days).toEqual([-100]);
    expect(around({ rules: [] }).days).toEqual([-100]);
  });
});

it("a search that finds nothing ends, ahead as well as back, and says so", () => {
  const never = { freq: "YEARLY", months: [2], monthDays: [30] } as const;
  expect(around({ rules: [{ ...never, months: [2], monthDays: [30] }] })).toMatchObject({
    days: [-100],
    isCut: true,
  });
  // A hundred thousand of the past are called off, and none of those to come.
  const removed = { days: from(-90, 0).map((days) => Math.floor(day(days) / dayLength) * dayLength) };
  expect(around({ rules: [{ freq: "MINUTELY" }], removed }).isCut).toBe(true);
});

describe("hours that clocks skip", () => {
  const berlin = { clock: clockOf("Europe/Berlin"), start: at("2026-03-20T01:30") };
  it("are told for those not long ago and ahead that are not called off", () => {
    const skipped = "2026-03-29T01:30";
    expect(around(berlin).skipped).toEqual([]);
    // Looked for back to the last six, or from the start on where it counts.
    expect(around({ ...berlin, rules: [{ count: 200 }] }).skipped).toEqual([skipped]);
    const removed = { instants: [at(skipped)] };
    expect(around({ ...berlin, rules: [{ count: 200 }], removed }).skipped).toEqual([]);
    expect(around({ ...berlin, rules: [{ count: 200 }], always: [at(skipped)] }).skipped).toEqual([]);
    const old = { ...berlin, start: at("2025-03-20T01:30") };
    expect(around({ ...old, rules: [{ count: 900 }] }).skipped).toEqual([skipped]);
    const weekly: Partial<Rule>[] = [{ freq: "WEEKLY", weekdays: [{ day: 0, place: 0 }] }];
    expect(around({ ...berlin, rules: weekly }).skipped).toEqual([]);
    const monthly: Partial<Rule>[] = [{ freq: "MONTHLY", monthDays: [29] }];
    expect(around({ ...berlin, rules: monthly }).skipped).toEqual([skipped]);
  });
});

describe("of what is read of a series", () => {
  const items = (...days: number[]) =>
    days.map((one) => ({ start: new Date(day(Math.trunc(one))), isCancelled: !Number.isInteger(one) }));
  const kept = (days: number[], ahead?: number) =>
    nearestOf(items(...days), now, ahead).map(
      ({ start, isCancelled }) => (start.getTime() - now) / dayLength + (isCancelled ? 0.5 : 0),
    );

  it("the last six and the next six are shown, in their order", () => {
    expect(kept(from(-9, 9).reverse())).toEqual(from(-5, 6));
  });
  it("those called off are shown beside six that are not", () => {
    expect(kept([1.5, 2, 3, 4, 5, 6, 7.5, 8, 9, 10])).toEqual([1.5, 2, 3, 4, 5, 6, 7.5, 8]);
  });
  it("within ninety days, or all within the days that are asked for", () => {
    expect(kept([1, 90, 91])).toEqual([1, 90]);
    expect(kept(from(1, 12), 10)).toEqual(from(1, 10));
    expect(kept([1, 2], 0)).toEqual([]);
  });
});
