import { type Color, mix, palette } from "../theme-colors.ts";
import { shade } from "./colors.ts";
import { both, line, piece } from "./paper.ts";

/** Half widths and the chin's height; what makes one face round and another one square. */
export interface FaceShape {
  jaw: number;
  chin: number;
  chinY: number;
}

/** Neck with the chin's shadow on it. */
export function neck(skin: Color): string {
  return (
    piece("M-25 186H25V246C27 260 34 266 44 270L0 300-44 270C-34 266-27 260-25 246z", skin) +
    piece("M-25 186H25V236C12 256-12 256-25 236z", shade(skin, 0.3))
  );
}

/**
 * Ears and face, with one cheek turned from the light. Nobody wears glasses: these are nobody in particular.
 *
 * @param beard as drawn; it leaves the lips free, and a mouth is seen
 * @param turn how far the face looks to the left, from 0 (to the front) to 1: the cheek is broader, the far ear is gone
 */
export function face(
  { jaw, chin, chinY }: FaceShape,
  skin: Color,
  { hasEars, turn, beard, eyes }: { hasEars: boolean; turn: number; beard?: string | undefined; eyes: Eyes },
): string {
  // The chin goes along with the mouth.
  const x = -6 * turn;
  const half = (side: number) =>
    `C${52 * side} 180 ${x / 2 + jaw * side} ${chinY - 30} ${x + chin * side} ${chinY - 9}C${x + chin * 0.5 * side} ${chinY + 1} ${x} ${chinY} ${x} ${chinY}`;
  const ear = piece("M50 140c12-6 18 4 15 16-2 14-8 20-15 16z", shade(skin, 0.1));
  const cheek = Math.round(44 - 24 * turn);
  return (
    (hasEars ? (turn ? ear : both(ear)) : "") +
    piece(
      `M-52 146C-52 104-32 82 0 82S52 104 52 146${half(1)}C${x} ${chinY} ${x - chin * 0.5} ${chinY + 1} ${x - chin} ${chinY - 9}C${x / 2 - jaw} ${chinY - 30}-52 180-52 146z`,
      skin,
    ) +
    piece(
      `M52 130V146${half(1)}C${Math.round(jaw * (0.6 - 0.25 * turn))} ${chinY - 24} ${cheek - 4} 178 ${cheek} 120z`,
      shade(skin, 0.09),
    ) +
    (beard ? beard + piece(`M${-16 - 13 * turn} 199q16-4 32 0-16 17-32 0z`, shade(skin, 0.25)) : "") +
    features(skin, turn, eyes)
  );
}

/** Closed as of somebody who listens, or open. */
export const eyeStates = ["closed", "open"] as const;
export type Eyes = (typeof eyeStates)[number];

/** Eyes, brows and mouth; the nose is the shadow that it throws. */
function features(skin: Color, turn: number, eyes: Eyes): string {
  const x = Math.round(-13 * turn);
  const [left, right] = [x - 33 + 4 * turn, x + 13];
  const far = 20 - 4 * turn;
  /** Of the lids: an open one is drawn up. */
  const [y, bend] = eyes === "open" ? [152, "-12"] : [151, " 8"];
  return (
    piece(
      `M${x + 1} 146C${x + 4} 160 ${x + 9} 170 ${x + 11} 177 ${x + 7} 183 ${x - 4} 183 ${x - 6} 179 ${x} 172 ${x} 158 ${x + 1} 146z`,
      shade(skin, 0.18),
    ) +
    (eyes === "open" ? openEye(left, far, skin, turn) + openEye(right, 20, skin, turn) : "") +
    line(
      `M${left} ${y}q${far / 2}${bend} ${far} 0M${right} ${y}q10${bend} 20 0M${x - 11} 199q11 7 22 0`,
      shade(skin, 0.58),
      3.5,
    ) +
    line(`M${left - 1} 136q${far / 2}-6 ${far} 0M${right + 1} 136q10-6 20 0`, shade(skin, 0.36), 4)
  );
}

/** The white in the skin's own light, and the iris below its lid. @param x of its left corner */
function openEye(x: number, width: number, skin: Color, turn: number): string {
  const half = width / 2;
  const white = piece(
    `M${x} 152q${half}-12 ${width} 0-${half} 10-${width} 0z`,
    mix(skin, palette.ivory, 0.75),
  );
  return `${white}<circle cx="${x + half - 2 * turn}" cy="150.5" r="4.6" fill="${shade(skin, 0.8)}"/>`;
}

/** Of one piece, with a plain edge. */
type Draw = (color: Color, skin: Color) => string;

export const beards = {
  full: (color) =>
    piece("M-53 138C-55 200-40 248 0 249S55 200 53 138C51 168 38 193 0 193S-51 168-53 138z", color),
  short: (color) =>
    piece("M-53 146C-52 194-36 237 0 238S52 194 53 146C51 176 38 203 0 203S-51 176-53 146z", color),
  stubble: (color, skin) =>
    piece(
      "M-52 156C-50 194-36 233 0 234S50 194 52 156C50 182 36 205 0 205S-50 182-52 156z",
      mix(skin, color, 0.14),
    ),
} satisfies Record<string, Draw>;
export type Beard = keyof typeof beards;

/** The one that is always seen. */
export const earrings = {
  hoops: (color) => `<circle cx="60" cy="186" r="11" fill="none" stroke="${color}" stroke-width="4"/>`,
  drops: (color) => piece("M60 172l7 22a8 8 0 1 1-14 0z", color),
  studs: (color) => `<circle cx="59" cy="171" r="5" fill="${color}"/>`,
} satisfies Record<string, (color: Color) => string>;
export type Earrings = keyof typeof earrings;
