// docs/specification.md, 'Public part of an entry'

import { expect, it } from "vitest";
import { tellsContact } from "./personal-contact.ts";
import { withoutPrivate } from "./private-text.ts";

const contacts = [
  "hello@practice.example",
  "+1 (415) 555-0142",
  "@practice.example",
  "Care@House.example",
  "+49 30 5550 1299",
];

it.each([
  "Ann (ann.moreno+care@mail.private.example) opens the door.",
  "Questions: ann (at) private.example",
  "Questions: ann [at] private [dot] example",
  "mailto:ann@private.example",
  "See https://x.example/ask/ann%40private.example",
  "ann@notpractice.example",
  "ann@practice.example.org",
  "Call Ann: +1 415 555 0199",
  "Ann’s phone: (415) 555-0199",
  "Telefon 030 5550 1234",
  "Tel. 0170/5550123",
  "Appelez le 06 12 34 56 78",
  "WhatsApp 4155550199",
  "Call Ann: 415‑555‑0199",
  "Call Ann on +290 22 222.",
  "https://wa.me/14155550199",
])("takes away: %s", (line) => {
  const reasons: string[] = [];
  const told = (reason: string) => reasons.push(reason);
  expect(withoutPrivate(`Come as you are. ${line}\nBring tea.`, told, { contacts })).toBe(
    "Come as you are.\nBring tea.",
  );
  expect(reasons).toEqual(["a person's address or number"]);
});

it.each([
  "Write to hello@practice.example or call +1 415 555 0142.",
  "Call (415) 555-0142 or 415.555.0142.",
  "Write to Events@practice.example, or to care@house.practice.example.",
  "Write to care@house.example, or call 030 5550 1299.",
  "Order 1234 5678 9012 3456 is ours.",
  "Follow @practice and @practice@social.example.",
  "We meet @ the house, at 2@3.",
  "https://social.example/@ann@other.example",
  "https://maps.example/@37.7749295,-122.4194155,17z",
  "https://x.example/news/2026/12/20261210120000",
])("leaves: %s", (line) => {
  expect(withoutPrivate(line, undefined, { contacts })).toBe(line);
});

it("does not take what stands beside a number for a part of a meeting", () => {
  const text = "Call Ann, 030 5550 1234.\nRoom: 12B";
  expect(withoutPrivate(text, undefined, { contacts })).toBe("Room: 12B");
});

it.each([
  ["Write to ann@private.example if you are late.", "Write to […] if you are late."],
  ["Call Ann, 415-555-0199, at the door.", "Call Ann, […], at the door."],
  ["Text 415.555.0199 when you are here.", "Text […] when you are here."],
])("leaves the rest of a whole sentence: %s", (line, rest) => {
  expect(withoutPrivate(`Come as you are. ${line}\nBring tea.`)).toBe(`Come as you are. ${rest}\nBring tea.`);
});

it.each([
  ...[
    "1.000.000.000",
    "10.000 - 15.000",
    "112 500 000",
    "1 112 500 000",
    "112 500 000 - 113 500 000",
    "112 500 000-113",
    "1234.56789012",
  ],
  ...[
    "978-3-16-148410-0",
    "9783161484100",
    "979 1034567890",
    "3-16-148410-0",
    "99921-58-10-7",
    "12-3456789",
    "94110-1234",
  ],
  ...["2026-11-21 / 2026-11-22", "12345678", "1234567890123456"],
])("takes %s for no telephone", (number) => {
  expect(tellsContact(`It is ${number} now`, [])).toBe(false);
});

it.each([
  ...["971-555-0142", "4978 555 014", "112 500 000 12", "1112 500 000", "112.500.00.00", "12345.6789012"],
  ...["12-34567890", "112-3456789", "94110-12345", "194110-1234", "16-148410-10-77", "123456-148410-0"],
  ...["123456789", "123456789012345", "+1234567", "00 49 30 5550 1299"],
])("takes %s for a telephone", (number) => {
  expect(tellsContact(`It is ${number} now`, [])).toBe(true);
});

it("takes a few digits for a telephone only behind a plus, and the own one with any zeros before it", () => {
  expect([tellsContact("Call 12345678", []), tellsContact("Call +123456", [])]).toEqual([false, false]);
  expect(tellsContact("Call 00 49 30 5550 1299", contacts)).toBe(false);
});

it.each(["ann(at)private.example", "ann { at } private{dot}example", "ANN@Private.Example"])(
  "reads %s",
  (text) => {
    expect([tellsContact(text, []), tellsContact(text, ["ann@PRIVATE.example"])]).toEqual([true, false]);
  },
);
