import { readFileSync } from "node:fs";
import { join } from "node:path";
import { markRings } from "#app/design/mark.ts";
import type { Theme } from "#content-model/schemas/theme.schema.ts";
import { root } from "../../root.ts";

/** The organization's mark as a nested SVG element of `size` units at the given place: its logo, or the drawn rings. */
export function markSvg({ colors, logo }: Theme, [x, y]: [number, number], size: number): string {
  const place = `x="${x}" y="${y}" width="${size}" height="${size}"`;
  if (!logo)
    return (
      `<svg ${place} viewBox="0 0 200 200"><path d="${markRings.join("")}" fill="none" ` +
      `stroke="${colors.marigold.light}" stroke-width="9"/></svg>`
    );
  const svg = readFileSync(join(root, "content", logo), "utf8");
  return svg.slice(svg.search(/<svg\b/)).replace(/^<svg\b([^>]*)>/, (_, attributes: string) => {
    const kept = attributes.replace(/\s(x|y|width|height)\s*=\s*("[^"]*"|'[^']*')/g, "");
    return `<svg ${place}${kept}>`;
  });
}
