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

it.each(["🌲", "a", "!", "'", " (", "ü", "&", "\ud83c"])(
  "links are short, whatever texts are written with: %j",
  (sign) => {
    const text = sign.repeat(5_000);
    const long = {
      ...event,
      title: text,
      location: text,
      description: text,
      url: `https://x.example/${"s".repeat(480)}`,
    };
    for (const link of [googleLink(long), outlookLink(long)]) {
      expect(link.length).toBeLessThanOrEqual(2_000);
      expect(() => decodeURIComponent(link)).not.toThrow();
    }
  },
);

it("an event of whole days keeps its days in a zone ahead of UTC", () => {
  const days = {
    ...{ isAllDay: true, timeZone: "Europe/Berlin" },
    ...{ start: new Date("2026-12-09T23:00:00Z"), end: new Date("2026-12-11T23:00:00Z") },
  };
  const outlook = new URL(outlookLink({ ...event, ...days })).searchParams;
  expect(["startdt", "enddt", "allday"].map((name) => outlook.get(name))).toEqual([
    "2026-12-10",
    "2026-12-12",
    "true",
  ]);
  expect(new URL(googleLink({ ...event, ...days })).searchParams.get("dates")).toBe("20261210/20261212");
});

it("links have blanks that Outlook does not show as plus signs", () => {
  const words = { ...event, title: "Sit & be + breathe", location: "The Hall" };
  for (const link of [googleLink(words), outlookLink(words)]) {
    expect(link).toContain("=Sit%20%26%20be%20%2B%20breathe&");
    expect(link).toContain("location=The%20Hall&");
  }
});
