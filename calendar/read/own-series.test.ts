// docs/specification.md, 'Event selection', 'Event fields', 'Event pictures', 'Calendar check'

import { describe, expect, it } from "vitest";
import { plainRules } from "../../tests/fixtures/selection-rules.ts";
import type { SelectionRules } from "./own-series.ts";
import { readOwnCalendar } from "./read-calendar.ts";

const rules: SelectionRules = {
  ...plainRules,
  hosts: ["Samplecircle", " Tea  House (R&D)", " ", "Inner  Garden"],
  isAllOurs: true,
  untitled: "A gathering",
  listing: "https://events.example/samplecircle",
  images: [
    { keywords: [["Tea", "cake"], ["sit"]], file: "tea.webp", alt: "Tea" },
    { keywords: [["cake"]], file: "cake.webp", alt: "Cake" },
  ],
};
const read = (lines: string[], more: Partial<SelectionRules> = {}) =>
  readOwnCalendar(
    ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", ...lines, "END:VEVENT", "END:VCALENDAR"].join("\r\n"),
    { now: new Date("2026-12-01T00:00:00Z"), timeZone: "America/Los_Angeles" },
    { ...rules, ...more },
  );
const start = "DTSTART:20261210T170000Z";
const event = (...lines: string[]) => read([start, ...lines]).events[0];

it.each([
  ...["Cancelled: A", "CANCELED: A", "  Abgesagt : A", "Annulé : A", "Cancelado: A", "cancelada: A"],
  ...[
    "Annullato: A",
    "Annullata: A",
    "Geannuleerd: A",
    "Odwołane: A",
    "Inställt: A",
    "Aflyst: A",
    "Avlyst: A",
  ],
])("%s is called off", (title) => {
  expect(event(`SUMMARY:${title}`)?.isCancelled).toBe(true);
});
it.each(["Not cancelled: A", "Cancelled A", "Cancel: A"])("%s is not called off", (title) => {
  expect(event(`SUMMARY:${title}`)?.isCancelled).toBe(false);
});

it.each([
  ["GEO:90;-180", { latitude: 90, longitude: -180 }],
  ["GEO:-90;180", { latitude: -90, longitude: 180 }],
  ["GEO:90.1;0", undefined],
  ["GEO:1;-180.1", undefined],
  ["GEO:37.5", undefined],
])("%s is %j", (line, geo) => {
  expect(event(line)?.geo).toEqual(geo);
});

it.each([
  ["SEQUENCE:3", 3],
  ["SEQUENCE:-3", 0],
  ["SEQUENCE:many", 0],
])("%s counts as version %i", (line, sequence) => {
  expect(event(line)?.sequence).toBe(sequence);
});

it.each([
  ["samplecircle", "samplecircle"],
  ["Jane Doe", undefined],
])("of all that are ours the organizer %s is named %s", (name, shown) => {
  expect(event(`ORGANIZER;CN=${name}:mailto:x@y.example`)?.organizer).toBe(shown);
});

describe("an entry that names the organization", () => {
  const isOurs = (description: string) =>
    read([start, `DESCRIPTION:${description}`], { isAllOurs: false }).events.length === 1;
  it.each([
    "Hosted by Tea House (R&D)",
    "Hosted by the tea   house (r&d) and friends",
    "Come! #innergarden",
    "Come! #Inner_Garden",
    "Come! #inner-garden",
  ])("is ours: %s", (description) => {
    expect(isOurs(description)).toBe(true);
  });
  it.each(["Hosted by InnerGarden", "Hosted by Tea House RD", "Come! #Inner.Garden", "Hosted by nobody"])(
    "is not: %s",
    (description) => {
      expect(isOurs(description)).toBe(false);
    },
  );
});

it.each([
  ["Cake and TEA", "tea.webp"],
  ["We sit", "tea.webp"],
  ["Cake", "cake.webp"],
  ["Tea", undefined],
])("the picture of %s is %s", (title, file) => {
  expect(event(`SUMMARY:${title}`)?.image?.file).toBe(file);
  const { report } = read([start, `SUMMARY:${title}`], { isExplained: true });
  expect(report[0]?.isPictured).toBe(file !== undefined);
});

it("the link of a page may stand in the place", () => {
  expect(event("LOCATION:https://luma.com/abc")?.url).toBe("https://luma.com/abc");
});

it.each([
  ["http://luma.com/event/evt-1", false],
  ["HTTPS://luma.com/event/evt-1", false],
  ["Online: https://luma.com/event/evt-1", true],
])("with an address that is told later, the place %s is online: %s", (place, isOnline) => {
  const shown = event(`LOCATION:${place}`, "DESCRIPTION:Address:\\nRegister to See Address\\n\\nWe sit.");
  expect(shown).toMatchObject({ location: undefined, isOnline });
});

describe("a series", () => {
  const lines = [
    "DTSTART:20261120T170000Z",
    "RRULE:FREQ=WEEKLY;COUNT=4",
    "END:VEVENT",
    ...[
      "BEGIN:VEVENT",
      "UID:a",
      "RECURRENCE-ID:20261204T170000Z",
      "DTSTART:20261204T170000Z",
      "STATUS:CANCELLED",
    ],
  ];
  it("has a name for each of its dates", () => {
    const { events } = read(lines);
    expect(events.map(({ id }) => id)).toContain("a/20261211T170000Z");
    expect(new Set(events.map(({ slug }) => slug)).size).toBe(events.length);
  });
  it("is reported with the page of its next date that takes place, and only when asked", () => {
    const next = read(lines).events.find(({ id }) => id === "a/20261211T170000Z");
    expect(next).toBeDefined();
    expect(read(lines, { isExplained: true }).report[0]?.slug).toBe(next?.slug);
    expect(read(lines).report[0]?.slug).toBeUndefined();
  });
  it("that is over is reported with the page of its first date", () => {
    const { events, report } = read(["DTSTART:20261110T170000Z", "RRULE:FREQ=DAILY;COUNT=2"], {
      isExplained: true,
    });
    expect(report[0]?.slug).toBe(events[0]?.slug);
  });
});

it("the report has the place in the words of the page", () => {
  const placeWords = { online: "On screens", onlineWithLink: "On screens, with a link" };
  const placeOf = (line: string, more: Partial<SelectionRules>) =>
    read([start, line], { isExplained: true, ...more }).report[0]?.texts?.place;
  expect(placeOf("LOCATION:Zoom", { placeWords })).toEqual({ before: "Zoom", after: "On screens" });
  expect(placeOf("LOCATION:Hall 1", {})).toEqual({ before: "Hall 1", after: "Hall 1" });
  expect(placeOf("LOCATION:TBA", {})).toEqual({ before: "TBA", after: "" });
  expect(placeOf("LOCATION:TBA", { placeWords })).toEqual({ before: "TBA", after: "" });
});

describe("the published text", () => {
  const zone = (offset: string) => [
    "BEGIN:VTIMEZONE",
    "TZID:House",
    "COMMENT:Ann's",
    "BEGIN:STANDARD",
    "DTSTART:20000101T000000",
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
  it("comes with the zones that it names, the feed's own or a description of the clocks that are used", () => {
    const own = read([
      "DTSTART;TZID=House:20261210T090000",
      "END:VEVENT",
      ...zone("+0530"),
      "BEGIN:VEVENT",
      "UID:b",
      start,
    ]);
    expect([...own.zones.keys()]).toEqual(["House"]);
    expect(own.zones.get("House")).toContain("TZOFFSETTO:+0530");
    expect(own.zones.get("House")).not.toContain("Ann");
    const known = read([
      "DTSTART;TZID=Europe/Berlin:20261210T090000",
      "DTEND;TZID=Europe/Berlin:20261210T100000",
    ]);
    expect([...known.zones.keys()]).toEqual(["Europe/Berlin"]);
    expect(known.zones.get("Europe/Berlin")).toContain("TZOFFSETTO:+0200");
    expect(read([start]).zones.size).toBe(0);
  });
  it("has a stamp that never changes where the feed has none, and no rule that cannot be followed", () => {
    const { entries } = read([start, "RRULE:FREQ=YEARLY;BYEASTER=0"]);
    expect(entries[0]?.text).toContain("DTSTAMP:19700101T000000Z");
    expect(entries[0]?.text).not.toMatch(/FORBIDDEN|BYEASTER/i);
    expect(read([start, "DTSTAMP:20261101T000000Z"]).entries[0]?.text).toContain("DTSTAMP:20261101T000000Z");
  });
});
