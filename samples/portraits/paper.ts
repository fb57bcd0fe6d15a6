import type { Color } from "../theme-colors.ts";

/** A cut piece. Drawings have x = 0 in their middle and y as in the finished square of 352 units. */
export function piece(d: string, color: Color): string {
  return `<path d="${d}" fill="${color}"/>`;
}

/** A drawn line. @param more further attributes, for example a dash pattern */
export function line(d: string, color: Color, width: number, more = ""): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"${more}/>`;
}

/** Strands as chains of beads: plaits and braids. */
export function beads(d: string, color: Color, width: number, gap: number): string {
  return line(d, color, width, ` stroke-dasharray="0 ${gap}"`);
}

/** What is drawn on both sides: the piece and its mirror image. */
export function both(svg: string): string {
  return `${svg}<g transform="scale(-1 1)">${svg}</g>`;
}

/**
 * Part of a cloud's outline: arcs that bulge outward along an ellipse, clockwise.
 *
 * @param from start in degrees, 0 = right, 90 = down
 * @param to end in degrees, greater than `from`
 */
export function cloud(
  [cx, cy]: [number, number],
  [rx, ry]: [number, number],
  [from, to]: [number, number],
  bumps: number,
): string {
  const at = (index: number): [number, number] => {
    const angle = ((from + ((to - from) * index) / bumps) * Math.PI) / 180;
    return [Math.round(cx + rx * Math.cos(angle)), Math.round(cy + ry * Math.sin(angle))];
  };
  let pen = at(0);
  let path = `M${pen[0]} ${pen[1]}`;
  for (let index = 1; index <= bumps; index += 1) {
    const next = at(index);
    const radius = Math.round(Math.hypot(next[0] - pen[0], next[1] - pen[1]) * 0.58);
    path += `a${radius} ${radius} 0 0 1 ${next[0] - pen[0]} ${next[1] - pen[1]}`;
    pen = next;
  }
  return path;
}
