import type { Color } from "../theme-colors.ts";
import { lineOn, shade } from "./colors.ts";
import { both, line, piece } from "./paper.ts";

/** Colors of an outfit: the main fabric, a second one under or on it, and the wearer's skin in the neckline. */
export interface Outfit {
  main: Color;
  second: Color;
  skin: Color;
}

export interface Garment {
  /** Behind the neck: the inside of a collar, a hood. */
  behind?(outfit: Outfit): string;
  front(outfit: Outfit): string;
}

const body = (color: Color) =>
  piece(
    "M-134 352C-132 310-104 286-66 274-46 268-34 262-28 252H28C34 262 46 268 66 274 104 286 132 310 134 352z",
    color,
  );
const sleeves = (color: Color) =>
  line("M-92 352C-92 334-88 318-78 304M92 352C92 334 88 318 78 304", lineOn(color), 2.5);
const inside = (color: Color) => piece("M-42 270C-40 244-30 236 0 236S40 244 42 270z", shade(color, 0.4));
const crewOpening = "M-31 250C-24 282 24 282 31 250z";
const plain = ({ main }: Outfit) => body(main) + sleeves(main);

export const garments = {
  crew: {
    behind: ({ main }) => inside(main),
    front: (o) =>
      plain(o) + piece(crewOpening, o.skin) + line("M-33 252C-25 287 25 287 33 252", shade(o.main, 0.3), 6),
  },

  stripes: {
    behind: ({ main }) => inside(main),
    front: (o) =>
      body(o.main) +
      line("M-92 296Q0 312 92 296M-110 314Q0 330 110 314M-119 332Q0 348 119 332", o.second, 6) +
      piece("M-40 262C-30 294 30 294 40 262L28 250H-28z", o.skin) +
      line("M-43 266C-31 299 31 299 43 266", shade(o.main, 0.3), 5),
  },

  vneck: {
    behind: ({ main }) => inside(main),
    front: (o) =>
      plain(o) +
      piece("M-30 250L0 312 30 250z", o.skin) +
      line("M-33 254L0 318 33 254", shade(o.main, 0.3), 6),
  },

  scrubs: {
    behind: ({ main }) => inside(main),
    front: (o) =>
      plain(o) +
      piece("M-34 254L0 322 34 254z", o.second) +
      piece(crewOpening, o.skin) +
      line("M-36 258L0 326 36 258", shade(o.main, 0.3), 6),
  },

  turtleneck: {
    front: (o) =>
      plain(o) +
      piece("M-31 226C-14 236 14 236 31 226L36 262C14 274-14 274-36 262z", shade(o.main, 0.12)) +
      line("M-33 244C-14 254 14 254 33 244", shade(o.main, 0.3), 2.5),
  },

  shirt: {
    behind: ({ main }) => inside(main),
    front: (o) =>
      plain(o) +
      piece("M-28 250L0 300 28 250z", o.skin) +
      line("M0 300V352", shade(o.main, 0.25), 2.5) +
      both(piece("M30 240L4 298 32 306 52 262z", shade(o.main, 0.1))) +
      `<circle cx="6" cy="326" r="3" fill="${shade(o.main, 0.35)}"/>`,
  },

  blazer: {
    behind: ({ main }) => inside(main),
    front: (o) =>
      plain(o) +
      piece("M-30 250L-4 352H4L30 250z", o.second) +
      piece(crewOpening, o.skin) +
      both(piece("M32 246L4 352H12L62 304 50 292 64 280z", shade(o.main, 0.18))),
  },

  suit: {
    behind: ({ second }) => inside(second),
    front: (o) =>
      plain(o) +
      piece("M-30 248L-4 352H4L30 248z", o.second) +
      piece("M-31 244L0 290 31 244z", o.skin) +
      both(
        piece("M30 240L3 290 24 304 40 262z", shade(o.second, 0.08)) +
          piece("M38 256L4 352H12L64 308 52 294 68 284z", shade(o.main, 0.18)),
      ),
  },

  cardigan: {
    behind: ({ main }) => inside(main),
    front: (o) =>
      plain(o) +
      piece("M-34 252L0 340 34 252z", o.second) +
      piece(crewOpening, o.skin) +
      line("M-37 256L-2 346M37 256L2 346", shade(o.main, 0.26), 8) +
      `<circle cx="0" cy="347" r="3.5" fill="${o.second}"/>`,
  },

  mandarin: {
    behind: ({ main }) => inside(main),
    front: (o) =>
      plain(o) +
      piece("M-9 262H9V352H-9z", shade(o.main, 0.14)) +
      both(piece("M32 238L36 262C26 270 14 276 3 277L2 264C14 262 24 254 32 238z", shade(o.main, 0.22))) +
      line("M0 292V292.1M0 314V314.1M0 336V336.1", o.second, 7),
  },

  boat: {
    front: (o) =>
      plain(o) +
      piece("M-68 273C-44 302 44 302 68 273 48 267 34 261 28 250H-28C-34 261-48 267-68 273z", o.skin) +
      line("M-36 284C-24 286-12 284-6 280M36 284C24 286 12 284 6 280", shade(o.skin, 0.14), 3),
  },

  pendant: {
    behind: ({ main }) => inside(main),
    front: (o) =>
      plain(o) +
      piece("M-44 264C-36 306 36 306 44 264L28 250H-28z", o.skin) +
      line("M-27 256L0 312 27 256", o.second, 2.5) +
      `<circle cx="0" cy="318" r="8" fill="${o.second}"/>`,
  },

  hoodie: {
    behind: ({ main }) => piece("M-74 288C-78 240-50 224 0 224S78 240 74 288z", shade(main, 0.26)),
    front: (o) =>
      plain(o) +
      piece(crewOpening, o.second) +
      piece("M-27 246C-20 268 20 268 27 246z", o.skin) +
      both(
        piece("M30 240C54 244 70 262 72 282 50 304 22 306 2 292 22 282 32 264 30 240z", shade(o.main, 0.14)),
      ) +
      line("M-16 298V330M16 298V324", o.second, 4),
  },

  shawl: {
    front: (o) =>
      body(o.second) +
      piece("M-31 250C-24 278 24 278 31 250z", o.skin) +
      piece("M-136 352C-136 300-92 274-36 252-20 280 30 318 92 352z", o.main) +
      piece("M136 352C134 304 98 276 38 254 26 268 10 284-8 296L70 352z", shade(o.main, 0.14)) +
      line("M-104 318C-70 312-30 322 10 346M-88 298C-50 292-10 306 40 338", shade(o.main, 0.3), 2.5),
  },

  muffler: {
    front: (o) =>
      plain(o) +
      piece(
        "M-42 240C-20 254 20 254 42 240 56 252 56 276 44 284 16 298-16 298-44 284-56 276-56 252-42 240z",
        o.second,
      ) +
      piece(
        "M6 284C24 282 38 276 46 268 60 292 64 320 60 352H22C26 326 20 304 6 284z",
        shade(o.second, 0.16),
      ) +
      line("M-44 262C-16 280 16 280 44 262", shade(o.second, 0.28), 3),
  },

  apron: {
    behind: ({ main }) => inside(main),
    front: (o) =>
      plain(o) +
      piece(crewOpening, o.skin) +
      piece("M-52 312H52L58 352H-58z", o.second) +
      line("M-46 316L-40 266M46 316L40 266", o.second, 9),
  },

  wrap: {
    behind: ({ main }) => inside(main),
    front: (o) =>
      plain(o) +
      piece("M-32 252L8 324 32 252z", o.skin) +
      piece("M-34 250C-24 288 0 316 40 352H-20L-60 272z", shade(o.main, 0.12)) +
      line("M34 252C26 286 12 312-6 330", shade(o.main, 0.3), 5),
  },
} satisfies Record<string, Garment>;
export type GarmentName = keyof typeof garments;
