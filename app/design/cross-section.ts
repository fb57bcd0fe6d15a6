import { seededRandom, smoothClosedPath } from "./rings.ts";

/** Units from the pith to the bark of a section of scale 1; drawings are a little larger, as no year is a circle. */
export const barkRadius = 400;

/**
 * The outline that all years of a cross-section share, around the pith at 0 0. A trunk is hardly ever a circle, and its
 * pith is not in the middle: one slow wave moves it, a few more dent the bark.
 *
 * @param seed any text; the same text gives the same outline
 */
export function yearOutline(seed: string): string {
  return smoothClosedPath(outlinePoints(seed), 0);
}

/** Where to put a year that is so high that its own middle, and not its pith, lies at the point; `at` in hundredths of the whole. */
export function yearAround(seed: string, height: number, [x, y]: [number, number]) {
  const whole = yearBox(seed);
  const scale = height / whole.height;
  return {
    at: Math.round(100 * scale),
    x: x - Math.round(scale * whole.x),
    y: y - Math.round(scale * whole.y),
  };
}

/** Of a year of the whole size, in units: where its middle lies, seen from the pith, and how wide and high it is. */
export function yearBox(seed: string) {
  const points = outlinePoints(seed);
  const [left, right] = ends(points.map(([at]) => at));
  const [top, bottom] = ends(points.map(([, at]) => at));
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

const ends = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;

function outlinePoints(seed: string): [x: number, y: number][] {
  const random = seededRandom(seed);
  const waves = [0.13, 0.04, 0.022, 0.009, 0.007].map((height, index) => ({
    height: height * (0.6 + 0.8 * random()),
    times: [1, 2, 3, 5, 7][index] as number,
    phase: random() * 2 * Math.PI,
  }));
  const points = 20;
  return Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * 2 * Math.PI;
    const wave = waves.reduce(
      (sum, { height, times, phase }) => sum + height * Math.sin(times * angle + phase),
      0,
    );
    return [barkRadius * (1 + wave) * Math.cos(angle), barkRadius * (1 + wave) * Math.sin(angle)];
  });
}

/**
 * How far from the pith the years end, as shares of the bark's distance: good years and lean ones come in runs.
 *
 * @returns in hundredths, ascending, at most 100
 */
export function years(seed: string, count: number): number[] {
  const random = seededRandom(`${seed} years`);
  const [slow, quick] = [random() * 6, random() * 6];
  const gaps = Array.from(
    { length: count },
    (_, year) =>
      1 + 0.5 * Math.sin(year * 0.75 + slow) + 0.25 * Math.sin(year * 2.3 + quick) + 0.3 * random(),
  );
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  let grown = 3;
  return gaps.map((gap) => {
    grown += (97 * gap) / total;
    return Math.round(grown);
  });
}
