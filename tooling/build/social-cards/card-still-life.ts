import { rings } from "#app/design/rings.ts";
import { drawings, type Sheet } from "#app/diagrams/still-lifes/still-lifes.ts";
import type { Theme } from "#content-model/schemas/theme.schema.ts";
import type { SectionColor } from "#content-model/section-colors.ts";
import type { StillLifeName } from "#content-model/still-lifes.ts";

/** Where the middle of the drawing lies on a card, and how large its ground is; in pixels. */
export const ground = { cx: 985, cy: 425, radius: 168 };

/** The middle of every drawing, in its own units (app/diagrams/still-lifes/still-lifes.ts). */
const [middleX, middleY] = [160, 140];
const scale = 1.12;

/** SVG of a still life on a year of wood in the section's color, as the heads of forms have it. */
export function stillLife(name: StillLifeName, path: string, color: SectionColor, theme: Theme): string {
  const { cx, cy, radius } = ground;
  const [year] = rings({ seed: path, cx, cy, innerRadius: 0, outerRadius: radius, count: 1, points: 11 });
  const wood = woodOf(color, theme);
  const sheets = drawings[name].map(([sheet, d]) => `<path d="${d}" ${looks(sheet, color, theme)}/>`);
  const place = `translate(${cx - scale * middleX} ${cy - scale * middleY}) scale(${scale})`;
  return (
    `<path d="${year}" fill="${theme.colors["on-spruce"].light}"/><path d="${year}" ${wood}/>` +
    `<g transform="${place}" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.6">${sheets.join("")}</g>`
  );
}

/** What is cut out in marigold would not be seen on it. */
function woodOf(color: SectionColor, { colors }: Pick<Theme, "colors">): string {
  return color === "marigold"
    ? `fill="${colors.marigold.light}" fill-opacity="0.46"`
    : `fill="${colors[`${color}-lit`].light}"`;
}

/** As app/diagrams/still-lifes/still-life.css has it, on the deep ground. */
function looks(sheet: Sheet, color: SectionColor, { colors }: Pick<Theme, "colors">): string {
  const [ink, paper, spark] = [colors.spruce.light, colors["on-spruce"].light, colors.marigold.light];
  const edge = `stroke="${colors["spruce-line"].light}"`;
  const line = (stroke: string, width = 2.4) => `fill="none" stroke="${stroke}" stroke-width="${width}"`;
  const byKind: Record<Sheet, string> = {
    ground: `${woodOf(color, { colors })} ${edge}`,
    ink: `fill="${ink}" ${edge}`,
    paper: `fill="${paper}" ${edge}`,
    spark: `fill="${spark}" ${edge}`,
    shade: `fill="${colors[color].light}" ${edge}`,
    shadow: `fill="${ink}" fill-opacity="0.18"`,
    line: line(colors["spruce-line"].light),
    "ink-line": line(ink),
    "paper-line": line(paper),
    "spark-line": line(spark, 5),
  };
  return byKind[sheet];
}
