import type { StillLifeName } from "#content-model/still-lifes.ts";

/**
 * What a sheet of the cut paper is: dark, light or the one bright color, the ground's, a tone between ground and paper, or a shadow;
 * a line is a narrow strip of it, and one without a color lies on the ground or beyond it, where dark paper would not be seen at night.
 */
export type Sheet =
  | "ground"
  | "ink"
  | "paper"
  | "spark"
  | "shade"
  | "shadow"
  | "line"
  | "ink-line"
  | "paper-line"
  | "spark-line";

/** The path of one, in a field of any size. */
export const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;
const square = (x: number, y: number) => `M${x} ${y}l13-1 1 14-14 1z`;
/** Hangs from its point by the ring. */
const key = (x: number, y: number) => `M${x} ${y + 16}a8 8 0 1 1 1 0zv26h8m-8-9h6`;
/** Where two meet: the same in both scenes. */
const room = "M8 50l298-10 8 190-310 8z";
const roomLamp = "M158 44h5v33h-5zM130 106l22-28 18-1 24 27z";
const table = "M32 182l258-8 2 14-12 0 1 35-232 6-1-35-15 0z";
const tableEdge = "M55 198l222-7";
const grid = (columns: number[]) =>
  columns.flatMap((x) => [116, 142, 168, 194].map((y) => square(x, y))).join("");

/** A chair seen from above, turned to the middle of the ground, so many steps of an eighth round it, and pulled out so far. */
function chair(steps: number, pulled = 0) {
  const turn = (steps * Math.PI) / 4 + 0.2;
  const at = (out: number, aside: number) => {
    const away = 96 + pulled + out;
    const [x, y] = [Math.sin(turn), -Math.cos(turn)];
    return `${Math.round(160 + away * x + aside * y)} ${Math.round(140 + away * y - aside * x)}`;
  };
  return {
    seat: `M${at(-18, -15)}L${at(-16, 16)}L${at(15, 19)}L${at(14, -18)}z`,
    back: `M${at(13, -23)}L${at(13, 24)}L${at(23, 21)}L${at(24, -20)}z`,
  };
}
const chairs = (part: "seat" | "back", steps: number[]) => steps.map((step) => chair(step)[part]).join("");
/** For whoever comes. */
const free = chair(0, 18);

/** Layers of each, from the table up, in a field of 320 by 280 with its ground around 160 140. */
export const drawings: Record<StillLifeName, [Sheet, string][]> = {
  // A short letter, signed, and what is handed in with it.
  badge: [
    ["shadow", "M76 56l148-10 13 172-146 10z"],
    ["paper", "M66 46l146-10 13 168-146 10z"],
    ["ink-line", "M90 82l94-6M92 106l84-6M94 130l48-3"],
    ["spark-line", "M98 176q14-34 22-8t18-8q10-8 12 4t30-10"],
    ["line", "M250 152c-42-40-26-104 2-104s28 66 2 104"],
    ["ink", "M214 156l74-5 7 100-75 5z"],
    ["paper", "M224 180l56-4 4 66-55 4z"],
    ["shade", `${circle(254, 200, 11)}M231 243l4-22 19-9 21 7 6 21z`],
    ["paper-line", "M242 165l18-1"],
  ],
  calendar: [
    ["shadow", "M86 70l160-6 10 166-162 9z"],
    ["paper", "M76 60l158-7 10 162-162 9z"],
    ["ink", "M76 60l158-7 3 39-159 7z"],
    ["line", "M110 44v26M155 42v26M202 40v26"],
    ["shade", grid([96, 123, 150, 177])],
    ["spark", grid([206])],
  ],
  car: [
    ["paper", circle(222, 62, 20)],
    ["spark", "M252 170l64-22 2 68-64-20z"],
    ["ink", "M52 196l8-42 34-8 30-38 70-3 34 40 24 8 6 42z"],
    ["paper", "M110 146l24-29 28-2 1 29zM172 115l20-1 27 30-45 0z"],
    ["ink", `${circle(194, 132, 8)}M180 146l4-9 20 0 6 9z`],
    ["ink", circle(98, 196, 22) + circle(218, 196, 22)],
    ["shade", circle(98, 196, 9) + circle(218, 196, 9)],
    ["paper-line", "M74 232h34M142 232h34M210 232h34"],
  ],
  // Seven have come, and one place is free.
  circle: [
    ["paper", circle(161, 139, 40)],
    ["line", circle(159, 140, 28) + circle(157, 142, 15) + circle(156, 143, 4)],
    ["paper", chairs("seat", [1, 3, 5, 7])],
    ["shade", chairs("seat", [2, 4, 6])],
    ["ink", chairs("back", [1, 2, 3, 4, 5, 6, 7])],
    ["spark", free.seat],
    ["ink", free.back],
  ],
  // She stands over the table and leans on it; he writes the day down.
  "dark-room": [
    ["ink", room],
    ["ground", `${roomLamp}M204 138l62-2 2 48-62 2z`],
    [
      "shade",
      `${circle(90, 70, 18)}M46 186l16-48 4 46 48-2 2-46 18 46 14-4-20-72-38-18-38 20-20 74z${circle(230, 115, 17)}M272 178l-12-34-30-12-30 14-18 36z`,
    ],
    ["ground", table],
    ["ink-line", tableEdge],
    ["paper", "M154 166l42-2 8 14-48 2z"],
    ["spark", "M164 169l24-1 3 5-26 1z"],
    ["shade", circle(40, 181, 8) + circle(142, 177, 8) + circle(206, 174, 8)],
  ],
  drafts: [
    ["shade", "M58 84l118-30 36 142-122 30z"],
    ["shadow", "M86 64l130-8 10 160-132 8z"],
    ["paper", "M78 56l128-6 10 158-132 8z"],
    ["ink-line", "M98 84l84-4M98 98l58-3M101 120l78-4M102 134l66-4M104 156l80-5"],
    ["shade", "M92 96l98-22 1 7-98 22zM95 132l96-22 1 7-96 22zM97 160l97-15 1 7-97 15z"],
    ["spark", "M106 178l50-3 1 11-50 3z"],
    ["ink", "M244 92l17 9-58 92-20 12 2-22z"],
    ["paper", "M185 183l18 10-20 12z"],
  ],
  form: [
    ["ink", "M78 40l152-10 14 206-158 10z"],
    ["paper", "M92 56l126-8 12 172-132 9z"],
    ["shade", "M128 28l50-4 3 24-51 4z"],
    ["ink-line", "M112 86l66-4M142 118l58-3M144 148l42-3"],
    ["ink", `${square(112, 110)}${square(114, 140)}${square(116, 170)}`],
    ["paper-line", "M115 117l3 4 6-9"],
    ["shade", "M166 160l92-14 14 72-92 14z"],
    ["paper-line", "M182 176l44-7M185 190l30-5"],
    ["spark", `${circle(238, 192, 15)}M230 205l-3 25 11-7 10 7-1-25-9 2z`],
  ],
  frames: [
    ["ink", "M24 74l78-4 4 94-80 4zM120 68l78-2 2 94-78 4zM216 64l78 2-2 94-78-2z"],
    ["paper", "M131 79l56-2 1 72-56 3zM226 76l57 1-1 72-57-1z"],
    ["spark", "M35 84l56-3 3 72-57 4z"],
    ["ink", `${circle(64, 108, 13)}M38 157l8-29 19-6 19 5 10 26z`],
    ["ground", `${circle(160, 104, 13)}M133 152l7-26 21-8 18 7 9 24z`],
    ["ground", `${circle(254, 102, 13)}M226 148l8-25 20-7 19 7 9 26z`],
    ["line", "M36 72l28-24 26 22M134 66l26-22 26 20M228 63l26-20 28 20"],
    ["ink", "M52 208l216-8 2 15-218 8zM74 222l12-1 0 36-11 0zM234 216l12-1 2 36-12 0z"],
    ["paper", "M148 178l28-2-2 26-23 1z"],
  ],
  headset: [
    ["paper", circle(160, 150, 44)],
    ["spark", "M160 150l0-44a44 44 0 0 1 38 66z"],
    ["ink-line", "M160 116v34l24 14"],
    ["line", "M80 152c-6-122 168-122 160-4M92 190c2 44 22 56 58 52"],
    ["ink", "M66 140l32-4 6 62-34 2zM222 136l32 2-2 60-34 0zM144 230l34-2 2 22-34 2z"],
    ["shade", "M98 144l12 0 2 48-10 0zM210 144l12-1 0 48-12 0z"],
  ],
  keys: [
    ["shade", "M66 50l-44 24 6 150 40 6z"],
    ["ink", "M62 46l188-6 8 180-192 8z"],
    ["paper", "M76 60l160-5 7 152-164 7z"],
    ["ink-line", [key(98, 74), key(138, 73), key(218, 70), key(100, 140), key(182, 137)].join("")],
    ["shade", circle(178, 78, 4) + circle(141, 144, 4) + circle(222, 141, 4)],
    ["spark-line", circle(272, 168, 24)],
    ["line", "M274 192l2 34 9-1m-10-8l7-1M286 188l20 24 8-6m-13-4l6-5"],
  ],
  lamp: [
    ["spark", "M70 128l82 8 20 88-152 4z"],
    ["ink", "M74 130l32-64 40-8 10 30-4 50z"],
    ["line", "M150 72l70 44 14 96"],
    ["ink", "M196 210l72-3 4 16-80 3z"],
    ["shade", "M44 214l110-4 1 14-112 4z"],
    ["ink", "M50 198l100-2 3 14-106 4z"],
    ["paper", "M44 186l104-4 2 13-104 4z"],
    ["shade", "M54 172l92-4 2 14-94 4z"],
    ["paper-line", "M64 206l30-1"],
    ["paper", circle(230, 74, 13)],
  ],
  // Somebody under a lamp reads what has come; the envelope lies open beside the cup.
  letter: [
    ["paper", "M138 62l48-2 56 140-164 4z"],
    ["ink", "M158-16h5V25h-5zM118 64l26-38 36-1 28 36z"],
    ["spark", "M140 63l48-2q-22 26-48 2z"],
    ["ink", `${circle(164, 112, 22)}M104 204l12-48 48-22 48 22 14 46z`],
    ["shade", "M126 152l72-3 5 54-74 3z"],
    ["ink-line", "M140 166l44-2M141 178l48-2M142 190l28-1"],
    ["ink", circle(127, 186, 9) + circle(202, 182, 9)],
    ["shade", "M68 214l190-6 2 60-192 6z"],
    ["ink", "M34 202l254-8 2 15-254 8z"],
    ["spark", "M50 172l56-3 2 32-56 3zM234 164l30-2-3 34-24 1z"],
    ["ink-line", "M54 177l26 15 23-18"],
    ["spark-line", "M264 171q16 1-2 15"],
    ["paper-line", "M244 154q-7-9 0-17t0-14"],
  ],
  // Both sit, and she signs.
  "lit-room": [
    ["ink", room],
    ["paper", "M19 60l277-9 6 169-287 7z"],
    ["spark", "M138 102l46-2 62 82-172 6z"],
    ["shade", "M50 142l58-2 2 46-60 2zM214 138l60-2 2 46-62 2z"],
    [
      "ink",
      `${roomLamp}${circle(88, 108, 18)}M148 178l-30-36-30-16-32 18-12 42z${circle(234, 108, 18)}M280 180l-14-40-32-14-30 16-26 40z`,
    ],
    ["ground", table],
    ["ink-line", tableEdge],
    ["paper", "M138 166l46-2 8 14-52 2z"],
    ["ink-line", "M150 174q8-8 9-1t9-2 9 0"],
    ["ink", circle(140, 176, 8) + circle(196, 174, 8)],
  ],
  notes: [
    ["shade", "M60 92l132-26 26 126-136 26z"],
    ["paper", "M74 76l136-10 12 140-140 10z"],
    ["ink-line", "M94 100l88-6M96 118l72-5M97 136l40-3"],
    ["spark", "M236 66l16 6-44 124-15 12 0-18z"],
    ["ink-line", `${circle(134, 178, 24)}${circle(196, 172, 24)}M158 176q7-10 14-2`],
    ["line", "M219 164l44-22"],
  ],
  radio: [
    ["spark-line", "M142 30q18 14 18 36M158 14q30 24 28 56"],
    ["ink", "M92 92l-8-74 13-2 12 74zM136 90l2-16 20-1 2 17z"],
    ["shade", "M82 124l-10 3 4 42 9-1z"],
    ["ink", "M80 92l96-6 10 144-100 8z"],
    ["spark", "M94 106l66-4 2 20-67 4z"],
    ["paper-line", "M102 146l58-4M103 162l58-4M104 178l58-4M105 194l58-4M106 210l58-4"],
    ["line", "M252 182c34-6 34 34-2 34"],
    ["paper", "M200 170l56-3-6 66-42 1z"],
    ["shade", "M203 176l50-3-1 9-48 3z"],
    ["paper-line", "M216 154q-8-10 0-20t0-18M238 150q-8-10 0-20t0-18"],
  ],
  // One more step: a stack of papers waits for it.
  stamp: [
    ["shade", "M34 236l252-8 2 38-254 8z"],
    ["ink", "M14 222l292-10 2 15-292 10z"],
    ["shade", "M40 168l152-20 10 66-154 6z"],
    ["paper", "M50 134l146-8 8 82-150 10zM58 112l140-4 6 88-146 6z"],
    ["ink-line", "M78 130l84-3M79 146l60-2"],
    ["spark-line", "M84 166l64-3 2 24-64 3z"],
    ["ink", `${circle(240, 44, 24)}M226 62l-8 53-26 28 1 16 92-4-1-16-26-28-4-50z`],
    ["spark", "M186 158l106-5 2 24-106 5z"],
  ],
};

const usualField = { top: 20, bottom: 260 };
const fields: Partial<Record<StillLifeName, typeof usualField>> = {
  circle: { top: -6, bottom: 272 },
  letter: { top: -18, bottom: 278 },
  radio: { top: 8, bottom: 260 },
  stamp: { top: 14, bottom: 276 },
};

/** The height that a drawing fills, with its ground and nothing around it. */
export function fieldOf(name: StillLifeName): typeof usualField {
  return fields[name] ?? usualField;
}
