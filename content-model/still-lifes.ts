/** The still lifes that a scene or the head of a form may be staged with; app/diagrams/still-lifes/still-lifes.ts has the drawings. */
export const stillLifes = [
  "badge",
  "calendar",
  "car",
  "circle",
  "dark-room",
  "drafts",
  "form",
  "frames",
  "headset",
  "keys",
  "lamp",
  "letter",
  "lit-room",
  "notes",
  "radio",
  "stamp",
] as const;

export type StillLifeName = (typeof stillLifes)[number];
