import { sectionColors } from "../section-colors.ts";

/** The colors of content/theme.yaml, which are also the names of their tokens in style sheets. */
export const colorNames = [
  "paper",
  "paper-2",
  "line",
  "field",
  "field-line",
  "ink",
  "ink-2",
  "link",
  "accent",
  "on-accent",
  "danger",
  "ok",
  "focus",
  "spruce",
  "on-spruce",
  "on-spruce-2",
  "spruce-line",
  "marigold",
  "on-marigold",
  // The field of each section, and the lit ring of its pages.
  ...sectionColors.flatMap((color) => [color, `${color}-lit`] as const),
  "leaf-line",
  "shade",
] as const;

export type ColorName = (typeof colorNames)[number];
export type Mode = "light" | "dark";

/** As #rrggbb in small letters. */
export type ThemeColors = Record<ColorName, Record<Mode, string>>;
