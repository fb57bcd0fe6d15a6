import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { zonesOf } from "../read/zones.ts";
import { clockOf, dayLength } from "../time/wall-time.ts";
import { zoneDefinition } from "./zone-definition.ts";

const now = new Date("2026-11-23T00:00:00Z");

describe("a VTIMEZONE for a zone that a feed only names", () => {
  it.each([
    ...["America/Los_Angeles", "Europe/Dublin", "Australia/Lord_Howe", "Antarctica/Troll"],
    ...["Africa/Casablanca", "Pacific/Apia", "Asia/Kathmandu", "UTC"],
  ])("has the clocks of %s", (name) => {
    const clock = clockOf(name);
    const text = ["BEGIN:VCALENDAR", zoneDefinition("Ours", clock, now), "END:VCALENDAR"].join("\r\n");
    const read = zonesOf(new ICAL.Component(ICAL.parse(text)), { timeZone: "UTC" }).named("Ours").clock;
    const differing = Array.from({ length: 35 * 73 }, (_, index) => Date.UTC(2000) + index * 5.04 * dayLength)
      .filter((instant) => read.wallOf(instant) !== clock.wallOf(instant))
      .map((instant) => new Date(instant).toISOString());
    expect(differing).toEqual([]);
  });
});
