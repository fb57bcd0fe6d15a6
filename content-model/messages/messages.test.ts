// What the staff read when they have made a mistake: file, line, what was found, what to write.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { problemLine, problemsOf } from "../content-error.ts";
import { parseContent } from "../load-content.ts";
import { shortened } from "./shortened.ts";

const crumbs = (lines: string) => () => parseContent(`sections: {}\n${lines}\n`, "content/navigation.yaml");

describe("mistakes in the marks of a file", () => {
  it.each([
    [
      "a colon in a text",
      "title: Care: how",
      /:2: found title: Care: how; there is a second colon.*quotation/,
    ],
    [
      "a colon in a short entry",
      "events: { label: A: b, to: /x }",
      /:2: found events.*; there is a second colon/,
    ],
    [
      "an entry without its braces",
      "a:\n  - label: A, to: /x",
      /:3: found - label: A, to: \/x; there is a second colon; write - \{ label: A, to: \/x \} if these are several names/,
    ],
    [
      "a quotation mark that is not closed",
      'a: "Care\nb: 1\nc: 2',
      /:2: found a: "Care; a quotation mark is not closed/,
    ],
    [
      "a quotation mark that is not closed, with others far below",
      'a: "Care\n  - b\n  - { c: d }\ne: f\ng: "Mend"',
      /:2: found a: "Care; a quotation mark is not closed/,
    ],
    [
      "a quotation mark that is not closed and takes in lines as far right as its text",
      '- a: "Care\n  b: 1\n  c: "Mend"\n- d: "and hope"',
      /:2: found - a: "Care; a quotation mark is not closed/,
    ],
    [
      "a mistake below a whole text of several lines",
      'a: "Care:\n  and hope"\nb: "c" d',
      /:4: found b: "c" d; something follows a closing/,
    ],
    [
      "an apostrophe between apostrophes",
      "a: 'it's here'",
      /:2: found a: 'it's here'; something follows.*"it's"/,
    ],
    ["words after a quotation", 'a: "Care" is', /:2: found a: "Care" is; something follows a closing/],
    [
      "a line that is too far right",
      "a:\n  b: 1\n   c: 2",
      /:3: found b: 1; this line, or the one after it, begins/,
    ],
    ["words after a number sign", "a: 1\nb: Room #4", /:3: found Room #4; what follows # would be lost/],
    [
      "a number sign before a text",
      "a: 1\nb: #4",
      /:3: found #4, which is lost.*write "#4" in quotation marks/,
    ],
    ["words after a number sign in braces", "a: { b: Room #4, c: d }", /:2: found Room #4, .*would be lost/],
    ["a tab", "a:\n\tb: 1", /:3: found b: 1; the line begins with a tab/],
    ["a tab in a list", "a:\n  - b: 1\n\tc: 2", /:4: found c: 2; the line begins with a tab/],
    [
      "a missing comma",
      "a: { label: A to: /x }",
      /:2: found a: .*, or write the comma that is missing before a name/,
    ],
    ["a second beginning", "---\na: 1", /:2: found ---; --- ends the file here; take it out/],
    ["a name that is there twice", "a: 1\na: 2", /:3: found a: 2; 'a:' stands here twice; keep one of/],
    [
      "a name that is there twice in an entry",
      "c:\n  - a: 1\n    b: 2\n    b: 3",
      /:5: found b: 3; 'b:' stands here twice; keep one of/,
    ],
    [
      "a name that is there twice between braces",
      "c:\n  - { a: 1, a: 2 }",
      /:3: found - \{ a: 1, a: 2 \}; 'a:' stands here twice; keep one of/,
    ],
    [
      "an entry without its -",
      "c:\n  - a: 1\n    b: 2\n    a: 3\n    b: 4",
      /:5: found a: 3; 'a:' begins this entry already; if a new entry begins here, its - is missing: write - a: 3, with the - below/,
    ],
    ["a missing colon", "title Care\nb: 2", /:2: found title Care; a colon with a space after it is missing/],
    ["a missing space after the colon", "title:Care\nb: 2", /:2: found title:Care; a colon with a space/],
    ["an at sign", "a: @home", /:2: found a: @home; a text begins with a sign/],
    ["a star", "a: *home", /found \*home; put a text that begins with \* into quotation marks/],
    ["a bracket", "a: {name} people", /:2: found a: \{name\} people; a text begins with a bracket/],
    ["a bracket that is not closed", "a: [b, c\nd: 1", /:3: found d: 1; .*a bracket above is not closed/],
  ])("%s", (_what, lines, message) => {
    expect(crumbs(lines)).toThrow(message);
  });
});

describe("mistakes in what a file holds", () => {
  const person = (lines: string) => () => parseContent(lines, "content/people/team.yaml");
  const ada = "- { name: Ada Moreno, title: Researcher }\n";

  it.each([
    [
      "a name with a typing mistake: the one that is meant, and not that it is missing",
      `${ada}- { name: Bo Lund, titel: Poet }`,
      "content/people/team.yaml:2: entry 2 (Bo Lund), 'titel': there is no 'titel' here; write 'title'",
    ],
    [
      "a typing mistake in a name that can be left out",
      `${ada}- { name: Bo Lund, title: Poet, wrok: Reads. }`,
      "content/people/team.yaml:2: entry 2 (Bo Lund), 'wrok': there is no 'wrok' here; write 'work'",
    ],
    [
      "the name that is like it, and not another that is missing",
      `${ada}- { name: Bo Lund, wrok: Reads. }`,
      "content/people/team.yaml:2: entry 2 (Bo Lund), 'title': found nothing; write 'title:' and what belongs to it",
      "content/people/team.yaml:2: entry 2 (Bo Lund), 'wrok': there is no 'wrok' here; write 'work'",
    ],
    [
      "no name that is there already",
      `${ada}- { name: Bo Lund, title: Poet, nam: Bo }`,
      "content/people/team.yaml:2: entry 2 (Bo Lund), 'nam': there is no 'nam' here; take it out, or write the name that is meant (docs/content-guide.md has them)",
    ],
    [
      "a name that nothing knows",
      `${ada}- { name: Bo Lund, title: Poet, height: 180 }`,
      "content/people/team.yaml:2: entry 2 (Bo Lund), 'height': there is no 'height' here; take it out, or write the name that is meant (docs/content-guide.md has them)",
    ],
    [
      "a name that nothing knows, where several are missing",
      `${ada}- { height: 180 }`,
      "content/people/team.yaml:2: entry 2, 'name': found nothing; write 'name:' and what belongs to it",
      "content/people/team.yaml:2: entry 2, 'title': found nothing; write 'title:' and what belongs to it",
      "content/people/team.yaml:2: entry 2, 'height': there is no 'height' here; take it out, or write the name that is meant (docs/content-guide.md has them)",
    ],
    [
      "a comma in a text between brackets, also after curly quotation marks",
      "- { name: “Ada, who came late”, title: Poet }",
      "content/people/team.yaml:1: entry 1 (“Ada), 'who came late”': found a comma in a text; put the whole text into straight quotation marks, for example { text: \"Care, and more\" }",
    ],
    [
      "a missing colon between brackets",
      "- { name Bo Lund, title: Poet }",
      "content/people/team.yaml:1: entry 1 (Poet), 'name Bo Lund': found name Bo Lund; a colon with a space after it is missing; write name: Bo Lund",
    ],
    [
      "a missing space after a colon between brackets",
      "- { name: Bo Lund, title:Poet }",
      "content/people/team.yaml:1: entry 1 (Bo Lund), 'title:Poet': found title:Poet; a colon with a space after it is missing; write title: Poet",
    ],
    [
      "a comma before a name that is there already",
      "- { name: Bo Lund, title: Poet, name of many }",
      "content/people/team.yaml:1: entry 1 (Bo Lund), 'name of many': found a comma in a text; put the whole text into straight quotation marks, for example { text: \"Care, and more\" }",
    ],
    [
      "a number in the place of text",
      "- { name: 7, title: Poet }",
      "content/people/team.yaml:1: entry 1 (Poet), 'name': found 7; write text (in quotation marks if it looks like a number or yes/no)",
    ],
    [
      "somebody who is there twice, and where",
      `${ada}- { name: Bo Lund, title: Poet }\n${ada}`,
      "content/people/team.yaml:3: entry 3 (Ada Moreno): write each name once: 'Ada Moreno' is entry 1 already",
    ],
    [
      "a group of lines in the place of a list",
      "name: Ada Moreno",
      "content/people/team.yaml:1: found a group of lines; write a list: in brackets as [one, two], or each entry on a line of its own that begins with -",
    ],
  ])("%s", (_what, lines, ...messages) => {
    expect(problemsOf(person(lines)).map(problemLine)).toEqual(messages);
  });

  it.each([
    ["site.yaml", "links: { aiPlatfrom: https://a.example }", "'links.aiPlatfrom'", "aiPlatform"],
    ["home.yaml", "alturism: { heading: A }", "'alturism'", "altruism"],
    [
      "forms/interest.yaml",
      "sections: [{ title: A, questions: [{ name: email, label: B, hnit: C }] }]",
      "'hnit'",
      "hint",
    ],
  ])("a typing mistake in %s in a group of lines: %s", (file, lines, place, name) => {
    const found = problemsOf(() => parseContent(lines, `content/${file}`)).map(problemLine);
    expect(found).toContainEqual(
      expect.stringMatching(new RegExp(`${place}: there is no .* write '${name}'$`)),
    );
  });

  it("a menu of a section that there is not", () => {
    const menus = readFileSync("content/navigation.yaml", "utf8").replace(
      "section: learning",
      "section: learn",
    );
    expect(() => parseContent(menus, "content/navigation.yaml")).toThrow(
      `'header', entry 3 (Learning Journey), 'section': found "learn"; write one of framework, community, `,
    );
  });

  it.each(["[retreat]", "retreat"])("a picture of events whose words are %s", (keywords) => {
    const picture = `- { file: a.jpg, alt: "", keywords: ${keywords} }`;
    expect(() => parseContent(picture, "content/events/images.yaml")).toThrow(
      "write each way to match in brackets of its own, for example [[retreat], [silent, week]]",
    );
  });

  it("how many words or letters there are, where there are too many or too few", () => {
    const title = (work: string) => `- { name: Ada Moreno, title: Poet, work: ${work} }`;
    expect(person(title("w".repeat(121)))).toThrow("write at most 120 characters; these are 121");
    const faculty = (biography: string) => () =>
      parseContent(`- { name: A, title: B, biography: ${biography} }`, "content/people/faculty.yaml");
    expect(faculty("too short")).toThrow("write at least 40 words; these are 2");
    expect(faculty("word ".repeat(81))).toThrow("write at most 80 words; these are 81");
    const page = () => parseContent("description: Short.", "content/pages/a.mdx");
    expect(page).toThrow("write a longer description: 70 to 160 characters; these are 6");
  });

  it("a day that is none once", () => {
    const page = problemsOf(() => parseContent("updated: 11/22/2026", "content/pages/a.mdx"));
    expect(page.filter(({ text }) => text.includes("11/22/2026"))).toHaveLength(1);
  });

  it.each([
    [
      "url: organization.example",
      `'url': found "organization.example"; write a full address that starts with`,
    ],
    ["url:", "'url': found nothing; write a full address that starts with https://"],
    [
      "url: https://A.example/home",
      "write it without anything after the name, in small letters: https://a.example",
    ],
    ["email: [a@b.example]", "'email': write an e-mail address"],
    ["timeZone: PST", `'timeZone': found "PST"; write a time zone by its continent and city`],
    [
      "keywords: care, work",
      `'keywords': found "care, work"; write a list: in brackets as [one, two], or each entry`,
    ],
    ["name:", "'name': found nothing; write text here, or take the line out where it may be left out"],
    [
      "tagline: { Care: a beginning }",
      "'tagline': found a colon in a text; put the whole text into quotation marks",
    ],
    ["hosts: [[Care]]", "'hosts', entry 1: found a list; write one text"],
  ])("in site.yaml %s, without a programmer's words", (line, message) => {
    const site = () => parseContent(line, "content/site.yaml");
    expect(site).toThrow(message);
    expect(site).not.toThrow(/Invalid|TypeError|never/);
  });

  it("a presenter of two disciplines, by name", () => {
    const group = (name: string) => `- discipline: ${name}\n  presenters: [{ name: Ada Moreno }]\n`;
    expect(() => parseContent(group("Care") + group("Work"), "content/people/presenters.yaml")).toThrow(
      /write each name once: Ada Moreno stands here twice/,
    );
  });
});

it.each([
  ["an entry deeper than the one above", '- a: 1\n  - b: "x"\n', 2],
  ["an entry less deep than the one above", 'items:\n   - title: "A"\n  - title: "B"\n', 3],
  ["a line of an entry less deep than its name", "- title: A\n text: [B]\n", 2],
])("says of %s that it begins at the wrong place", (_, yaml, line) => {
  expect(() => parseContent(yaml, "content/people/team.yaml")).toThrow(
    new RegExp(`team\\.yaml:${line}: found .*begins at another place than those it belongs to`),
  );
});

it("shows 80 characters of what was found, and 77 of more", () => {
  expect(["a".repeat(80), "a".repeat(81)].map(shortened)).toEqual(["a".repeat(80), `${"a".repeat(77)}...`]);
});
