import { rings } from "./rings.ts";

/** Paths of the brand mark in a square of 200 units; header, footer, icons and social cards draw the same. */
export const markRings = rings({
  seed: "mark",
  cx: 100,
  cy: 100,
  innerRadius: 8,
  outerRadius: 90,
  count: 4,
  wobble: 0.03,
});
