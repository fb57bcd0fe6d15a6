import { expect, it } from "vitest";
import { cropOf } from "./event-pictures.ts";

// In UTC the first is on the day after, as the clock goes forward between them: there both are in one week.
it.each(["2026-03-11", "2026-03-18", "2026-04-01", "2026-04-08"])(
  "shows another part of the picture on %s than on March 4",
  (day) => {
    const timeZone = "America/Los_Angeles";
    const [first, other] = ["2026-03-04T16:30-08:00", `${day}T16:30-07:00`];
    const crops = [first, other].map((start) => cropOf({ start: new Date(start), timeZone }));
    expect(crops[0]).not.toBe(crops[1]);
  },
);
