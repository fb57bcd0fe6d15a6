// docs/specification.md, 'Home spotlight'

import { describe, expect, it } from "vitest";
import { dayLength } from "#calendar/time/wall-time.ts";
import { daysEach, spotlightEnd, spotlightIndex } from "./spotlight.ts";

const losAngeles = "America/Los_Angeles";

it("a turn ends when the next one begins, also on days of a clock change", () => {
  for (const now of ["2026-11-01T08:30Z", "2026-11-01T09:30Z", "2026-11-02T08:00Z", "2027-03-14T12:00Z"]) {
    const turn = (time: number) => spotlightIndex(new Date(time), losAngeles, 9);
    const end = spotlightEnd(new Date(now), losAngeles);
    expect(end, now).toBeGreaterThan(Date.parse(now));
    expect([turn(Date.parse(now)), turn(end - 1), turn(end)], now).toEqual(
      [0, 0, 1].map((later) => (turn(Date.parse(now)) + later) % 9),
    );
  }
});

describe("spotlightIndex", () => {
  it("begins with the first on 1970-01-01, and again after the last", () => {
    const onDay = (day: number) => spotlightIndex(new Date(day * dayLength + dayLength / 2), "UTC", 9);
    expect([0, daysEach - 1, daysEach, 9 * daysEach - 1, 9 * daysEach].map(onDay)).toEqual([0, 0, 1, 8, 0]);
  });

  it("changes at midnight of the organization's zone, also on days of a clock change", () => {
    const at = (time: number) => spotlightIndex(new Date(time), losAngeles, 9);
    for (const midnight of ["2026-11-01T00:00-07:00", "2026-11-02T00:00-08:00", "2027-03-15T00:00-07:00"]) {
      const start = Date.parse(midnight);
      const day = Date.parse(midnight.slice(0, 10)) / dayLength;
      expect([start - 1, start].map(at), midnight).toEqual(
        [day - 1, day].map((one) => Math.floor(one / daysEach) % 9),
      );
    }
  });
});
