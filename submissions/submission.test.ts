import { expect, it } from "vitest";
import { lastByteOf, referenceOf } from "./submission.ts";

const ids = [
  "00000000-0000-4000-8000-000000000000",
  "ffffffff-ffff-4fff-bfff-ffffffffffff",
  "0d6f1e0a-1b2c-4d3e-8f4a-123456789a07",
];

it("makes a reference of eight characters that nobody mistakes for others", () => {
  for (const id of ids) expect(referenceOf(id)).toMatch(/^[A-HJKMNP-TV-Z2-9]{4}-[A-HJKMNP-TV-Z2-9]{4}$/);
  // Written down by visitors, so it must stay the same for ever.
  expect(ids.map(referenceOf)).toEqual(["PJK2-5CZB", "SJCD-Q2CR", "3GNW-R2CH"]);
});

it("knows the last byte of the id by its reference", () => {
  expect(ids.map((id) => lastByteOf(referenceOf(id)))).toEqual(["00", "ff", "07"]);
});
