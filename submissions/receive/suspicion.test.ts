// docs/specification.md, 'Suspected robots'

import { describe, expect, it } from "vitest";
import { trapField } from "#content-model/forms/reserved-names.ts";
import { FormStamps } from "./form-stamp.server.ts";
import { suspicionOf } from "./suspicion.ts";

const form = (fields: Record<string, string>) => {
  const data = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const links = (count: number) => "https://a.example ".repeat(count);
const [hour, day] = [3_600, 86_400];

describe("suspicionOf", () => {
  it.each([
    ["a filled trap", { [trapField]: "x" }, undefined, true],
    ["an empty trap", { [trapField]: "" }, undefined, false],
    ["some links within a second", { motivation: links(6) }, 1, true],
    ["some links after a minute", { motivation: links(6) }, 60, false],
    ["some links after a day", { motivation: links(6) }, day, false],
    ["some links after a month", { motivation: links(6) }, 30 * day, true],
    ["some links, nobody knows when", { motivation: links(6) }, undefined, true],
    ["some links, before the form was served", { motivation: links(6) }, -hour, true],
    ["many links after an hour", { motivation: links(12) }, hour, true],
    ["few words within a second", { motivation: "hello" }, 1, false],
    ["few words after a month", { motivation: "hello" }, 30 * day, false],
    ["few words, nobody knows when", { motivation: "hello" }, undefined, false],
    [
      "the three addresses that a form asks for, nobody knows when",
      { motivation: links(3) },
      undefined,
      false,
    ],
  ])("%s", (_name, fields, age, isSuspect) => {
    expect(suspicionOf(form(fields), age) !== undefined).toBe(isSuspect);
  });

  it("a trap that is filled the second time it comes", () => {
    const twice = [
      ["", "x"],
      ["x", ""],
    ].map((values) => new URLSearchParams(values.map((value) => [trapField, value])));
    for (const fields of twice) expect(suspicionOf(fields, 60)).toBeDefined();
  });
});

describe("FormStamps", () => {
  let now = new Date("2026-11-21T10:00:00Z");
  const stamps = new FormStamps("key", () => now);

  it("knows the age of its own stamps and of no others", () => {
    const stamp = stamps.issue("a-form");
    now = new Date("2026-11-21T10:00:07Z");
    expect(stamps.age(stamp, "a-form")).toBe(7);
    expect(stamps.age(stamp, "another")).toBeUndefined();
    expect(stamps.age(`x${stamp}`, "a-form")).toBeUndefined();
    expect(stamps.age(`!${stamp}`, "a-form")).toBeUndefined();
    expect(stamps.age(stamp)).toBeUndefined();
    expect(new FormStamps("other key", () => now).age(stamp, "a-form")).toBeUndefined();
    for (const wrong of [null, "", "1.2", stamp.replace(/^./, "1"), `${stamp}x`])
      expect(stamps.age(wrong, "a-form")).toBeUndefined();
  });
});

describe("the reason", () => {
  it("begins with the field of the specification", () => {
    expect(trapField).toBe("subject");
  });

  it.each([
    // Rows of earlier versions begin with it, and are looked for by it.
    ["the trap field was filled in", { [trapField]: "x" }, 60],
    ["sent 1.5 s after the form was served, with 6 links", { motivation: links(6) }, 1.5],
    [
      "sent nobody knows how long after the form was served, with 6 links",
      { motivation: links(3), bestTimes: links(3) },
      undefined,
    ],
  ])("is '%s'", (reason, fields, age) => {
    expect(suspicionOf(form(fields), age)).toBe(reason);
  });

  it.each([
    ["https://a.example ".repeat(5), 4.9, true],
    ["https://a.example ".repeat(5), 5, false],
    ["https://a.example ".repeat(4), 4.9, false],
    ["https://a.example ".repeat(5), 14 * day, false],
    ["https://a.example ".repeat(5), 14 * day + 1, true],
    ["https://a.example ".repeat(9), hour, false],
    ["https://a.example ".repeat(10), hour, true],
    ["http://a.example HTTP://a.example ".repeat(5), hour, true],
    ["<a href=x> <A\nhref=x> [url=x] [URL] ".repeat(3), hour, true],
    ["<aside> <ab> an <a> [link] ".repeat(12), 1, false],
  ])("begins where a post is unusual: %j after %d s", (motivation, age, isSuspect) => {
    expect(suspicionOf(form({ motivation }), age) !== undefined).toBe(isSuspect);
  });

  it("counts the links of each field, the trap's apart, wherever one ends", () => {
    const data = new URLSearchParams();
    for (const _ of links(5).split(" ").filter(Boolean)) data.append("areasOfInterest", "https://a.example");
    expect(suspicionOf(data, 1)).toContain("with 5 links");
    const split = new URLSearchParams();
    for (const part of Array(6).fill(["http", "://a.example"]).flat()) split.append("areasOfInterest", part);
    expect(suspicionOf(split, 1)).toBeUndefined();
  });
});
