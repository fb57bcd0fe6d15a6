import { expect, it } from "vitest";
import { hashOf } from "./kept-results.ts";

it("tells the same bytes in other parts apart", () => {
  const all = [hashOf("ab", "c"), hashOf("a", "bc"), hashOf("abc"), hashOf("c", "ab"), hashOf("ab", "c", "")];
  expect(new Set(all).size).toBe(all.length);
  expect(hashOf("ab", "é")).toBe(hashOf("ab", Buffer.from("é")));
});
