// docs/specification.md, 'Outbox'

import { expect, it } from "vitest";
import { backOff, longestWait, mostAttempts } from "./failed-attempt.ts";

const hours = 3_600_000;

it("waits a minute, then twice as long each time, six hours at most", () => {
  const waits = [1, 2, 3, 9, 10, mostAttempts].map((attempts) => backOff(attempts, 0, 0));
  expect(waits).toEqual([60_000, 120_000, 240_000, 256 * 60_000, 6 * hours, 6 * hours]);
});

it("waits the longest time once two attempts may have delivered the mail", () => {
  expect([backOff(2, 1, 0), backOff(2, 2, 0)]).toEqual([120_000, 6 * hours]);
});

it("waits up to a fifth longer", () => {
  expect(backOff(1, 0, 0.5)).toBe(66_000);
  expect(backOff(mostAttempts, 0, 1)).toBe(longestWait);
});
