import type { ReactNode } from "react";
import { barkRadius } from "#app/design/cross-section.ts";
import { Year } from "#app/design/cross-section-figure.tsx";
import { rings } from "#app/design/rings.ts";
import texts from "#content/diagrams.yaml";
import type { FigureName } from "#content-model/schemas/diagrams.schema.ts";
import type { SectionColor } from "#content-model/section-colors.ts";

/** A sheet is 350 units wide, the column of a small phone: there a label of 14 units is 14 px high. */
const sheetWidth = 350;

interface DrawingProps {
  name: FigureName;
  /** How wide screens show it: its sheets in columns, or the drawing beside its title. */
  columns?: "two" | "three" | "four" | "beside";
  children: ReactNode;
}

/** The field of a drawing, with its title; its words say the same as what is drawn. */
export function Drawing({ name, columns, children }: DrawingProps) {
  const { title, description } = texts[name];
  return (
    <div
      className={`plate${columns ? ` plate-${columns}` : ""}`}
      role="img"
      aria-labelledby={`${name}-title ${name}-text`}
    >
      <p className="plate-title" id={`${name}-title`}>
        {title}
      </p>
      <p id={`${name}-text`} hidden>
        {description}
      </p>
      <div className="sheets">{children}</div>
    </div>
  );
}

interface SheetProps {
  /** Upper edge, in units of the drawing. */
  y?: number;
  width?: number;
  height: number;
  /** Shown on narrow screens only, or on wide ones. */
  only?: "narrow" | "wide" | undefined;
  /** A color of its own for the ground. */
  ground?: SectionColor;
  children: ReactNode;
}

/** A piece of a drawing that stands beside or below the others, as there is room. */
export function Sheet({ y = 0, width = sheetWidth, height, only, ground, children }: SheetProps) {
  const classes = ["drawing", only, ground && `ground-${ground}`].filter(Boolean).join(" ");
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the drawing around it has one for all its sheets
    <svg className={classes} viewBox={`0 ${y} ${width} ${height}`}>
      {children}
    </svg>
  );
}

interface LabelProps {
  x: number;
  y: number;
  /** Which point of the text is at x. */
  align?: "start" | "middle" | "end";
  tone?: "strong" | "quiet";
  /** One line, or several below each other. */
  text: string | readonly string[];
}

export function Label({ x, y, align = "middle", tone, text }: LabelProps) {
  return [text].flat().map((line, index) => (
    <text key={line} x={x} y={y + index * 18} textAnchor={align} className={tone}>
      {line}
    </text>
  ));
}

interface RingProps {
  /** Changes how the rings wobble. */
  seed: string;
  x: number;
  y: number;
  r: number;
  count?: number;
  className?: string;
}

/** Growth rings around a point; a single one is an outline or, with the class of a color, a field. */
export function Rings({ seed, x, y, r, count = 1, className }: RingProps) {
  const paths = rings({
    seed,
    cx: x,
    cy: y,
    innerRadius: count === 1 ? r - 1 : r / (count + 1),
    outerRadius: r,
    count,
    points: 7,
  });
  return <path d={paths.join("")} className={className} />;
}

/** Growth rings in the shape of the page's cross-section; the outer one first, as it may be filled. */
export function Growth({ x, y, r, count, className }: Omit<RingProps, "seed" | "count"> & { count: number }) {
  const edge = r / (barkRadius / 100);
  return (
    <g className={className}>
      {Array.from({ length: count }, (_, ring) => Number(((edge * (count - ring)) / count).toFixed(1))).map(
        (at) => (
          <Year key={at} at={at} x={x} y={y} />
        ),
      )}
    </g>
  );
}

type Point = readonly [x: number, y: number];

/**
 * A line with an open head at its end.
 *
 * @param bend how far its middle is from the straight line, to the right of its direction (to the left when negative)
 */
export function Arrow({
  from,
  to,
  bend = 0,
  className,
}: {
  from: Point;
  to: Point;
  bend?: number;
  className?: string;
}) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const control: Point = [
    (from[0] + to[0]) / 2 - (dy / length) * bend * 2,
    (from[1] + to[1]) / 2 + (dx / length) * bend * 2,
  ];
  const angle = Math.atan2(to[1] - control[1], to[0] - control[0]);
  return (
    <>
      <path d={`M${point(from)}${bend ? `Q${point(control)} ` : "L"}${point(to)}`} className={className} />
      {/* A path of its own: the head of a dashed line is not dashed. */}
      <path d={arrowHead(to, angle)} className={className === "absent" ? undefined : className} />
    </>
  );
}

/** Path data of an arrow's head: two short strokes. */
function arrowHead(tip: Point, angle: number): string {
  const barb = (turn: number): Point => [
    tip[0] - 9 * Math.cos(angle + turn),
    tip[1] - 9 * Math.sin(angle + turn),
  ];
  return `M${point(barb(0.5))}L${point(tip)} ${point(barb(-0.5))}`;
}

function point([x, y]: Point): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}

export function Dot({ at, r = 4, className = "dot" }: { at: Point; r?: number; className?: string }) {
  return <circle cx={at[0]} cy={at[1]} r={r} className={className} />;
}

/** Many points of the same size, which a round end of a line without length draws in the fewest letters. */
export function Dots({ at }: { at: Point[] }) {
  return <path className="dots" d={at.map(([x, y]) => `M${x} ${y}h0`).join("")} />;
}

/** The points of a seed head: `count` of them, evenly spread over a disc of the radius. */
export function seedHead(count: number, x: number, y: number, radius: number): [number, number][] {
  const goldenAngle = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: count }, (_, index) => {
    const distance = radius * Math.sqrt((index + 0.5) / count);
    return [
      Math.round(x + distance * Math.cos(index * goldenAngle)),
      Math.round(y + distance * Math.sin(index * goldenAngle)),
    ];
  });
}
