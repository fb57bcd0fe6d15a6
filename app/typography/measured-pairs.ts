import { contrast, themedColors } from "./contrast.ts";

interface Pair {
  /** Tokens, without their dashes. */
  text: string;
  ground: string;
  /** Contrast that the design asks for: running text 7, other text 4.5, edges and marks 3. */
  least: number;
}

const pairs: Pair[] = [
  { text: "ink", ground: "paper", least: 7 },
  { text: "ink-2", ground: "paper", least: 7 },
  { text: "link", ground: "paper", least: 7 },
  { text: "danger", ground: "paper", least: 4.5 },
  { text: "ok", ground: "paper", least: 4.5 },
  { text: "focus", ground: "paper", least: 3 },
  { text: "ink", ground: "paper-2", least: 7 },
  { text: "ink-2", ground: "paper-2", least: 4.5 },
  { text: "ink", ground: "field", least: 7 },
  { text: "on-accent", ground: "accent", least: 4.5 },
  { text: "on-spruce", ground: "spruce", least: 7 },
  { text: "on-spruce-2", ground: "spruce", least: 7 },
  { text: "marigold", ground: "spruce", least: 4.5 },
  { text: "ink", ground: "leaf", least: 7 },
  { text: "ink", ground: "sky", least: 7 },
  { text: "ink", ground: "lilac", least: 7 },
  { text: "ink", ground: "clay", least: 7 },
];

/** The pairs of tokens that the site sets on each other, with their contrast in both themes. */
export function measuredPairs(tokens: string): (Pair & { light: number; dark: number })[] {
  const colors = themedColors(tokens);
  return pairs.map((pair) => {
    const [text, ground] = [colors.get(pair.text), colors.get(pair.ground)];
    if (!text || !ground) throw new Error(`no color for ${pair.text} on ${pair.ground} in the tokens`);
    return {
      ...pair,
      light: contrast(text.light, ground.light),
      dark: contrast(text.dark, ground.dark),
    };
  });
}
