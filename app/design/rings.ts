/**
 * Growth rings: closed curves around a seed point that wobble as if drawn by hand. The one motif of the site
 * (page heads, brand mark, event pictures, social cards, grounds of portraits).
 */
export interface RingOptions {
  /** Any text; the same text gives the same rings. */
  seed: string;
  /** Center, in user units of the drawing. */
  cx: number;
  cy: number;
  /** Radius that the first ring grows from and radius of the last one. */
  innerRadius: number;
  outerRadius: number;
  count: number;
  /** How far a ring may leave its circle, as a share of its radius. */
  wobble?: number;
  /** Points of each curve: fewer make shorter paths, more follow the wobble closer. */
  points?: number;
  /** Decimals of the coordinates: 0 suits drawings of several hundred units, 1 small marks. */
  decimals?: number;
}

/** SVG path data of each ring, from the innermost to the outermost. */
export function rings(options: RingOptions): string[] {
  const { seed, cx, cy, innerRadius, outerRadius, count, wobble = 0.05, points = 9, decimals = 0 } = options;
  const random = seededRandom(seed);
  const phases = [random(), random(), random()].map((value) => value * 2 * Math.PI) as [
    number,
    number,
    number,
  ];
  const gaps = Array.from({ length: count }, () => 0.45 + random() * 1.1);
  const total = gaps.reduce((sum, gap) => sum + gap, 0);

  let radius = innerRadius;
  return gaps.map((gap, ring) => {
    radius += ((outerRadius - innerRadius) * gap) / total;
    const curve = Array.from({ length: points }, (_, index): Point => {
      const angle = (index / points) * 2 * Math.PI;
      const wave =
        Math.sin(2 * angle + phases[0]) +
        0.55 * Math.sin(3 * angle + phases[1] + ring * 0.05) +
        0.35 * Math.sin(5 * angle + phases[2]);
      // Outer rings wobble more: a small irregularity near the seed grows with every year.
      const distance = radius * (1 + wobble * wave * (0.4 + (0.6 * ring) / count));
      return [cx + distance * Math.cos(angle), cy + distance * Math.sin(angle)];
    });
    return smoothClosedPath(curve, decimals);
  });
}

/** Deterministic numbers in [0, 1): FNV-1a of the seed into mulberry32. */
export function seededRandom(seed: string): () => number {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Point = [x: number, y: number];

/**
 * A closed Catmull-Rom spline through the points, as relative cubic Béziers (shorter than absolute ones). A curve leaves a point as
 * the one before has arrived there, so that `s` need not say how (SVG 2, section 9.3.6).
 */
export function smoothClosedPath(points: Point[], decimals: number): string {
  const scale = 10 ** decimals;
  const round = (value: number) => Math.round(value * scale) / scale;
  const at = (index: number) => points[(index + points.length) % points.length] as Point;
  const offset = ([x, y]: Point, [fromX, fromY]: Point) => `${round(x - fromX)} ${round(y - fromY)}`;

  const [first, second, last] = [at(0), at(1), at(-1)];
  // Offsets are taken from the rounded end of the curve before, so that rounding never adds up.
  let pen: Point = [round(first[0]), round(first[1])];
  let path = `M${pen[0]} ${pen[1]}c${offset([(second[0] - last[0]) / 6, (second[1] - last[1]) / 6], [0, 0])} `;
  for (let index = 0; index < points.length; index += 1) {
    const [from, to, after] = [at(index), at(index + 1), at(index + 2)];
    const arrive: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    const end: Point = [round(to[0]), round(to[1])];
    path += `${index === 0 ? "" : "s"}${offset(arrive, pen)} ${offset(end, pen)}`;
    pen = end;
  }
  return `${path}z`.replaceAll(" -", "-");
}
