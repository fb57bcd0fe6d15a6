// docs/specification.md, 'Event place'

import { expect, it } from "vitest";
import { addressBlock, placeOf, withoutVenue } from "./place.ts";

it.each([
  [
    ["Come.", "Venue: Sample Hall", "Bring tea", "We sit."],
    ["Come.", "Bring tea", "We sit."],
  ],
  [
    ["Address:", "Sample Hall", "1 Sample Street", "We sit together in silence.", "More"],
    ["We sit together in silence.", "More"],
  ],
  [["Address:", "The address will be sent after registration.", "Bring tea"], []],
  [["Where: Sample  Hall"], []],
  [["Where : online"], []],
  ...[
    ["The venue: Sample Hall"],
    ["Venue: meet at the Hall"],
    ["Venue: Sample Hall of the house"],
    [`Venue: ${"Hall ".repeat(61)}`],
  ].map((lines) => [lines, lines]),
])("without its venue %j is %j", (lines = [], rest) => {
  expect(withoutVenue(lines)).toEqual(rest);
});

it.each([
  ["Come.\r\nVenue: Sample Hall\r\nBring tea.", "Sample Hall"],
  ["Come.\rVenue: Sample Hall", "Sample Hall"],
  [
    "Address:\n  Sample Hall \n\u00a0\n 1 Sample Street\nWe sit together in silence.",
    "Sample Hall, 1 Sample Street",
  ],
  ["Address:\nWe sit together in silence.", undefined],
  ["Address:\nWe sit together in silence.\n \t\nVenue: Sample Hall", "Sample Hall"],
  ["Where: we sit together.\n\nVenue: Sample Hall", "Sample Hall"],
  ["Come.\n\nBring tea.", undefined],
  [`Address:\n${"Sample Hall, ".repeat(50)}`, "Sample Hall, ".repeat(50).slice(0, 500)],
])("the venue of %j is %j", (text, venue) => {
  expect(addressBlock(text)).toBe(venue);
});

it.each([
  ["Hall 1, TBA", "Hall 1", false],
  ["siehe Beschreibung", "", false],
  ["TBA; Hall 1 ;  Garden", "Hall 1; Garden", false],
  ["Hall 1|Online", "Hall 1", true],
  ["Hall 1\n\n1 Sample Street", "Hall 1, 1 Sample Street", false],
  ["http://x.example/a https://y.example/b", "", true],
  ["http://maps.x.example/a", "", false],
  ["https://google.com/maps/a", "", false],
  ["https://x.example/?https://maps.y.example/", "", true],
  [`${"online ".repeat(15)}Hall 1`, `${"online ".repeat(15)}Hall 1`, false],
])("%j is the place %j, online: %s", (location, place, isVirtual) => {
  expect(placeOf(location)).toEqual({ place, isVirtual });
});
