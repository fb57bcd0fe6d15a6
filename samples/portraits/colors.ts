/** A color as `#rrggbb`. */
export type Color = string;

/** From the lightest to the darkest; casting counts them from 1. */
export const skins = [
  "#f5d6bf",
  "#efc3a0",
  "#e2b088",
  "#d29a6c",
  "#bd8357",
  "#a36b45",
  "#84522f",
  "#673d25",
  "#4b2b1d",
];

export const hairColors = {
  black: "#1c1716",
  soot: "#2f2622",
  espresso: "#40291d",
  brown: "#5f3d26",
  chestnut: "#7d4526",
  copper: "#a9522a",
  sand: "#b08a55",
  gold: "#cda45f",
  iron: "#6d6c6a",
  ash: "#98958f",
  silver: "#c4c1b9",
  white: "#ebe7dd",
};
export type HairColor = keyof typeof hairColors;

/** Grounds: the four section colors as fields and deeper, and spruce. */
export const fields = {
  lilac: "#dccdf5",
  leaf: "#cfe6b8",
  clay: "#f6c9b0",
  sky: "#c9e1ec",
  heather: "#8f7cc2",
  fern: "#78a463",
  brick: "#c67a56",
  lake: "#5d94ad",
  spruce: "#1b4a45",
};
export type Ground = keyof typeof fields;

/** The rings on each ground. */
export const ringColors: Record<Ground, Color> = {
  lilac: "#a58fd6",
  leaf: "#8fb56f",
  clay: "#da9470",
  sky: "#86b4c9",
  heather: "#c9b8ec",
  fern: "#c3e0ab",
  brick: "#f2bd9f",
  lake: "#b5d7e6",
  spruce: "#5f958b",
};

/** What clothes and headscarves are made of. */
export const fabrics = {
  spruce: "#0d3532",
  pine: "#0b5a4f",
  ivory: "#f3efe2",
  plum: "#5b3a54",
  navy: "#233f5c",
  marigold: "#ffbf3f",
  rust: "#9c4229",
  moss: "#56643a",
  lilac: "#c3aeea",
  sky: "#9cc7da",
  clay: "#e89f7c",
  charcoal: "#2d3335",
  rose: "#c9707c",
};
export type Fabric = keyof typeof fabrics;

/** How far apart two colors look: distance in OKLab, 0 (same) to about 1 (black and white). Source: Ottosson 2020. */
export function colorDistance(one: Color, other: Color): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The color with a share (0 to 1) of another one in it. */
export function mix(color: Color, other: Color, share: number): Color {
  const [from, to] = [channels(color), channels(other)];
  return hex(from.map((value, index) => value + ((to[index] ?? 0) - value) * share));
}

/** The same paper or skin in the shade: darker, and warmer rather than gray. */
export function shade(color: Color, share = 0.2): Color {
  const [r, g, b] = channels(color);
  return hex([r * (1 - share * 0.75), g * (1 - share), b * (1 - share * 1.1)]);
}

/** A line drawn on a piece of this color: darker on light paper, lighter on dark. */
export function lineOn(color: Color): Color {
  return oklab(color)[0] < 0.42 ? mix(color, "#ffffff", 0.2) : mix(color, "#1a0e08", 0.24);
}

function channels(color: Color): [number, number, number] {
  const channel = (from: number) => Number.parseInt(color.slice(from, from + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function hex(values: number[]): Color {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
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
