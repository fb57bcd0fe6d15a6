// docs/specification.md, 'Counts', 'Home spotlight'

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { fillIn, loadContent } from "./load-content.ts";

/** A copy of what the files say, to change. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "content-"));
  const content = fileURLToPath(new URL("../content", import.meta.url));
  cpSync(content, join(root, "content"), {
    recursive: true,
    filter: (file) => !/photos|images$/.test(file),
  });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const fileOf = (name: string) => join(root, "content", name);
const change = (name: string, to: (content: never) => unknown) =>
  writeFileSync(fileOf(name), JSON.stringify(to(parse(readFileSync(fileOf(name), "utf8")) as never)));
const numbered = (count: number) => (people: { name: string }[]) =>
  Array.from({ length: count }, (_, index) => ({ ...people[0], name: `Ada Moreno ${index}` }));
const filled = (text: string) => fillIn(text, "content/a.yaml", root);

describe("counts in sentences", () => {
  it.each([
    [1, "1 of one. One"],
    [3, "3 of three. Three"],
    [40, "40 of forty. Forty"],
    [142, "142 of one hundred forty-two. One hundred forty-two"],
  ])("follow the files: %i", (count, expected) => {
    change("people/team.yaml", numbered(count));
    expect(filled("{team} of {team in words}. {team in Words}")).toBe(expected);
  });

  it("are made of all presenters, of their disciplines, and of what is offered", () => {
    change("people/presenters.yaml", (groups: { presenters: object[] }[]) =>
      groups.slice(0, 2).map((group) => ({ ...group, presenters: group.presenters.slice(0, 3) })),
    );
    change("offers.yaml", ({ learningJourney, ...offers }: { learningJourney: object }) => ({
      ...offers,
      learningJourney: { ...learningJourney, pods: 5, podSize: 12 },
    }));
    expect(filled("{presenters} {disciplines} {pods in words} {podSize}")).toBe("6 2 five 12");
  });

  it.each([
    [1, "one person leads. One person. 1 person"],
    [2, "two people lead. Two people. 2 people"],
  ])("agree with the words behind them: %i", (count, expected) => {
    change("people/team.yaml", numbered(count));
    const text =
      "{team in words, person leads or people lead}. {team in Words, person or people}. {team, person or people}";
    expect(filled(text)).toBe(expected);
  });

  it.each(["{team, people}", "{team in words, people}", "{team, }", "{team, person or }"])(
    "ask for both forms of the words behind them: %s",
    (text) => {
      expect(() => filled(text)).toThrow(
        `content/a.yaml:1: found ${text}; write {team in words, person or people}: the words for one, 'or', those for more`,
      );
    },
  );

  it("name the file where there is no such count, and leave other braces alone", () => {
    expect(() => filled("{helpers in words}")).toThrow(
      /^content\/a\.yaml:1: found \{helpers in words\}; write one of faculty, presenters, .* before ' in words'$/,
    );
    expect(filled("{label} of {length}")).toBe("{label} of {length}");
  });
});

describe("the spotlight", () => {
  it("stops at a name that is no faculty member, with its line and what to write", () => {
    const names = readFileSync(fileOf("people/spotlight.yaml"), "utf8");
    writeFileSync(fileOf("people/spotlight.yaml"), `${names}\n- Ada Unknown\n`);
    const line = names.split("\n").length + 1;
    expect(() => loadContent("people/spotlight.yaml", root)).toThrow(
      `content/people/spotlight.yaml:${line}: 'Ada Unknown' is no faculty member; ` +
        "write a name as it stands in content/people/faculty.yaml",
    );
  });

  it("takes any number of them", () => {
    change("people/faculty.yaml", numbered(40));
    change("people/spotlight.yaml", () => ["Ada Moreno 3"]);
    expect(loadContent("people/spotlight.yaml", root)).toEqual(["Ada Moreno 3"]);
  });
});
