// docs/specification.md, 'Head counts of the sample'

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import faculty from "#content/people/faculty.yaml";
import presenters from "#content/people/presenters.yaml";
import spotlight from "#content/people/spotlight.yaml";
import team from "#content/people/team.yaml";
import { parseContent } from "../load-content.ts";

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

describe("people", () => {
  it("shows only faculty members in the spotlight", () => {
    const names = faculty.map((person) => person.name);
    expect(spotlight.filter((name) => !names.includes(name))).toEqual([]);
  });

  it("gives no photo to two different people", () => {
    const everyone = [...faculty, ...presenters.flatMap((group) => group.presenters), ...team];
    const ownerOf = new Map<string, string>();
    for (const person of everyone) {
      if (!person.photo) continue;
      expect(ownerOf.get(person.photo) ?? person.name).toBe(person.name);
      ownerOf.set(person.photo, person.name);
    }
  });

  it.each([
    ["faculty", 25, 26],
    ["team", 17, 18],
    ["spotlight", 8, 9],
  ])("says plainly that one is missing in %s", (file, found, promised) => {
    const name = `content/people/${file}.yaml`;
    const document = parseDocument(read(name));
    document.deleteIn([0]);
    expect(() => parseContent(document.toString(), name)).toThrow(
      new RegExp(`the file has ${found} .* promise ${promised}`),
    );
  });

  it("counts presenters across their disciplines", () => {
    const name = "content/people/presenters.yaml";
    const document = parseDocument(read(name));
    document.deleteIn([3, "presenters", 0]);
    expect(() => parseContent(document.toString(), name)).toThrow(/has 41 presenters .* promise 42/);
  });

  it("names the line of a biography that is too short and of a photo that is no file name", () => {
    const name = "content/people/faculty.yaml";
    const shortened = parseDocument(read(name));
    shortened.setIn([0, "biography"], "Too short.");
    expect(() => parseContent(shortened.toString(), name)).toThrow(/'0\.biography'.*at least 40 words/);

    const misnamed = parseDocument(read(name));
    misnamed.setIn([0, "photo"], "photos/Nkechi Abara.jpg");
    expect(() => parseContent(misnamed.toString(), name)).toThrow(/'0\.photo'.*content\/people\/photos\//);
  });
});
