import { describe, expect, it } from "vitest";
import { instantOf, zonedTime } from "./wall-time.ts";

const wall = (text: string) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/\D/).map(Number);
  return { year, month, day, hour, minute, second: 0 };
};

describe("instantOf", () => {
  it.each([
    ["America/Los_Angeles", "2026-03-08 01:59", "2026-03-08T09:59:00Z"],
    ["America/Los_Angeles", "2026-03-08 02:00", "2026-03-08T10:00:00Z"],
    ["America/Los_Angeles", "2026-03-08 02:59", "2026-03-08T10:59:00Z"],
    ["America/Los_Angeles", "2026-11-01 01:00", "2026-11-01T08:00:00Z"],
    ["America/Los_Angeles", "2026-11-01 01:59", "2026-11-01T08:59:00Z"],
    ["Europe/Berlin", "2026-03-29 02:00", "2026-03-29T01:00:00Z"],
    ["Europe/Berlin", "2026-03-29 02:59", "2026-03-29T01:59:00Z"],
    ["Europe/Berlin", "2026-10-25 01:59", "2026-10-24T23:59:00Z"],
    ["Europe/Berlin", "2026-10-25 02:00", "2026-10-25T00:00:00Z"],
    ["Europe/Berlin", "2026-10-25 02:59", "2026-10-25T00:59:00Z"],
    ["Asia/Kolkata", "2026-03-08 02:30", "2026-03-07T21:00:00Z"],
    ["Asia/Kolkata", "2026-10-25 02:30", "2026-10-24T21:00:00Z"],
    ["America/Los_Angeles", "2026-03-08 02:30", "2026-03-08T10:30:00Z"],
    ["America/Los_Angeles", "2026-03-08 03:00", "2026-03-08T10:00:00Z"],
    ["America/Los_Angeles", "2026-11-01 00:59", "2026-11-01T07:59:00Z"],
    ["America/Los_Angeles", "2026-11-01 01:30", "2026-11-01T08:30:00Z"],
    ["America/Los_Angeles", "2026-11-01 02:00", "2026-11-01T10:00:00Z"],
    ["Europe/Berlin", "2026-03-29 01:59", "2026-03-29T00:59:00Z"],
    ["Europe/Berlin", "2026-03-29 02:30", "2026-03-29T01:30:00Z"],
    ["Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00:00Z"],
    ["Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:30:00Z"],
    ["Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00:00Z"],
    ["Asia/Kolkata", "2026-03-29 02:30", "2026-03-28T21:00:00Z"],
    ["Asia/Kolkata", "2026-11-01 01:30", "2026-10-31T20:00:00Z"],
    ["UTC", "2026-06-01 12:00", "2026-06-01T12:00:00Z"],
    // Morocco has no summer time any more since 20 September 2026 (IANA 2026c); older rules are an hour off.
    ["Africa/Casablanca", "2026-09-19 12:00", "2026-09-19T11:00:00Z"],
    ["Africa/Casablanca", "2026-12-10 12:00", "2026-12-10T12:00:00Z"],
  ])("%s %s is %s", (zone, local, utc) => {
    expect(instantOf(wall(local), zone).toISOString()).toBe(utc.replace("Z", ".000Z"));
  });
});

describe("zonedTime", () => {
  it.each([
    ["America/Los_Angeles", "2026-12-10T17:00:00Z", "2026-12-10T09:00:00-08:00"],
    ["America/Los_Angeles", "2026-07-10T16:00:00Z", "2026-07-10T09:00:00-07:00"],
    ["America/St_Johns", "2026-12-10T02:15:30Z", "2026-12-09T22:45:30-03:30"],
    ["Asia/Kathmandu", "2026-12-10T20:00:00Z", "2026-12-11T01:45:00+05:45"],
    ["Pacific/Auckland", "2026-12-31T11:00:00Z", "2027-01-01T00:00:00+13:00"],
    ["UTC", "2026-12-10T17:00:00Z", "2026-12-10T17:00:00+00:00"],
    ["+05:30", "2026-12-10T17:00:00Z", "2026-12-10T22:30:00+05:30"],
  ])("in %s says %s as %s", (zone, instant, text) => {
    expect(zonedTime(new Date(instant), zone)).toBe(text);
  });

  it("of a year before standard time is one that programs read", () => {
    const text = zonedTime(new Date("1850-01-01T12:00:00Z"), "America/Los_Angeles");
    expect(new Date(text).getTime()).not.toBeNaN();
  });
});
