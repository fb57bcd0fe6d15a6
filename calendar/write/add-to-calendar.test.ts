// docs/specification.md, 'Links into calendars'

import { expect, it } from "vitest";
import type { CalendarEvent } from "../event.ts";
import { googleLink, outlookLink } from "./add-to-calendar.ts";

const event: CalendarEvent = {
  ...{ id: "a", uid: "a", recurrenceId: undefined, slug: "a", title: "Sit", description: "We sit." },
  ...{ start: new Date("2026-12-10T17:00:00Z"), end: new Date("2026-12-10T18:00:00Z"), isAllDay: false },
  ...{ isCancelled: false, timeZone: "America/Los_Angeles", location: undefined, isOnline: false },
  ...{ hasJoinLink: false, geo: undefined, organizer: undefined, image: undefined, sequence: 0 },
  ...{ stamp: undefined, lastModified: undefined, url: "" },
};

it.each([
  [googleLink, "details"],
  [outlookLink, "body"],
])("%o has the event's whole link above its text, or none when it is too long", (link, parameter) => {
  const said = (url: string) => new URL(link({ ...event, url })).searchParams.get(parameter);
  expect(said("https://x.example/sit")).toBe("https://x.example/sit\n\nWe sit.");
  expect(said(`https://x.example/${"s".repeat(600)}`)).toBe("We sit.");
});
