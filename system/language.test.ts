import { expect, it } from "vitest";
import { counted } from "./language.ts";

it.each([
  [0, "0 mistakes", "0 entries"],
  [1, "1 mistake", "1 entry"],
  [2, "2 mistakes", "2 entries"],
])("says %d as English does", (count, mistakes, entries) => {
  expect(counted(count, "mistake")).toBe(mistakes);
  expect(counted(count, "entry", "entries")).toBe(entries);
});
