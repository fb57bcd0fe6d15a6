import sharp from "sharp";

/** How many pixels of a page become one: letters turn into grey lines, and what is left are fields, gaps and drawings. */
export const scale = 4;
/** In pixels of the small picture: the squares whose mean difference is looked at. */
const tile = 12;
/**
 * Of 255, the mean difference of a square. Letters that are drawn a little harder or softer are less away; a gap that is 8
 * pixels wider 5 and more, a field in the color of another section 9 and more.
 */
const allowed = 4;

/** Pictures of a page, at twice the size of the small one, beside each other on grey; as WebP of some 20 kB. */
export async function besideEachOther(views: Buffer[]): Promise<Buffer> {
  const small = await Promise.all(
    views.map(async (view) => {
      const { width = 0 } = await sharp(view).metadata();
      return sharp(view)
        .resize({ width: Math.round(width / 2) })
        .toBuffer({ resolveWithObject: true });
    }),
  );
  let left = 0;
  const placed = small.map(({ data, info }) => {
    const layer = { input: data, top: 0, left };
    left += info.width + tile;
    return layer;
  });
  const height = Math.max(...small.map(({ info }) => info.height));
  return sharp({ create: { width: left - tile, height, channels: 3, background: "#808080" } })
    .composite(placed)
    .webp({ quality: 60, smartSubsample: true })
    .toBuffer();
}

/** Where a picture differs from the approved one, in words; in pixels of the page, whose views stand beside each other. */
export async function differences(approved: Buffer, taken: Buffer): Promise<string[]> {
  const [one, other] = await Promise.all([blurred(approved), blurred(taken)]);
  const found = (["width", "height"] as const)
    .filter((side) => Math.abs(one[side] - other[side]) > 2)
    .map((side) => `its ${side} is ${other[side] * scale}, not ${one[side] * scale}`);
  const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)];
  for (let top = 0; top < height; top += tile)
    for (let left = 0; left < width; left += tile) {
      const [right, bottom] = [Math.min(left + tile, width), Math.min(top + tile, height)];
      let sum = 0;
      for (let y = top; y < bottom; y += 1)
        for (let x = left * 3; x < right * 3; x += 1)
          sum += Math.abs(
            (one.pixels[y * one.width * 3 + x] ?? 0) - (other.pixels[y * other.width * 3 + x] ?? 0),
          );
      const mean = sum / ((right - left) * (bottom - top) * 3);
      if (mean > allowed)
        found.push(`${left * scale} from the left, ${top * scale} from above: by ${mean.toFixed(1)}`);
    }
  return found;
}

/** Rows of red, green and blue, a byte each: without edges that are drawn a little softer or harder. */
async function blurred(picture: Buffer) {
  const { data, info } = await sharp(picture).blur(1.2).raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
