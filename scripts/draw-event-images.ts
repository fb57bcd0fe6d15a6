import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rings } from "../app/ui/rings.ts";
import { root } from "./root.ts";

/** Draws the sample pictures of events: one cross-section each, on the fields of color, with one ring lit. */
const folder = join(root, "content/events/images");

const pictures = [
  {
    name: "balancing-authority",
    ground: "#cfe6b8",
    ink: "#102a28",
    lit: "#0b5a4f",
    centers: [
      [430, 520],
      [790, 480],
    ],
  },
  { name: "roi-of-care", ground: "#f6c9b0", ink: "#5a3326", lit: "#102a28", centers: [[600, 760]] },
  { name: "being-and-time", ground: "#dccdf5", ink: "#3d3358", lit: "#102a28", centers: [[880, 300]] },
  {
    name: "flourishing-psychedelics",
    ground: "#3d3358",
    ink: "#cbb6f2",
    lit: "#ffbf3f",
    centers: [[600, 500]],
  },
  {
    name: "flourishing-compassion-week",
    ground: "#0d3532",
    ink: "#5f958b",
    lit: "#ffbf3f",
    centers: [
      [320, 700],
      [860, 360],
    ],
  },
  {
    name: "rituals-of-transformation",
    ground: "#ffbf3f",
    ink: "#8a5a00",
    lit: "#102a28",
    centers: [[600, 420]],
  },
  { name: "book-club", ground: "#c9e1ec", ink: "#223f4c", lit: "#0b5a4f", centers: [[260, 420]] },
];

mkdirSync(folder, { recursive: true });
for (const { name, ground, ink, lit, centers } of pictures) {
  const drawn = centers.map(([cx = 0, cy = 0], index) => {
    const paths = rings({
      seed: name + index,
      cx,
      cy,
      innerRadius: 24,
      outerRadius: 640,
      count: 14,
      wobble: 0.045,
    });
    const place = 5 + index * 3;
    return (
      `<path d="${paths.filter((_, ring) => ring !== place).join("")}" stroke="${ink}" stroke-opacity=".5" stroke-width="3"/>` +
      `<path d="${paths[place]}" stroke="${lit}" stroke-width="8"/><circle cx="${cx}" cy="${cy}" r="12" fill="${lit}"/>`
    );
  });
  writeFileSync(
    join(folder, `${name}.svg`),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1000" width="1200" height="1000" fill="none"><rect width="1200" height="1000" fill="${ground}"/>${drawn.join("")}</svg>`,
  );
}
