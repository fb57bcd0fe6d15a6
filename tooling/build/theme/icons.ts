import sharp from "sharp";
import type { Theme } from "#content-model/schemas/theme.schema.ts";
import { markSvg } from "./logo.ts";

const corner = { round: 44, soft: 24, square: 0 } satisfies Record<Theme["corners"], number>;

/** The site's icons: the mark on the deep ground, visible on light and dark. Their places are fixed, as browsers guess them. */
export async function drawIcons(theme: Theme): Promise<{ fileName: string; source: string | Buffer }[]> {
  const svg = (radius: number, size: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" rx="${radius}" fill="${theme.colors.spruce.light}"/>` +
    `${markSvg(theme, [(200 - size) / 2, (200 - size) / 2], size)}</svg>`;
  // Square to its edges: systems cut the corners of these themselves.
  const draw = (pixels: number) =>
    sharp(Buffer.from(svg(0, 144)), { density: 300 })
      .resize(pixels, pixels)
      .png({ palette: true })
      .toBuffer();
  return [
    { fileName: "favicon.svg", source: svg(corner[theme.corners], 168) },
    { fileName: "icon-192.png", source: await draw(192) },
    { fileName: "icon-512.png", source: await draw(512) },
    { fileName: "apple-touch-icon.png", source: await draw(180) },
  ];
}
