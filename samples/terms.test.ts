// docs/terms.md

import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const file = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** Word for word in the specification. */
const fixed = /General practice community membership|Chief Flourishing Officer journey/g;
const unwanted = [...file("docs/terms.md").matchAll(/^\|[^|]*\|[^|]*\|(.*)\|$/gm)].flatMap(([, not = ""]) =>
  [...not.matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words),
);
/** Whatever visitors read; a remark for the owner begins with #. */
const lines = globSync("content/**/*.{mdx,yaml}").flatMap((path) =>
  file(path)
    .split("\n")
    .map((line, index) => ({ place: `${path}:${index + 1}`, line: line.replace(fixed, "") }))
    .filter(({ line }) => !/^\s*#\s/.test(line)),
);

it("texts use one term for one thing", () => {
  const found = unwanted.flatMap((words) =>
    lines
      // 'The journey' begins a sentence as well; other names are told apart by their capitals.
      .filter(({ line }) => new RegExp(`(?<!\\p{L})${words}(?!\\p{L})`, "u").test(line))
      .map(({ place }) => `${place}: ${words}`),
  );
  expect(found).toEqual([]);
  expect([unwanted.length > 20, lines.length > 1_000]).toEqual([true, true]);
});
