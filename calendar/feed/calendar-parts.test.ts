import { expect, it } from "vitest";
import { joinParts, partsOf } from "./calendar-parts.ts";

it.each([
  [0, 0, 0],
  [1, 0, 1],
  [250, 3, 1],
  [251, 0, 2],
  [3, 501, 3],
])("%i events and %i entries go in %i parts, and are the same again", (eventCount, entryCount, count) => {
  const calendar = {
    events: Array.from({ length: eventCount }, (_, place) => ({ id: `event ${place}` })),
    entries: Array.from({ length: entryCount }, (_, place) => ({ uid: `entry ${place}` })),
  } as unknown as Parameters<typeof partsOf>[0];
  const parts = [...partsOf(calendar)];
  expect(parts).toHaveLength(count);
  for (const { events, entries } of parts) expect(Math.max(events.length, entries.length)).toBeLessThan(251);
  expect(joinParts(parts)).toEqual(calendar);
});
