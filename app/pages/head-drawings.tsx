import { Fragment } from "react";
import { Year } from "#app/design/cross-section-figure.tsx";
import { rings } from "#app/design/rings.ts";
import { Style } from "#app/design/style.tsx";
import diagrams from "#content/diagrams.yaml";
import { language } from "#system/language.ts";
import dashboardCss from "./dashboard.css?inline";
import roundYearCss from "./round-year.css?inline";

const months = Array.from({ length: 12 }, (_, index) => index);

interface RingsProps {
  x: number;
  y: number;
  r: number;
  count: number;
  className: string;
}

/** Small rings around a point, the outermost of a kind of its own, and first, as it may be filled. */
function Rings({ x, y, r, count, className }: RingsProps) {
  return Array.from({ length: count }, (_, inward) => count - 1 - inward).map((ring) => (
    <Year
      key={ring}
      x={x}
      y={y}
      at={Math.round(((r / 4) * (ring + 1)) / count)}
      className={ring === count - 1 ? className : undefined}
    />
  ));
}

/** A whole trunk around 0 0, rounder than the page's own, so that all months lie within its bark. */
const [bark] = rings({
  seed: "year",
  cx: 0,
  cy: 0,
  innerRadius: 0,
  outerRadius: 300,
  count: 1,
  wobble: 0.024,
  points: 10,
});
/** Where the years before it end, as shares of it: clear of the numbers of the months and of the names of the quarters. */
const trunk = [0.93, 0.88, 0.84, 0.69, 0.64];

/** All but the last quarter, all but the last two, and the first: where they lie over each other they are lighter. */
const tints = ["M0 0H-320V320H320V-320H0z", "M0-320V320H320V-320z", "M0 0H320V-320H0z"];

/** Where the name of each quarter stands, in the middle of its sector. */
const quarters = Object.values(diagrams.year).map((name, index) => ({
  name,
  x: index < 2 ? 89 : -89,
  y: index === 0 || index === 3 ? -68 : 82,
}));

/** In a head: twelve months around the year, each quarter a ring fuller, the last month lit. The page says it in words. */
export function YearHead() {
  return (
    <div className="head-drawing round-year">
      <Style name="round-year" css={roundYearCss} />
      <svg className="rings" viewBox="-306 -297 606 591" preserveAspectRatio="xMaxYMid" aria-hidden="true">
        <g className="field">
          <path id="bark" d={bark} />
          <clipPath id="trunk">
            <use href="#bark" />
          </clipPath>
          {tints.map((d) => (
            <path key={d} d={d} clipPath="url(#trunk)" />
          ))}
        </g>
        {trunk.map((year) => (
          <use key={year} className="wood" href="#bark" transform={`scale(${year})`} />
        ))}
        <path className="cut" d="M0-320V320M-320 0H320" />
        {months.map((month) => (
          <Month key={month} month={month} />
        ))}
        {quarters.map(({ name, x, y }) => (
          <text key={name} x={x} y={y} textAnchor="middle">
            {name}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** Around a core, as large in all of them, a year for each quarter before. */
function Month({ month }: { month: number }) {
  const angle = ((month + 0.5) / 12) * 2 * Math.PI - Math.PI / 2;
  const x = Math.round(227 * Math.cos(angle));
  const y = Math.round(227 * Math.sin(angle));
  const sizes = [0, 1.5, 3, 4.5].slice(0, 1 + Math.floor(month / 3)).map((less) => 5.5 + month / 2 - less);
  return (
    <g className={month === 11 ? "lit" : undefined}>
      {sizes.map((at) => (
        <Year key={at} x={x} y={y} at={at} />
      ))}
      <text x={x} y={y + 8} textAnchor="middle">
        {month + 1}
      </text>
    </g>
  );
}

/** How deep connection goes in each month, in units of the drawing: made up, as no axis has numbers. */
const depths = [104, 128, 120, 152, 164, 128, 104, 96, 120, 180, 228, 272];
const names = Array.from(depths, (_, month) =>
  new Date(Date.UTC(2026, month)).toLocaleString(language, { month: "narrow", timeZone: "UTC" }),
);
const xOf = (month: number) => 60 + month * 47;

/** In a head: the Z-Axis month by month, as the dashboards of the platform have it, and what came of a decision. */
export function DashboardHead() {
  const { x, z, shallow, decision, end } = diagrams.dashboard;
  const points = depths.map((depth, month): [number, number] => [xOf(month), 132 + depth]);
  return (
    <div className="head-drawing dashboard">
      <Style name="dashboard" css={dashboardCss} />
      <svg className="rings" viewBox="0 -28 640 528" aria-hidden="true">
        <path d="M14 132H632m-10-7 10 7-10 7M14 132V456m-7-10 7 10 7-10" />
        <text y="80">{x}</text>
        <text y="492">{z}</text>
        <path className="span" d={`M${xOf(4)} 132H${xOf(7)}V456H${xOf(4)}z`} />
        <path className="after" d={points.map(([x, y]) => `M${x} 132V${y}`).join("")} />
        <path className="depth" d={`M${points.flat().join(" ")}`} />
        <g textAnchor="middle">
          <text x={xOf(5.5)} y="444">
            {shallow}
          </text>
          {points.map(([x, y], month) => (
            <Fragment key={x}>
              <Rings
                x={x}
                y={y}
                r={9 + (y - 132) / 13}
                count={1 + Math.floor((y - 132) / 130)}
                className={month === 11 ? "lit" : "after"}
              />
              <text x={x} y="118">
                {names[month]}
              </text>
            </Fragment>
          ))}
        </g>
        <Flag on={[4, 4]} y={-22} says={["", decision]} />
        <Flag on={[7, 21]} y={62} says={[`: ${end}`]} />
      </svg>
    </div>
  );
}

interface FlagProps {
  /** Month, from 0, and day: made up as well. */
  on: [month: number, day: number];
  /** How high it flies. */
  y: number;
  /** What follows the day, and what stands below it. */
  says: [beside: string, below?: string];
}

/** Pinned to the day of a decision, with its words. */
function Flag({ on: [month, day], y, says: [beside, below] }: FlagProps) {
  const date = new Date(Date.UTC(2026, month, day));
  const x = xOf(month) + 28;
  return (
    <>
      <path className="pin" d={`M${xOf(month)} 94V${y}h18v18h-18`} />
      <text x={x} y={y + 18}>
        {date.toLocaleString(language, { month: "short", day: "numeric", timeZone: "UTC" }) + beside}
        {below && (
          <tspan x={x} dy="1.15em">
            {below}
          </tspan>
        )}
      </text>
    </>
  );
}
