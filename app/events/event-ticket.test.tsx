import { expect, it } from "vitest";
import type { CalendarEvent } from "#calendar/event.ts";
import { sizeOf } from "./event-ticket.tsx";

it("sets a title of more than 50 characters smaller", () => {
  const classes = [50, 51].map((length) => sizeOf({ title: "a".repeat(length) } as CalendarEvent));
  expect(classes).toEqual(["", " event-long"]);
});
