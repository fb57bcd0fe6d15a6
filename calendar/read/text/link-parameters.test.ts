import { expect, it } from "vitest";
import { withReadableParameters } from "./link-parameters.ts";

const key = "Zm9vYmFyYmF6";

it.each([
  ["a text without links? k=v&x", "a text without links? k=v&x"],
  ["https://a.example/path", "https://a.example/path"],
  [`HTTP://a.example/?k=${key}`, "HTTP://a.example/"],
  [
    "https://a.example/?page=2&utm_source=news&Query=care",
    "https://a.example/?page=2&utm_source=news&Query=care",
  ],
  [`https://a.example/?page=2&k=${key}`, "https://a.example/?page=2"],
  [`https://a.example/?k=${key}&amp;lang=en`, "https://a.example/?lang=en"],
  [`https://a.example/?q=${"care+".repeat(40)}`, "https://a.example/"],
  // A name that only begins or ends like a readable one.
  [`https://a.example/?pageKey=${key}`, "https://a.example/"],
  [`https://a.example/?mypage=${key}`, "https://a.example/"],
  [`https://a.example/?utm_${"x".repeat(21)}=${key}`, "https://a.example/"],
  // Three characters could be guessed, four may be a code.
  ["https://a.example/?pin=123&flag", "https://a.example/?pin=123&flag"],
  ["https://a.example/?pin=1234", "https://a.example/"],
  [`https://a.example/?page=1#program`, "https://a.example/?page=1#program"],
  [`https://a.example/#day-123`, "https://a.example/#day-123"],
  [`https://a.example/#day-1234`, "https://a.example/"],
  [`https://a.example/#k=${key}`, "https://a.example/"],
  [`https://a.example/#${"x".repeat(61)}`, "https://a.example/"],
  // An address that cannot be parsed.
  [`https://[a/?k=${key}`, "https://[a/"],
  // Punctuation that ends the sentence and not the link stays.
  [`(see https://a.example/?k=${key}).”`, "(see https://a.example/).”"],
  [`https://a.example/?k=${key}, https://b.example/?k=${key}!`, "https://a.example/, https://b.example/!"],
  [`<https://a.example/?k=${key}>"`, '<https://a.example/>"'],
])("%s reads %s", (text, shown) => {
  expect(withReadableParameters(text)).toBe(shown);
});

it("leaves the links of the host at which people register", () => {
  const text = `https://a.example/?k=${key}#${key} https://b.example/?k=${key}`;
  expect(withReadableParameters(text, "a.example")).toBe(
    `https://a.example/?k=${key}#${key} https://b.example/`,
  );
});
