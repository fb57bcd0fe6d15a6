// docs/specification.md, 'Rendered once'

import { expect, it } from "vitest";
import { siteState } from "./site-state.ts";

const timeZone = "America/Los_Angeles";
/** The state at a time, while the calendar says this. */
const at = (time: string, { revision = "1", phase = "a", until = undefined as Date | undefined } = {}) =>
  siteState({ state: () => ({ revision, phase, until }) }, new Date(time), timeZone);

it("is another one in another year of UTC, on another day of the organization, and when an event begins", () => {
  // Midnight in San Francisco is at 8:00, the new year of UTC at 16:00 there.
  const before = at("2026-12-31T23:59:59.999Z");
  for (const other of [
    at("2027-01-01T00:00:00Z"),
    at("2026-12-31T07:59:59.999Z"),
    at("2026-12-31T23:59:59.999Z", { phase: "b" }),
  ])
    expect(other.key).not.toBe(before.key);
  expect(at("2026-12-31T08:00:00Z")).toEqual({ ...before, from: new Date("2026-12-31T08:00:00Z") });
});

it("is another one when the feed says something else", () => {
  expect(at("2026-11-21T10:00:00Z", { revision: "2" }).key).not.toBe(at("2026-11-21T10:00:00Z").key);
});

it("lasts until the next event begins or ends, until midnight or the new year of UTC at most", () => {
  const midnight = new Date("2026-11-22T08:00:00Z");
  const event = new Date("2026-11-21T17:00:00Z");
  expect(at("2026-11-21T10:00:00Z").until).toEqual(midnight);
  expect(at("2026-11-21T10:00:00Z", { until: event }).until).toEqual(event);
  expect(at("2026-11-21T10:00:00Z", { until: new Date("2026-11-23T17:00:00Z") }).until).toEqual(midnight);
  expect(at("2026-12-31T12:00:00Z").until).toEqual(new Date("2027-01-01T00:00:00Z"));
});
