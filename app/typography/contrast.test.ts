import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, themedColors } from "./contrast.ts";
import { measuredPairs } from "./measured-pairs.ts";

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

describe("themed colors", () => {
  it("are read from pairs, single values and other tokens", () => {
    const colors = themedColors(`:root {
      /* --old: #000; */
      --paper: light-dark(
        #fafaf6,
        #0E1B1A
      ); --one: #abc; --same: var(--paper); --space: 1rem;
    }`);
    expect(Object.fromEntries(colors)).toEqual({
      paper: { light: "#fafaf6", dark: "#0e1b1a" },
      one: { light: "#aabbcc", dark: "#aabbcc" },
      same: { light: "#fafaf6", dark: "#0e1b1a" },
    });
  });

  it("are read from a dark theme that sets them again", () => {
    const colors = themedColors(
      ":root{--paper:#ffffff;--ink:#111111}@media (prefers-color-scheme: dark){:root{--paper:#000000}}.x{--other:#222222}",
    );
    expect(Object.fromEntries(colors)).toEqual({
      paper: { light: "#ffffff", dark: "#000000" },
      ink: { light: "#111111", dark: "#111111" },
      other: { light: "#222222", dark: "#222222" },
    });
  });
});

describe("the site's own tokens", () => {
  const pairs = measuredPairs(readFileSync("app/design/tokens.css", "utf8"));

  it.each(pairs)("$text on $ground reaches its level in both themes", ({ light, dark, least }) => {
    expect(Math.min(light, dark)).toBeGreaterThanOrEqual(least);
  });
});
