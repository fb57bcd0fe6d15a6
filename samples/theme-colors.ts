import { join } from "node:path";
import { loadContent } from "#content-model/load-content.ts";

/** A color as `#rrggbb`. */
export type Color = string;

const theme = loadContent("theme.yaml", join(import.meta.dirname, ".."));
const light = (name: keyof typeof theme.colors): Color => theme.colors[name].light;
/** A further color: as content/theme.yaml says it under `drawings`, or else mixed. */
const drawn = (name: string, mixed: Color): Color => theme.drawings[name] ?? mixed;

const [spruce, ivory, marigold, ink] = [light("spruce"), light("on-spruce"), light("marigold"), light("ink")];
const sections = { lilac: light("lilac"), leaf: light("leaf"), clay: light("clay"), sky: light("sky") };

/** Grounds of portraits: the four section colors as fields and deeper, and the deep ground. */
export const fields = {
  ...sections,
  heather: drawn("heather", mix(sections.lilac, ink, 0.35)),
  fern: drawn("fern", mix(sections.leaf, ink, 0.35)),
  brick: drawn("brick", mix(sections.clay, ink, 0.35)),
  lake: drawn("lake", mix(sections.sky, ink, 0.35)),
  spruce: drawn("moss", mix(spruce, ivory, 0.1)),
};
export type Ground = keyof typeof fields;

/** The rings on each ground. */
export const ringColors = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => {
    const isLight = name in sections;
    const key = name === "spruce" ? "moss-ring" : `${name}-ring`;
    return [name, drawn(key, isLight ? mix(field, ink, 0.25) : mix(field, ivory, 0.45))];
  }),
) as Record<Ground, Color>;

/** What event pictures are drawn with. */
export const palette = {
  ...fields,
  spruce,
  ivory,
  marigold,
  pine: drawn("pine", mix(spruce, ivory, 0.2)),
  peach: drawn("peach", mix(sections.clay, ink, 0.12)),
  plum: drawn("plum", theme.colors.lilac.dark),
};

/** The same at night, by the color of the day: fields are deep, and what is drawn on them is lit. */
export const night: Record<Color, Color> = Object.fromEntries(
  (Object.keys(palette) as (keyof typeof palette)[]).map((name) => [palette[name], nightColor(name)]),
);

function nightColor(name: keyof typeof palette): Color {
  const ground = theme.colors.paper.dark;
  switch (name) {
    case "spruce":
      return ground;
    case "pine":
      return mix(theme.colors.spruce.dark, ivory, 0.12);
    case "ivory":
      return mix(ivory, ground, 0.2);
    case "marigold":
      return mix(marigold, ground, 0.08);
    case "plum":
      return mix(palette.plum, ground, 0.4);
    case "clay":
      return lit("clay", 0.2);
    case "lilac":
    case "leaf":
    case "sky":
      return lit(name, 0.1);
    case "peach":
      return lit("clay", 0.42);
    case "brick":
      return lit("clay", 0.6);
    case "heather":
      return lit("lilac", 0.5);
    case "fern":
      return lit("leaf", 0.45);
    case "lake":
      return lit("sky", 0.45);
    default:
      return name satisfies never;
  }
}

/** A section's field in the dark theme, with a share of the section's light. */
function lit(name: keyof typeof sections, share: number): Color {
  return mix(theme.colors[name].dark, light(`${name}-lit`), share);
}

/** Fabrics that are the theme's. */
export const themeFabrics = { spruce, pine: light("link"), marigold };

/** The color with a share (0 to 1) of another one in it. */
export function mix(color: Color, other: Color, share: number): Color {
  const [from, to] = [channels(color), channels(other)];
  return hex(from.map((value, index) => value + ((to[index] ?? 0) - value) * share));
}

export function channels(color: Color): [number, number, number] {
  const channel = (from: number) => Number.parseInt(color.slice(from, from + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** @param values red, green and blue from 0 to 255 */
export function hex(values: number[]): Color {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}
