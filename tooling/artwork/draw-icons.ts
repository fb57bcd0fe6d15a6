import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { markRings } from "#app/design/mark.ts";
import { designColor } from "../design-color.ts";
import { root } from "../root.ts";

/** Draws the site's icons from the brand mark: marigold rings on spruce, visible on light and dark. */
const folder = join(root, "public");
const svg = (radius: number, scale: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" rx="${radius}" fill="${designColor("spruce")}"/>` +
  `<path d="${markRings.join("")}" transform="translate(100 100) scale(${scale}) translate(-100 -100)" fill="none" stroke="${designColor("marigold")}" stroke-width="9"/></svg>`;

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "favicon.svg"), svg(44, 0.84));
for (const size of [192, 512]) await draw(`icon-${size}.png`, size);
await draw("apple-touch-icon.png", 180);

/** Square to its edges: systems cut the corners of these themselves. */
async function draw(name: string, size: number): Promise<void> {
  await sharp(Buffer.from(svg(0, 0.72)), { density: 300 })
    .resize(size, size)
    .png({ palette: true })
    .toFile(join(folder, name));
}
