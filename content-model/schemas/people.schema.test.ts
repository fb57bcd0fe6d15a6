import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import faculty from "#content/people/faculty.yaml";
import presenters from "#content/people/presenters.yaml";
import team from "#content/people/team.yaml";
import { parseContent } from "../load-content.ts";

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

describe("people", () => {
  it("gives no photo to two different people", () => {
    const everyone = [...faculty, ...presenters.flatMap((group) => group.presenters), ...team];
    const ownerOf = new Map<string, string>();
    for (const person of everyone) {
      if (!person.photo) continue;
      expect(ownerOf.get(person.photo) ?? person.name).toBe(person.name);
      ownerOf.set(person.photo, person.name);
    }
  });

  it.each(["faculty", "team", "spotlight"])("are any number in %s, also none, and each once", (file) => {
    const name = `content/people/${file}.yaml`;
    const [first] = parseDocument(read(name)).toJS();
    expect(parseContent(JSON.stringify([first]), name)).toHaveLength(1);
    expect(parseContent("[]", name)).toEqual([]);
    expect(() => parseContent(JSON.stringify([first, first]), name)).toThrow(/write each name once/);
  });

  it.each(["presenters", "team"])("may have no photo yet among %s", (file) => {
    const person = { name: "Ada Moreno", title: "Researcher" };
    const content =
      file === "team" ? [person] : [{ discipline: "Care", presenters: [{ name: person.name }] }];
    expect(parseContent(JSON.stringify(content), `content/people/${file}.yaml`)).toHaveLength(1);
  });

  it("names the line of a biography that is too short and of a photo that is no file name", () => {
    const name = "content/people/faculty.yaml";
    const shortened = parseDocument(read(name));
    shortened.setIn([0, "biography"], "Too short.");
    expect(() => parseContent(shortened.toString(), name)).toThrow(
      /entry 1 \(Nkechi Abara\), 'biography'.*at least 40 words/,
    );

    const misnamed = parseDocument(read(name));
    misnamed.setIn([0, "photo"], "photos/Nkechi Abara.jpg");
    expect(() => parseContent(misnamed.toString(), name)).toThrow(
      /entry 1 .*'photo'.*content\/people\/photos\//,
    );
  });
});
