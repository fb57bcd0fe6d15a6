import { describe, expect, it } from "vitest";
import { FormStamps } from "./form-stamp.server.ts";
import { suspicionOf, trapField } from "./suspicion.ts";

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const links = "https://a.example ".repeat(6);

describe("suspicionOf", () => {
  it.each([
    ["a filled trap", { [trapField]: "x" }, undefined, true],
    ["an empty trap", { [trapField]: "" }, undefined, false],
    ["many links within a second", { motivation: links }, 1, true],
    ["many links after a minute", { motivation: links }, 60, false],
    ["many links, nobody knows when", { motivation: links }, undefined, false],
    ["few words within a second", { motivation: "hello" }, 1, false],
  ])("%s", (_name, fields, age, isSuspect) => {
    expect(suspicionOf(form(fields), age) !== undefined).toBe(isSuspect);
  });
});

describe("FormStamps", () => {
  let now = new Date("2026-11-21T10:00:00Z");
  const stamps = new FormStamps("key", () => now);

  it("knows the age of its own stamps and of no others", () => {
    const stamp = stamps.issue();
    now = new Date("2026-11-21T10:00:07Z");
    expect(stamps.age(stamp)).toBe(7);
    expect(new FormStamps("other key", () => now).age(stamp)).toBeUndefined();
    for (const wrong of [null, "", "1.2", stamp.replace(/^./, "1"), `${stamp}x`])
      expect(stamps.age(wrong)).toBeUndefined();
  });
});
