// docs/specification.md, 'Public part of an entry', 'Lengths of event texts'

import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { forbiddenRule, type Property, propertiesOf } from "./properties.ts";
import {
  decodedName,
  exceptFor,
  isPublic,
  type PublicRules,
  publicEntry,
  publicZone,
} from "./public-entry.ts";

const text = (name: string, value: unknown): Property => [name, {}, "text", value];
const entryOf = (...properties: Property[]) => new ICAL.Component(["vevent", properties, []]);
const read = (properties: Property[], rules: PublicRules = {}) =>
  publicEntry(entryOf(...properties), { online: "On screen", ...rules });
const shown = (properties: Property[], rules?: PublicRules) =>
  propertiesOf(read(properties, rules).component);

it.each(["PUBLIC", " public "])("an entry of the class %j is public", (value) => {
  expect(isPublic(entryOf(text("class", value)))).toBe(true);
  expect(isPublic(entryOf())).toBe(true);
});
it.each(["PRIVATE", "CONFIDENTIAL", "", "NOT PUBLIC", "PUBLICLY", "x-public", "publicx"])(
  "an entry of the class %j is not",
  (value) => {
    expect(isPublic(entryOf(text("class", value)))).toBe(false);
    expect(isPublic(entryOf(text("class", "PUBLIC"), text("class", value)))).toBe(false);
  },
);

it.each<[Property, Property[]]>([
  [["uid", { "x-a": "b" }, "text", "a"], [text("uid", "a")]],
  [text("summary", '  A: \\"b\\" '), [text("summary", 'A: "b"')]],
  [text("summary", ""), []],
  [text("description", " One\\: two "), [text("description", "One: two")]],
  [text("description", " "), []],
  [text("x-alt-desc", " <p>One\\, two\\n</p> "), [text("description", "One, two")]],
  [
    text("location", "Hall 1\n\nhttps://us02web.zoom.us/j/81\nStreet 2"),
    [text("location", "Hall 1\nStreet 2")],
  ],
  [text("location", "https://us02web.zoom.us/j/81"), [text("location", "On screen")]],
  [text("location", "Passcode: 4711"), []],
  [["url", {}, "uri", "https://x.example/a?pk=g-1"], [["url", {}, "uri", "https://x.example/a"]]],
  [["url", {}, "uri", "https://us02web.zoom.us/j/81"], []],
  [text("status", "tentative"), [text("status", "TENTATIVE")]],
  [text("status", "Confirmed"), [text("status", "CONFIRMED")]],
  [text("status", "Ann is ill"), []],
  [text("transp", "opaque"), [text("transp", "OPAQUE")]],
  [text("transp", "Transparent"), [text("transp", "TRANSPARENT")]],
  [text("transp", "not opaque"), []],
  [text("transp", "transparently"), []],
  [["sequence", {}, "integer", 3], [["sequence", {}, "integer", 3]]],
  [["sequence", {}, "integer", 1.5], []],
  [["geo", {}, "float", [37.77491234, -122.41941234]], [["geo", {}, "float", [37.774912, -122.419412]]]],
  [["geo", {}, "float", [0, 1]], [["geo", {}, "float", [0, 1]]]],
  [["geo", {}, "float", [0, 0]], []],
  [["geo", {}, "float", ["a", 1]], []],
  [["duration", {}, "duration", "PT1H"], [["duration", {}, "duration", "PT1H"]]],
  [["rrule", {}, "recur", { freq: "DAILY" }], [["rrule", {}, "recur", { freq: "DAILY" }]]],
  [[forbiddenRule, {}, "unknown", "a"], [[forbiddenRule, {}, "unknown", "a"]]],
  ...["attendee", "contact", "comment", "x-a", "attach", "conference"].map((name): [Property, Property[]] => [
    text(name, "Ann"),
    [],
  ]),
])("of %j everybody reads %j", (property, rest) => {
  expect(shown([property])).toEqual(rest);
});

it("a description that is not empty stands before one in HTML, and each property is there once but for dates", () => {
  const date = (name: string): Property => [name, {}, "date-time", "2026-12-10T17:00:00Z"];
  const html = text("x-alt-desc", "<p>Two</p>");
  expect(shown([html, text("description", "One")])).toEqual([text("description", "One")]);
  expect(shown([text("description", " "), html])).toEqual([text("description", "Two")]);
  const rule: Property = ["rrule", {}, "recur", { freq: "DAILY" }];
  const several = [date("rdate"), date("rdate"), date("exdate"), date("exdate"), rule, rule];
  expect(
    shown([text("summary", "A"), text("summary", "B"), date("dtstart"), date("dtstart"), ...several]),
  ).toEqual([...[text("summary", "A"), date("dtstart"), ...several]]);
  expect(shown([text("summary", " "), text("summary", "B")])).toEqual([text("summary", "B")]);
});

it("where a place is not told its coordinates are not either, and dates that a rule takes out make no others", () => {
  const geo: Property = ["geo", {}, "float", [1, 2]];
  expect(shown([text("location", " TBA "), geo])).toEqual([text("location", "TBA")]);
  expect(shown([text("location", " "), geo])).toEqual([geo]);
  const rule = (name: string): Property => [name, {}, "recur", { freq: "DAILY" }];
  expect(shown([rule("rrule"), rule("exrule")])).toEqual([[forbiddenRule, {}, "unknown", "EXRULE"]]);
});

it.each([
  ["CANCEL", true],
  [" cancel ", true],
  ["NOT-CANCEL", false],
  ["CANCELS", false],
])("a calendar whose method is %j cancels its entries: %s", (method, isCancelled) => {
  const calendar = new ICAL.Component([
    "vcalendar",
    [text("method", method)],
    [["vevent", [text("status", "CONFIRMED")], []]],
  ]);
  const [entry] = calendar.getAllSubcomponents("vevent");
  const status = entry && propertiesOf(publicEntry(entry).component);
  expect(status).toEqual([text("status", isCancelled ? "CANCELLED" : "CONFIRMED")]);
});

describe("an organizer", () => {
  const named = (name: unknown, rules?: PublicRules) =>
    shown(
      [["organizer", { cn: name, "sent-by": "mailto:b@x.example" }, "cal-address", "mailto:a@x.example"]],
      rules,
    )[0];
  it.each([
    ["Ann Sample", "Ann Sample"],
    ["Ann%20S%C3%A4mple", "Ann Sämple"],
    ["100%25", "100%"],
    ["5% of us", "5% of us"],
    ["%E0%A4%A", "%E0%A4%A"],
    [' "Ann" ', "Ann"],
    ["A\tB", "A B"],
    ["The Meetup reminder team", "The Meetup reminder team"],
  ])("%j is named %j, without an address", (name, cn) => {
    expect(named(name)).toEqual(["organizer", { cn }, "cal-address", "invalid:nomail"]);
  });
  it.each(["ann@x.example", "Ann @ home", "Meetup Reminder", "", undefined, 7, "Passcode: 4711"])(
    "%j is not named",
    (name) => {
      expect(named(name)).toBeUndefined();
    },
  );
  it("is named only when it is a host where only those are", () => {
    const isHost = (name: string) => name === "Ann";
    expect(named("Ann", { isHost })).toBeDefined();
    expect(named("Ben", { isHost })).toBeUndefined();
  });
  it("has a name of 200 characters at most", () => {
    expect(named("b".repeat(300))?.[1]).toEqual({ cn: `${"b".repeat(199)}…` });
  });
});

it("names are decoded where they are as an address would hold them", () => {
  expect(["Jane%20Doe", "50%", "%zz", "%C3", "%2x"].map(decodedName)).toEqual([
    "Jane Doe",
    "50%",
    "%zz",
    "%C3",
    "%2x",
  ]);
});

it.each([
  ["summary", 300],
  ["location", 500],
  ["description", 20_000],
  ["x-alt-desc", 20_000],
])("%s is cut at %i characters, and that is counted", (name, length) => {
  const whole = "b".repeat(length);
  expect(read([text(name, whole)])).toMatchObject({ cut: 0 });
  const { component, cut } = read([text(name, `${whole}b`)]);
  expect([cut, String(propertiesOf(component)[0]?.[3]).length]).toEqual([1, length]);
});

it("of a text 200,000 characters are read, and a UID has 1,000 at most", () => {
  const tags = "<br>".repeat(50_000);
  expect(read([text("description", `${tags}One`)])).toMatchObject({ cut: 1 });
  expect(shown([text("description", `${tags}One`)])).toEqual([]);
  expect(read([text("summary", tags)])).toMatchObject({ cut: 0 });
  expect(read([["x-a", {}, "integer", 1]])).toMatchObject({ cut: 0 });
  expect(shown([text("uid", "b".repeat(1_000))])).toHaveLength(1);
  expect(() => read([text("uid", "b".repeat(1_001))])).toThrow("its UID is too long");
});

it("what is kept back is told, and whose calls are the organization's own is not", () => {
  const uid = text("uid", "https://us02web.zoom.us/j/81");
  const { secrets, withheld, component } = read([uid, text("description", "Write to ann@x.example.")]);
  expect(secrets).toEqual([
    { reason: "a way in", text: "https://us02web.zoom.us/j/81" },
    { reason: "a person's address or number", text: "Write to ann@x.example." },
  ]);
  expect([...withheld]).toEqual(["a way in", "a person's address or number"]);
  expect(propertiesOf(component)[0]?.[3]).toMatch(/^event-\w{6}$/);
  expect(
    read([text("description", "Write to ann@x.example.")], { contacts: ["@x.example"] }).secrets,
  ).toEqual([]);
  const people = new Set(["ann@x.example"]);
  expect(shown([text("uid", "1-ann@x.example")], { people })[0]?.[3]).toMatch(/^event-/);
  // Links of the host that registers keep what others lose.
  const link = "https://tickets.example/e?form=9f8Ab27Qz1";
  const url: Property = ["url", {}, "uri", "https://tickets.example/e"];
  expect(shown([text("description", link), url])[0]).toEqual(text("description", link));
  expect(shown([text("description", link)])[0]).toEqual(text("description", "https://tickets.example/e"));
});

it.each([
  "location",
  "description",
  "url",
  "conference",
  "x-google-conference",
  "x-microsoft-skypeteamsmeetingurl",
])("%s may say how to join", (name) => {
  const link = "https://us02web.zoom.us/j/81";
  expect(read([text(name, link)]).hasJoinLink).toBe(true);
  expect(read([text(`x-${name}-a`, link), text(name, "Hall 1")]).hasJoinLink).toBe(false);
});

it("a zone is published without anybody's words", () => {
  const offset = (name: string, value: string): Property => [name, {}, "utc-offset", value];
  const change = (name: string, ...more: Property[]) => [
    ...[
      name,
      [["dtstart", {}, "date-time", "2000-01-01T00:00:00"], offset("tzoffsetfrom", "+01:00"), ...more],
      [],
    ],
  ];
  const zone = new ICAL.Component([
    "vtimezone",
    [
      text("tzid", "House"),
      text("comment", "Ann"),
      ["last-modified", {}, "date-time", "2026-01-01T00:00:00Z"],
    ],
    [
      change("standard", offset("tzoffsetto", "+01:00"), text("tzname", "Ann"), [
        "rrule",
        {},
        "recur",
        { freq: "YEARLY", "x-a": "Ann" },
      ]),
      change("daylight", offset("tzoffsetto", "ask Ann")),
      change("x-other"),
    ],
  ] as never);
  expect(publicZone(zone).split("\r\n")).toEqual([
    ...["BEGIN:VTIMEZONE", "TZID:House", "LAST-MODIFIED:20260101T000000Z"],
    ...[
      "BEGIN:STANDARD",
      "DTSTART:20000101T000000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0100",
      "RRULE:FREQ=YEARLY",
      "END:STANDARD",
    ],
    ...["BEGIN:DAYLIGHT", "DTSTART:20000101T000000", "TZOFFSETFROM:+0100", "END:DAYLIGHT", "END:VTIMEZONE"],
  ]);
});

it("a date that is not public is taken out of its series", () => {
  const change = (parameters: Record<string, string>): Property => [
    "recurrence-id",
    parameters,
    "date-time",
    "2026-12-10T17:00:00",
  ];
  const others = [text("summary", "A"), ["dtstart", {}, "date-time", "2026-12-11T17:00:00"] as Property];
  expect(exceptFor(entryOf(...others, change({ tzid: "Europe/Berlin", range: "THISANDFUTURE" })))).toEqual([
    ["exdate", { tzid: "Europe/Berlin" }, "date-time", "2026-12-10T17:00:00"],
  ]);
  expect(exceptFor(entryOf(change({})))).toEqual([["exdate", {}, "date-time", "2026-12-10T17:00:00"]]);
  expect(exceptFor(entryOf(...others))).toEqual([]);
});
