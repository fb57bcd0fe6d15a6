// docs/specification.md, 'Home spotlight'

import { describe, expect, it } from "vitest";
import { spotlightIndex } from "./spotlight.ts";

const losAngeles = "America/Los_Angeles";

describe("spotlightIndex", () => {
  it("counts whole days since 1970-01-01", () => {
    expect(spotlightIndex(new Date("1970-01-01T12:00:00Z"), "UTC", 9)).toBe(0);
    expect(spotlightIndex(new Date("1970-01-10T12:00:00Z"), "UTC", 9)).toBe(0);
    expect(spotlightIndex(new Date("1970-01-11T12:00:00Z"), "UTC", 9)).toBe(1);
  });

  it("changes at midnight of the organization's zone, also on days of a clock change", () => {
    const at = (time: string) => spotlightIndex(new Date(time), losAngeles, 9);
    expect(at("2026-11-01T06:59:59Z")).toBe((at("2026-11-01T07:00:00Z") + 8) % 9);
    expect(at("2026-11-01T07:00:00Z")).toBe(at("2026-11-02T07:59:59Z"));
    expect(at("2026-11-02T08:00:00Z")).toBe((at("2026-11-01T07:00:00Z") + 1) % 9);
  });
});
