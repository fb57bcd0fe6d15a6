import { shade } from "./colors.ts";
import type { HairStyle } from "./hair.ts";
import { line, piece } from "./paper.ts";

/** What is worn over the hair; the color is a fabric's. Only casting gives these, never the seed: they mean something. */
export const coverings = {
  hijab: {
    back: (color) =>
      piece(
        "M-104 300C-60 250-82 200-76 140-70 84-40 54 0 54S70 84 76 140C82 200 60 250 104 300z",
        shade(color),
      ),
    over: (color) =>
      piece("M-72 188C-66 268-96 280-122 312-80 336 60 340 118 310 90 282 70 262 72 188z", color),
    front: (color) =>
      piece(
        "M0 54C-46 54-78 86-76 148-74 200-66 236-26 258 0 268 30 262 52 240 74 214 80 180 76 140 72 86 44 54 0 54zM0 102C30 102 46 122 47 150 48 188 28 236 0 237S-48 188-47 150C-46 122-30 102 0 102z",
        color,
      ) +
      piece(
        "M-46 136C-43 114-27 101 0 101S43 114 46 136C38 118 22 110 0 110S-38 118-46 136z",
        shade(color, 0.45),
      ) +
      line("M-52 226C-24 262 30 262 62 222M-60 242C-24 284 30 288 76 250", shade(color, 0.32), 3),
    coversEars: true,
  },

  headwrap: {
    front: (color) =>
      piece(
        "M-56 142C-100 112-84 46-24 40 28 26 80 36 84 80 86 110 72 128 56 142 34 110-34 110-56 142z",
        color,
      ) +
      piece(
        "M-10 66C-40 58-40 30-16 30-6 14 30 16 34 32 58 34 60 62 36 68 20 76 4 74-10 66z",
        shade(color, 0.2),
      ) +
      line(
        "M-66 122C-46 84 10 70 74 92M-72 96C-58 74-36 62-16 58M-44 124C-20 100 30 96 66 114M2 62C0 50 8 42 20 42",
        shade(color, 0.38),
        3,
      ),
  },

  turban: {
    front: (color) =>
      piece("M-58 146C-90 96-58 34 0 32S90 96 58 146C46 124 22 106 0 96-22 106-46 124-58 146z", color) +
      piece("M-18 104Q0 82 18 104L0 96z", shade(color, 0.45)) +
      line(
        "M0 96C-30 84-56 90-68 104M0 96C-24 68-50 62-66 74M0 96C30 84 56 90 68 104M0 96C24 66 48 56 60 62M4 92C12 66 18 48 32 40",
        shade(color, 0.34),
        3,
      ),
  },

  wrapturban: {
    front: (color) =>
      piece("M-56 142C-88 112-74 44-6 42 66 38 88 104 56 142 30 114-30 114-56 142z", color) +
      line(
        "M-64 116C-40 80 0 76 64 88M-66 90C-46 66-24 58 30 56M-40 124C-16 98 30 92 66 110",
        shade(color, 0.34),
        3,
      ) +
      piece("M-16 96C-26 74-8 54 16 60 32 72 24 98 8 104-2 106-12 104-16 96z", shade(color, 0.16)) +
      line("M-6 92C-8 80 4 70 14 76", shade(color, 0.38), 3),
  },

  kufi: {
    front: (color) =>
      piece("M-52 132C-56 96-52 74-44 66-20 52 20 52 44 66 52 74 56 96 52 132 30 116-30 116-52 132z", color) +
      line("M-52 116C-26 100 26 100 52 116", shade(color, 0.36), 4) +
      line("M-48 92C-24 78 24 78 48 92", shade(color, 0.36), 4, ' stroke-dasharray="1 9"'),
  },
} satisfies Record<string, HairStyle>;
