// docs/specification.md, 'Event page'

import { expect, it } from "vitest";
import { hash, slugOf } from "./slug.ts";

// Addresses of pages are made of it, so it never changes.
it.each([
  ["", "ztntfp"],
  ["a", "r9wi7g"],
  ["Évening 1", "vqmdqx"],
  ["e523", "0r7ml8"],
])("the hash of %j is %s", (text, shown) => {
  expect(hash(text)).toBe(shown);
});

it.each([
  ["evt-1@x.example", undefined, "evt-1-ln3kyg"],
  ["Évening 1", undefined, "vening-1-vqmdqx"],
  ["--- a ---@x", undefined, "a-r8o2zs"],
  ["@x", undefined, "event-onf6g5"],
  ["a -- b", undefined, "a-b-e9i0nw"],
  ["x".repeat(50), undefined, `${"x".repeat(40)}-3xs8j1`],
  ["a", "20261210T170000Z", "a-r9wi7g-20261210t170000z"],
])("the address of %j, changed at %s, is %s", (uid, recurrenceId, slug) => {
  expect(slugOf(uid, recurrenceId)).toBe(slug);
});
