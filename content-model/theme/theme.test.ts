// color-pairs.ts and contrast.ts, with content/theme.yaml

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import theme from "#content/theme.yaml";
import { loadContent } from "../load-content.ts";
import { sectionColors } from "../section-colors.ts";
import { measuredPairs } from "./color-pairs.ts";
import { contrast } from "./contrast.ts";

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#767676", "#ffffff", 4.54],
  ])("of %s and %s is %d", (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBeCloseTo(ratio, 2);
  });
});

describe("the site's own colors", () => {
  it.each(measuredPairs(theme.colors))("$text on $ground reaches its level in both themes", (pair) => {
    expect(Math.min(pair.light, pair.dark)).toBeGreaterThanOrEqual(pair.least);
  });

  // Both are dimmed there (app/design/enhancements.css), which takes less than a third of it.
  it.each(sectionColors)(
    "what lies under a still life is seen at night, on %s and below its ink",
    (color) => {
      const under = theme.colors[`${color}-lit`].dark;
      for (const other of [theme.colors[color].dark, theme.colors.spruce.dark])
        expect(contrast(under, other)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

describe("content/theme.yaml", () => {
  const root = mkdtempSync(join(tmpdir(), "theme-"));
  afterAll(() => rmSync(root, { recursive: true }));
  const source = readFileSync("content/theme.yaml", "utf8");

  /** What is said of the theme when one piece of its text is another. */
  function complaint(found: string, written: string): string {
    expect(source).toContain(found);
    for (const needed of ["site.yaml", "fonts"])
      cpSync(join("content", needed), join(root, "content", needed), { recursive: true });
    const changed = source.replace(found, written);
    writeFileSync(join(root, "content/theme.yaml"), changed);
    try {
      loadContent("theme.yaml", root);
    } catch (error) {
      const line = changed.split("\n").findIndex((text) => text.includes(written.split("\n")[0] ?? "")) + 1;
      return String(error).replaceAll(`content/theme.yaml:${line}:`, "content/theme.yaml:LINE:");
    }
    return "nothing";
  }

  it("says which two colors are too close, in which theme, by how much, and what to do", () => {
    expect(complaint('ink-2: { light: "#41585a"', 'ink-2: { light: "#8a9a9b"')).toContain(
      `content/theme.yaml:LINE: 'colors.ink-2.light': in the light theme ink-2 (#8a9a9b) stands on paper (#fafaf6) with a contrast of 2.79 to 1, and 7 to 1 is needed to read it; write a darker color here, or a lighter one for paper; ink-2 is too close to paper-2 too`,
    );
    expect(complaint('dark: "#eef2ea"', 'dark: "#7f827d"')).toContain(
      "in the dark theme ink (#7f827d) stands on clay (#6a321c) with a contrast of 2.58 to 1, and 7 to 1 is needed to read it; write a lighter color here, or a darker one for clay; ink is too close to leaf, sky, lilac, paper-2, field, line, paper too",
    );
  });

  it.each([
    ['lilac: { light: "#dccdf5"', 'lilac: { light: "#30205a"', "lilac", "lighter", ["light"]],
    [
      'lilac: { light: "#dccdf5", dark: "#3d2f69"',
      'lilac: { light: "#dccdf5", dark: "#e0d0f8"',
      "lilac",
      "darker",
      ["dark"],
    ],
    [
      'spruce: { light: "#0d3532", dark: "#0e3733" }',
      'spruce: "#c8c8c8"',
      "spruce",
      "darker",
      ["light", "dark"],
    ],
  ])(
    "names a color that several stand on once for each theme, at its line, with one advice: %s as %s",
    (found, written, ground, advice, themes) => {
      const told = complaint(found, written).match(/theme.yaml:LINE:.*/g);
      expect(told).toEqual(
        themes.map((mode) =>
          expect.stringMatching(
            `'colors.${ground}[.a-z]*': in the ${mode} theme .* on ${ground} .*; write a ${advice} color here, .*; ${ground} is too close to .* too$`,
          ),
        ),
      );
    },
  );

  it("names the line of the theme whose color is too close, where each has a line of its own", () => {
    const own = 'ink-2:\n    light: "#41585a"\n    dark: "#1b4c4b"';
    expect(complaint('ink-2: { light: "#41585a", dark: "#b4c4be" }', own)).toMatch(
      /theme\.yaml:17: 'colors\.ink-2\.dark': in the dark theme ink-2 /,
    );
  });

  it.each([
    [
      'marigold: "#ffbf3f"',
      "marigold: #ffbf3f",
      /LINE: found #ffbf3f, which is lost, .*: write "#ffbf3f" in quotation marks/,
    ],
    [
      'ink-2: { light: "#41585a"',
      "ink-2: { light: #41585a",
      /LINE: found #41585a, which is lost, .*: write "#41585a" in quotation marks/,
    ],
    [
      'marigold: "#ffbf3f"',
      'marigold: "dark green"',
      /LINE: 'colors\.marigold': found "dark green"; write a color as #/,
    ],
    ["corners: round", "corners: rounded", /LINE: 'corners': found "rounded"; write round, soft or square/],
    [
      "fonts/newsreader-latin.woff2",
      "fonts/none.woff2",
      /LINE: there is no file content\/fonts\/none\.woff2/,
    ],
    ["corners: round", "logo: logo.svg\ncorners: round", /LINE: there is no file content\/logo\.svg/],
  ])("says of %s as %s what to write", (found, written, message) => {
    expect(complaint(found, written)).toMatch(message);
  });
});
