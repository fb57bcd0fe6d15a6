/** The still lifes that a scene may be staged with; app/pages/vocabulary/still-lifes.ts has the drawings. */
export const stillLifes = [
  "calendar",
  "car",
  "dark-room",
  "drafts",
  "form",
  "frames",
  "headset",
  "keys",
  "lamp",
  "lit-room",
  "notes",
  "radio",
  "screen",
] as const;

export type StillLifeName = (typeof stillLifes)[number];
