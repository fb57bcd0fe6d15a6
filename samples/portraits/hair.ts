// biome-ignore-all lint/style/noExcessiveLinesPerFile: drawings are data, and a style stands in one place.
import { type Color, mix } from "../theme-colors.ts";
import { lineOn } from "./colors.ts";
import { beads, both, cloud, line, piece } from "./paper.ts";

export interface HairStyle {
  /** Behind the shoulders. */
  back?(color: Color): string;
  /** On the shoulders, under the face. */
  over?(color: Color): string;
  /** On the face. */
  front?(color: Color, skin: Color): string;
  coversEars?: boolean;
}

/** Hair drawn back from the forehead, as under a bun. */
const drawnBack = "M-54 150C-62 96-38 72 0 72S62 96 54 150C52 128 42 108 0 104-42 108-52 128-54 150z";

export const hairStyles = {
  bald: {},

  fringe: {
    back: (color) => piece("M-58 140C-62 176-56 196-44 204H44C56 196 62 176 58 140z", color),
    front: (color) =>
      both(piece("M-47 168C-56 168-60 158-59 144-60 130-56 118-49 112-46 124-47 146-47 168z", color)),
  },

  receding: {
    front: (color) =>
      piece(
        "M-54 156C-62 100-42 72 0 72S62 100 54 156H50C49 138 48 128 44 120 42 108 36 100 27 97 20 106 10 110 0 112-10 110-20 106-27 97-36 100-42 108-44 120-48 128-49 138-50 156z",
        color,
      ),
  },

  buzz: {
    front: (color, skin) =>
      piece(
        "M-53 150C-57 98-36 77 0 77S57 98 53 150H50C49 130 45 120 38 114 14 107-14 107-38 114-45 120-49 130-50 150z",
        mix(color, skin, 0.22),
      ),
  },

  crop: {
    front: (color) =>
      piece(
        "M-54 158C-66 92-38 64 0 64S66 92 54 158H50C51 138 49 126 45 116Q34 124 22 117 11 125 0 118-11 125-22 117-34 124-45 116-49 126-51 138-50 158z",
        color,
      ),
  },

  parted: {
    front: (color) =>
      piece(
        "M-54 160C-70 94-40 60 6 62 50 64 66 98 54 160H50C51 138 48 124 41 114 14 116-16 108-30 92-32 110-44 122-49 134-50 144-50 150-50 160z",
        color,
      ) + line("M-30 92C-24 82-10 74 4 72", lineOn(color), 2.5),
  },

  swept: {
    front: (color) =>
      piece(
        "M-53 158C-62 116-58 94-47 84-40 52-2 40 34 50 62 58 66 96 54 158H50C51 134 48 122 42 112 18 114-14 108-32 96-44 112-49 130-50 158z",
        color,
      ) + line("M-30 88C-16 70 6 62 30 66M2 100C14 92 28 90 42 96", lineOn(color), 2.5),
  },

  hightop: {
    front: (color) =>
      piece(
        "M-52 152C-55 122-59 96-57 70-54 54-30 50 0 50S54 54 57 70C59 96 55 122 52 152H50C49 132 46 122 41 115 16 107-16 107-41 115-46 122-49 132-50 152z",
        color,
      ),
  },

  waves: {
    front: (color) =>
      piece(
        "M-54 162C-58 140-66 130-60 112-66 96-52 88-46 76-34 60-18 66-4 58 14 50 26 64 40 66 54 70 54 88 62 98 68 114 58 130 56 146 56 152 56 156 54 162H50C52 140 46 126 40 118 28 122 22 110 8 114-8 118-20 104-32 108-42 116-48 134-50 162z",
        color,
      ),
  },

  shortafro: {
    front: (color) =>
      piece(
        "M-54 164C-92 146-86 44 0 42S92 146 54 164C55 140 49 126 41 117 16 107-16 107-41 117-49 126-55 140-54 164z",
        color,
      ),
  },

  afro: {
    back: (color) => piece(`${cloud([0, 126], [96, 94], [70, 470], 22)}z`, color),
    front: (color) =>
      piece(
        "M-56 158C-62 98-32 76 0 76S62 98 56 158C54 138 48 126 41 118 16 108-16 108-41 118-48 126-54 138-56 158z",
        color,
      ),
    coversEars: true,
  },

  curls: {
    front: (color) =>
      piece(
        `${cloud([0, 124], [62, 62], [148, 392], 10)}L47 150${"a13 13 0 0 1-6-24a14 14 0 0 1-24-10a15 15 0 0 1-27 1a14 14 0 0 1-25 8a13 13 0 0 1-12 25"}z`,
        color,
      ),
  },

  longcurls: {
    back: (color) => piece(`${cloud([0, 172], [92, 118], [52, 488], 20)}z`, color),
    front: (color) =>
      piece(
        `${cloud([0, 132], [66, 66], [158, 382], 9)}L50 164a14 14 0 0 1-6-26a15 15 0 0 1-18-20a16 16 0 0 1-26-14a16 16 0 0 1-27 14a15 15 0 0 1-17 20a14 14 0 0 1-6 26z`,
        color,
      ),
    coversEars: true,
  },

  pixie: {
    front: (color) =>
      piece(
        "M-55 172C-70 96-40 58 4 60 52 62 68 100 56 168 52 172 48 168 48 160 50 142 48 128 40 116 8 132-26 128-44 122-50 132-50 150-48 166-50 174-53 176-55 172z",
        color,
      ) + line("M40 116C26 106 12 92 8 80M16 122C2 114-8 104-12 92", lineOn(color), 2.5),
  },

  bob: {
    back: (color) =>
      piece("M-66 226C-84 140-70 58 0 58S84 140 66 226C50 238 30 240 0 240S-50 238-66 226z", color),
    front: (color) =>
      piece(
        "M-66 226C-84 140-70 58 0 58S84 140 66 226C60 232 52 234 46 232 54 196 52 150 43 122 18 128-18 128-43 122-52 150-54 196-46 232-52 234-60 232-66 226z",
        color,
      ),
    coversEars: true,
  },

  sidebob: {
    back: (color) =>
      piece("M-66 222C-84 140-70 58 2 58S86 140 70 228C50 240 30 240 0 240S-50 236-66 222z", color),
    front: (color) =>
      piece(
        "M-66 222C-84 140-70 58 2 58S86 140 70 228C62 236 52 238 44 234 56 196 54 160 46 136 22 132-8 116-22 88-30 112-42 126-49 142-53 168-54 196-48 226-54 230-60 228-66 222z",
        color,
      ) + line("M-22 88C-18 78-8 70 6 68", lineOn(color), 2.5),
    coversEars: true,
  },

  shoulder: {
    back: (color) => piece("M-74 268C-58 200-84 60 0 58S58 200 74 268C50 288-50 288-74 268z", color),
    front: (color) =>
      piece(
        "M0 60C-56 58-72 108-64 168-62 200-62 220-66 246L-46 236C-56 196-54 152-40 124-24 112-6 102 0 84 6 102 24 112 40 124 54 152 56 196 46 236L66 246C62 220 62 200 64 168 72 108 56 58 0 60z",
        color,
      ) + line("M0 84V66", lineOn(color), 2.5),
    coversEars: true,
  },

  long: {
    back: (color) => piece("M-74 352C-64 270-88 60 0 58S64 270 74 352z", color),
    over: (color) =>
      both(piece("M54 200C64 240 76 290 72 348 60 352 48 346 44 334 48 296 42 256 42 222z", color)),
    front: (color) =>
      piece(
        "M4 58C-58 56-72 108-66 168-64 196-62 214-62 232L-42 226C-54 196-55 160-46 134-34 122-28 110-20 90-2 116 28 122 42 136 54 160 54 196 42 226L62 232C62 214 64 196 66 168 74 108 58 58 4 58z",
        color,
      ) + line("M-20 90C-16 78-8 70 4 66", lineOn(color), 2.5),
    coversEars: true,
  },

  wavylong: {
    back: (color) =>
      piece(
        "M-76 318C-96 296-72 278-82 252-94 226-68 206-78 176-92 120-66 56 0 56S92 120 78 176C68 206 94 226 82 252 72 278 96 296 76 318z",
        color,
      ),
    front: (color) =>
      piece(
        "M0 58C-60 56-74 104-66 150-62 176-74 190-64 216L-46 204C-58 176-48 154-44 132-26 126-14 110-12 86 2 118 32 120 44 134 48 154 58 176 46 204L64 216C74 190 62 176 66 150 74 104 60 56 0 58z",
        color,
      ),
    coversEars: true,
  },

  bun: {
    back: (color) => piece("M0 26a30 30 0 1 1-.1 0z", color),
    front: (color) => piece(drawnBack, color) + line("M-26 82C-12 74 12 74 26 82", lineOn(color), 2.5),
  },

  lowbun: {
    back: (color) => piece("M48 190a28 28 0 1 1-.1 0z", color),
    front: (color) =>
      piece(
        "M-55 158C-66 96-38 66 0 66S66 96 55 158C54 138 46 122 34 114 16 108 4 100 0 86-4 100-16 108-34 114-46 122-54 138-55 158z",
        color,
      ) + line("M0 86V70", lineOn(color), 2.5),
  },

  ponytail: {
    back: (color) => piece("M30 130C74 150 92 200 82 246 80 262 74 276 66 288 60 262 44 240 38 206z", color),
    front: (color) => piece(drawnBack, color) + line("M-14 78C8 78 28 86 40 98", lineOn(color), 2.5),
  },

  plait: {
    over: (color) => beads("M50 196C72 222 66 262 62 330", color, 26, 15),
    front: (color) =>
      piece(
        "M-55 160C-68 96-40 64 0 64S68 96 58 160C60 180 62 196 58 206 48 198 48 180 50 160 50 140 44 124 32 114 8 112-14 104-24 88-30 106-42 116-46 124-52 136-54 148-55 160z",
        color,
      ) + line("M-24 88C-20 78-12 72-2 70", lineOn(color), 2.5),
  },

  braids: {
    back: (color) => piece("M-68 250C-80 160-76 62 0 60S80 160 68 250z", color),
    over: (color) =>
      both(
        beads("M58 176C66 220 58 270 68 336", color, 11, 8) +
          beads("M68 176C80 220 74 270 86 334", color, 11, 8) +
          beads("M48 196C52 230 44 270 51 338", color, 11, 8),
      ),
    front: (color) =>
      piece(
        "M0 60C-58 58-76 110-70 196L-52 192C-54 160-52 136-42 120-24 112-6 102 0 84 6 102 24 112 42 120 52 136 54 160 52 192L70 196C76 110 58 58 0 60z",
        color,
      ) + line("M0 84V64M-20 100C-40 108-56 130-60 180M20 100C40 108 56 130 60 180", lineOn(color), 2),
    coversEars: true,
  },

  locs: {
    back: (color) =>
      both(
        line("M20 90C50 110 66 170 60 246M20 84C64 104 80 170 76 262M20 78C76 96 96 170 92 250", color, 15),
      ),
    over: (color) => both(line("M52 150C60 190 56 220 62 262M60 150C74 190 72 230 80 276", color, 14)),
    front: (color) =>
      piece(
        "M-58 168C-70 96-40 62 0 62S70 96 58 168C56 140 48 124 38 116 14 106-14 106-38 116-48 124-56 140-58 168z",
        color,
      ) +
      line(
        "M0 64V106M-24 68C-28 84-26 96-24 108M24 68C28 84 26 96 24 108M-44 84C-46 98-44 110-42 118M44 84C46 98 44 110 42 118",
        lineOn(color),
        2,
      ),
    coversEars: true,
  },

  locbun: {
    back: (color) =>
      piece("M0 30a30 27 0 1 1-.1 0z", color) +
      line("M-24 46Q0 62 26 44M-28 62Q0 76 28 62M-10 32Q4 46 18 34", lineOn(color), 2.5),
    front: (color) =>
      piece(drawnBack, color) +
      line(
        "M0 104V76M-22 106C-22 92-14 82-8 76M22 106C22 92 14 82 8 76M-40 116C-40 98-30 86-18 78M40 116C40 98 30 86 18 78",
        lineOn(color),
        2,
      ),
  },

  cornrows: {
    back: (color) => piece("M50 186a24 24 0 1 1-.1 0z", color),
    front: (color, skin) =>
      piece(
        "M-53 152C-58 98-36 76 0 76S58 98 53 152C52 130 44 116 34 112 14 105-14 105-34 112-44 116-52 130-53 152z",
        color,
      ) +
      line(
        "M0 107V80M-16 108C-16 94-12 86-8 80M16 108C16 94 12 86 8 80M-32 112C-31 98-24 88-17 82M32 112C31 98 24 88 17 82M-45 124C-44 106-38 96-30 88M45 124C44 106 38 96 30 88",
        mix(color, skin, 0.55),
        2,
      ),
  },

  coils: {
    front: (color) =>
      piece(
        `${cloud([0, 122], [60, 66], [156, 384], 13)}L48 154C48 134 46 124 40 116a9 9 0 0 1-16-4a9 9 0 0 1-16-1a9 9 0 0 1-16 0a9 9 0 0 1-16 1a9 9 0 0 1-16 4C-46 124-48 134-48 154z`,
        color,
      ),
  },
} satisfies Record<string, HairStyle>;
