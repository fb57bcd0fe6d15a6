import { type Color, mix } from "../theme-colors.ts";
import { lineOn, shade } from "./colors.ts";
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
    piece("M-25 196H25V246C27 260 34 266 44 270L0 300-44 270C-34 266-27 260-25 246z", skin) +
    piece("M-25 196H25V236C12 256-12 256-25 236z", shade(skin, 0.3))
  );
}

/**
 * Ears and face, with one cheek turned from the light. No features, and no mouth in a beard: these are nobody in particular.
 *
 * @param turn how far the face looks to the left, from 0 (to the front) to 1: the cheek is broader, the far ear is gone
 */
export function face(
  { jaw, chin, chinY }: FaceShape,
  skin: Color,
  { hasEars, turn }: { hasEars: boolean; turn: number },
): string {
  const half = (side: number) =>
    `C${52 * side} 180 ${jaw * side} ${chinY - 30} ${chin * side} ${chinY - 9}C${chin * 0.5 * side} ${chinY + 1} 0 ${chinY} 0 ${chinY}`;
  const ear = piece("M50 140c12-6 18 4 15 16-2 14-8 20-15 16z", shade(skin, 0.1));
  const cheek = Math.round(44 - 24 * turn);
  return (
    (hasEars ? (turn ? ear : both(ear)) : "") +
    piece(
      `M-52 146C-52 104-32 82 0 82S52 104 52 146${half(1)}C0 ${chinY} ${-chin * 0.5} ${chinY + 1} ${-chin} ${chinY - 9}C${-jaw} ${chinY - 30}-52 180-52 146z`,
      skin,
    ) +
    piece(
      `M52 130V146${half(1)}C${Math.round(jaw * (0.6 - 0.25 * turn))} ${chinY - 24} ${cheek - 4} 178 ${cheek} 120z`,
      shade(skin, 0.09),
    )
  );
}

type Draw = (color: Color, skin: Color) => string;

export const beards = {
  full: (color) =>
    piece(
      "M-53 142C-54 200-38 246 0 248S54 200 53 142C50 168 44 180 31 182 18 180 12 176 0 179-12 176-18 180-31 182-44 180-50 168-53 142z",
      color,
    ),
  short: (color) =>
    piece(
      "M-53 146C-52 192-36 236 0 237S52 192 53 146C49 176 43 190 30 190 18 184 10 183 0 185-10 183-18 184-30 190-43 190-49 176-53 146z",
      color,
    ),
  stubble: (color, skin) =>
    piece(
      "M-52 158C-50 194-36 233 0 234S50 194 52 158C49 184 42 198 28 199 18 191 10 189 0 191-10 189-18 191-28 199-42 198-49 184-52 158z",
      mix(skin, color, 0.14),
    ),
  goatee: (color) =>
    piece("M-24 190C-18 182-8 181 0 184 8 181 18 182 24 190 26 206 22 238 0 240S-26 206-24 190z", color),
  moustache: (color) =>
    piece("M0 184C10 176 26 180 33 194 22 192 8 196 0 193-8 196-22 192-33 194-26 180-10 176 0 184z", color),
  long: (color) =>
    piece(
      "M-53 142C-56 210-34 288 0 298S56 210 53 142C50 168 44 178 31 180 18 178 12 174 0 177-12 174-18 178-31 180-44 178-50 168-53 142z",
      color,
    ) + line("M-16 236Q-12 262-3 276M18 232Q16 254 8 268", lineOn(color), 3),
} satisfies Record<string, Draw>;
export type Beard = keyof typeof beards;

const frame = (shape: string, color: Color, width: number) =>
  `<g fill="white" fill-opacity=".14" stroke="${color}" stroke-width="${width}">${shape}<path d="M-7 150Q0 145 7 150M-42 148L-53 144M42 148L53 144" fill="none"/></g>`;

export const glasses = {
  round: (color) => frame('<circle cx="-25" cy="154" r="18"/><circle cx="25" cy="154" r="18"/>', color, 4),
  square: (color) =>
    frame(
      '<rect x="-44" y="139" width="37" height="29" rx="7"/><rect x="7" y="139" width="37" height="29" rx="7"/>',
      color,
      4.5,
    ),
  browline: (color) =>
    frame(
      '<path d="M-44 144c0 34 37 34 37 2M44 144c0 34-37 34-37 2"/><path d="M-44 145H-8M44 145H8" stroke-width="7" stroke-linecap="round"/>',
      color,
      3,
    ),
  cat: (color) =>
    frame(
      '<path d="M-48 138C-34 138-18 140-8 146-6 160-12 170-25 170-38 170-44 158-48 138zM48 138C34 138 18 140 8 146 6 160 12 170 25 170 38 170 44 158 48 138z" stroke-linejoin="round"/>',
      color,
      4.5,
    ),
} satisfies Record<string, (color: Color) => string>;
export type Glasses = keyof typeof glasses;

/** The one that is always seen. */
export const earrings = {
  hoops: (color) => `<circle cx="60" cy="186" r="11" fill="none" stroke="${color}" stroke-width="4"/>`,
  drops: (color) => piece("M60 172l7 22a8 8 0 1 1-14 0z", color),
  studs: (color) => `<circle cx="59" cy="171" r="5" fill="${color}"/>`,
} satisfies Record<string, (color: Color) => string>;
export type Earrings = keyof typeof earrings;
