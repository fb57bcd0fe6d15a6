// docs/specification.md, 'People', 'Article pages', 'Home page': how long what the staff write may be

import { expect, it } from "vitest";
import { problemsOf } from "./content-error.ts";
import { parseContent } from "./load-content.ts";
import { isDialed } from "./schemas/text.schema.ts";

const words = (count: number) => "word ".repeat(count).trim();
const letters = (count: number) => "w".repeat(count);

const biography = (count: number) => [{ name: "A", title: "B", biography: words(count) }];
const work = (count: number) => [{ name: "A", title: "B", work: letters(count) }];
const description = (count: number) => ({ description: letters(count) });
const note = (count: number) => ({
  header: [{ label: "A", links: [{ label: "B", to: "/b", note: letters(count) }] }],
});
const heading = (count: number) => ({ hero: { heading: words(count) } });
const card = { title: "A", text: "B", action: "C", to: "/d", color: "leaf" };
const cards = (count: number) => ({ pillars: { heading: "A", cards: Array(count).fill(card) } });

it.each([
  ["people/faculty.yaml", "write at least 40 words", biography, 40, 39],
  ["people/faculty.yaml", "write at most 80 words", biography, 80, 81],
  ["people/team.yaml", "write at most 120 characters", work, 120, 121],
  ["pages/a.mdx", "write a longer description: 70 to 160 characters", description, 70, 69],
  ["pages/a.mdx", "write a shorter description: 70 to 160 characters", description, 160, 161],
  ["navigation.yaml", "write at most 60 characters", note, 60, 61],
  ["home.yaml", "write at most ten words", heading, 10, 11],
  ["home.yaml", "write at least two cards", cards, 2, 1],
  ["home.yaml", "write at most four cards", cards, 4, 5],
] as const)("of %s: '%s'", (file, message, contentOf, right, wrong) => {
  const isSaid = (count: number) => {
    // Of a list entry that is not whole other things are said, too.
    const problems = problemsOf(() => parseContent(JSON.stringify(contentOf(count)), `content/${file}`));
    return problems.some(({ text }) => text.includes(message));
  };
  expect([isSaid(right), isSaid(wrong)]).toEqual([false, true]);
});

it("takes three digits and more for a number that can be dialed", () => {
  expect(["+1 2", "112"].map(isDialed)).toEqual([false, true]);
});

it.each([
  ["role", "wrong", "no answer to this question is wrong in itself"],
  ["role", "missing", "this question may be left out"],
  ["personalWebsite", "missing", "this question may be left out"],
  ["heardFrom, kind: text", "wrong", "no answer to this question is wrong in itself"],
  ["email", "wrong", undefined],
  ["phone", "missing", undefined],
])("of what is said of '%s' '%s' only what can be said", (name, key, why) => {
  const yaml = `sections: [{ title: A, questions: [{ name: ${name}, label: B, ${key}: C }] }]`;
  const found = problemsOf(() => parseContent(yaml, "content/forms/interest.yaml"));
  const ofLine = found.map(({ text }) => text).filter((text) => text.includes("never be said"));
  expect(ofLine.length).toBe(why ? 1 : 0);
  if (why) expect(ofLine[0]).toContain(`found "C"; take the line out: ${why}`);
});
