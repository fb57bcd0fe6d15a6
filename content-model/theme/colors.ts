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
  "lilac",
  "lilac-lit",
  "leaf",
  "leaf-line",
  "leaf-lit",
  "clay",
  "clay-lit",
  "sky",
  "sky-lit",
  "shade",
] as const;

export type ColorName = (typeof colorNames)[number];
export type Mode = "light" | "dark";

/** As #rrggbb in small letters. */
export type ThemeColors = Record<ColorName, Record<Mode, string>>;
