import { sectionColors } from "../section-colors.ts";
import type { ColorName, Mode, ThemeColors } from "./colors.ts";
import { contrast, luminance } from "./contrast.ts";

/** Two colors that stand on each other somewhere on the site. */
export interface ColorPair {
  text: ColorName;
  ground: ColorName;
  /** Contrast that the design asks for: running text 7, other text 4.5, edges and marks 3; WCAG 2.2, 1.4.3, 1.4.6, 1.4.11. */
  least: number;
}

/** Every pair in use; a test looks at the pages for pairs that are missing here. */
export const colorPairs: ColorPair[] = [
  { text: "ink", ground: "paper", least: 7 },
  { text: "ink-2", ground: "paper", least: 7 },
  { text: "link", ground: "paper", least: 7 },
  { text: "danger", ground: "paper", least: 4.5 },
  { text: "ok", ground: "paper", least: 4.5 },
  { text: "focus", ground: "paper", least: 3 },
  { text: "field-line", ground: "paper", least: 3 },
  { text: "ink", ground: "paper-2", least: 7 },
  { text: "ink-2", ground: "paper-2", least: 4.5 },
  { text: "link", ground: "paper-2", least: 4.5 },
  { text: "danger", ground: "paper-2", least: 4.5 },
  { text: "focus", ground: "paper-2", least: 3 },
  { text: "field-line", ground: "paper-2", least: 3 },
  { text: "ink", ground: "field", least: 7 },
  { text: "field-line", ground: "field", least: 3 },
  { text: "on-accent", ground: "accent", least: 4.5 },
  { text: "on-spruce", ground: "spruce", least: 7 },
  { text: "on-spruce-2", ground: "spruce", least: 7 },
  { text: "marigold", ground: "spruce", least: 4.5 },
  { text: "on-marigold", ground: "marigold", least: 4.5 },
  { text: "ink", ground: "line", least: 4.5 },
  ...sectionColors.map((color) => ({ text: `${color}-lit` as const, ground: "spruce" as const, least: 3 })),
  ...sectionColors.flatMap((ground) => [
    { text: "ink" as const, ground, least: 7 },
    { text: "link" as const, ground, least: 4.5 },
  ]),
];

/** The pairs with the contrast that these colors give them. */
export function measuredPairs(colors: ThemeColors): (ColorPair & Record<Mode, number>)[] {
  return colorPairs.map((pair) => {
    const of = (mode: Mode) => contrast(colors[pair.text][mode], colors[pair.ground][mode]);
    return { ...pair, light: of("light"), dark: of("dark") };
  });
}

interface Unreadable {
  /** Of the two colors the one that stands in more such pairs of its theme: it has gone too far. */
  name: ColorName;
  mode: Mode;
  message: string;
}

/**
 * What is wrong with the colors, for the person who chose them: each color to change, once for each theme, with a sentence on the pair
 * that needs it most.
 */
export function unreadablePairs(colors: ThemeColors): Unreadable[] {
  const measured = measuredPairs(colors);
  return (["light", "dark"] as const).flatMap((mode) => {
    const failed = measured.filter((pair) => pair[mode] < pair.least);
    const count = (name: ColorName) =>
      failed.filter(({ text, ground }) => [text, ground].includes(name)).length;
    const advices = failed.map((pair) => {
      const { text, ground } = pair;
      const isDarker = textIsDarker(colors, pair, mode);
      const isGround = count(ground) > count(text);
      const [name, other] = isGround ? [ground, text] : [text, ground];
      const [change, otherChange] = isDarker === isGround ? ["lighter", "darker"] : ["darker", "lighter"];
      return { ...pair, name, other, change, otherChange };
    });
    return [...Map.groupBy(advices, ({ name, change }) => `${name} ${change}`).values()].map((of) => {
      const byNeed = of.toSorted((one, other) => one[mode] / one.least - other[mode] / other.least);
      const { text, ground, least, name, other, change, otherChange, ...pair } = byNeed[0] as (typeof of)[0];
      const more = byNeed.slice(1).map((advice) => advice.other);
      const message =
        `in the ${mode} theme ${text} (${colors[text][mode]}) stands on ${ground} (${colors[ground][mode]}) with a contrast of ${floor(pair[mode])} to 1, ` +
        `and ${least} to 1 is needed to read it; write a ${change} color here, or a ${otherChange} one for ${other}` +
        (more.length > 0 ? `; ${name} is too close to ${more.join(", ")} too` : "");
      return { name, mode, message };
    });
  });
}

/**
 * Whether a text has to be the darker one of a pair: as its color and its ground are with all that they stand with, so that no two
 * advices contradict each other where one color has gone too far.
 */
function textIsDarker(colors: ThemeColors, pair: Pick<ColorPair, "text" | "ground">, mode: Mode): boolean {
  const related = colorPairs.filter(({ text, ground }) => text === pair.text || ground === pair.ground);
  const sum = related.reduce((total, { text, ground }) => {
    const [own, other] = [colors[text][mode], colors[ground][mode]];
    const distance = Math.log(contrast(own, other));
    return total + (luminance(own) <= luminance(other) ? distance : -distance);
  }, 0);
  return sum >= 0;
}

/** Never rounded up to the figure that is needed. */
function floor(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}
