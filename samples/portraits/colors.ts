import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { parse } from "yaml";
import { hexColor } from "#content-model/schemas/theme.schema.ts";
import { type Color, channels, hex, mix, themeFabrics } from "../theme-colors.ts";

const white = hex([255, 255, 255]);
const hairNames = [
  "black",
  "soot",
  "espresso",
  "brown",
  "chestnut",
  "copper",
  "sand",
  "gold",
  "iron",
  "ash",
  "silver",
  "white",
] as const;
const fabricNames = [
  "ivory",
  "plum",
  "navy",
  "rust",
  "moss",
  "lilac",
  "sky",
  "clay",
  "charcoal",
  "rose",
] as const;
const paletteSchema = v.strictObject({
  skins: v.pipe(v.array(hexColor), v.length(9, "write nine colors")),
  hair: v.strictObject(v.entriesFromList(hairNames, hexColor)),
  fabrics: v.strictObject(v.entriesFromList(fabricNames, hexColor)),
  lines: hexColor,
});
const people = v.parse(
  paletteSchema,
  parse(readFileSync(join(import.meta.dirname, "../../content/people/photos/palette.yaml"), "utf8")),
);

/** From the lightest to the darkest; casting counts them from 1. */
export const { skins } = people;

export const hairColors: Record<HairColor, Color> = people.hair;
export type HairColor = (typeof hairNames)[number];

/** What clothes and headscarves are made of. */
// In this order: the seed of a look counts them.
const { spruce, pine, marigold } = themeFabrics;
const { ivory, plum, navy, ...others } = people.fabrics;
export const fabrics = { spruce, pine, ivory, plum, navy, marigold, ...others };
export type Fabric = keyof typeof fabrics;

/** On light pieces. */
export const { lines } = people;

/** How far apart two colors look: distance in OKLab, 0 (same) to about 1 (black and white). Source: Ottosson 2020. */
export function colorDistance(one: Color, other: Color): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The same paper or skin in the shade: darker, and warmer rather than gray. */
export function shade(color: Color, share = 0.2): Color {
  const [r, g, b] = channels(color);
  return hex([r * (1 - share * 0.75), g * (1 - share), b * (1 - share * 1.1)]);
}

/** A line drawn on a piece of this color: darker on light paper, lighter on dark. */
export function lineOn(color: Color): Color {
  return oklab(color)[0] < 0.42 ? mix(color, white, 0.2) : mix(color, lines, 0.24);
}

function oklab(color: Color): [number, number, number] {
  const [r, g, b] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
