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
const depths = [130, 164, 152, 190, 226, 164, 130, 118, 152, 232, 296, 354];
const names = Array.from(depths, (_, month) =>
  new Date(Date.UTC(2026, month)).toLocaleString(language, { month: "narrow", timeZone: "UTC" }),
);
const xOf = (month: number) => 62 + month * 47;
/** The months in which a decision is felt, and its day: made up as well. */
const felt = { from: 4, to: 7 };
const decided = new Date(Date.UTC(2026, felt.from, 4)).toLocaleString(language, {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** In a head: the Z-Axis month by month, as the dashboards of the platform have it, and what came of a decision. */
export function DashboardHead() {
  const { z, decision } = diagrams.dashboard;
  const flag = xOf(felt.from);
  return (
    <div className="head-drawing dashboard">
      <Style name="dashboard" css={dashboardCss} />
      <svg className="rings" viewBox="0 -6 640 576" aria-hidden="true">
        <path className="span" d={`M${flag - 23} 132V516H${xOf(felt.to) + 24}V132z`} />
        <path d="M-999 132H1999M14 132V516m-7-10 7 10 7-10" />
        <path className="pin" d={`M${flag} 94V14h22v22h-22`} />
        <text x={flag + 34} y="32">
          <tspan fontSize="1.3em">{decided}</tspan>
          <tspan x={flag + 34} dy="1.3em">
            {decision}
          </tspan>
        </text>
        <text y="556">{z}</text>
        <g textAnchor="middle">
          {depths.map((depth, month) => {
            const [x, y, r] = [xOf(month), 132 + depth, 10 + depth / 13];
            return (
              <Fragment key={x}>
                <path d={`M${x} 132v${depth}`} />
                <Rings
                  x={x}
                  y={y}
                  r={r}
                  count={2 + Math.floor(depth / 170)}
                  className={month === 11 ? "lit" : "after"}
                />
                <text x={x} y="118">
                  {names[month]}
                </text>
              </Fragment>
            );
          })}
        </g>
      </svg>
    </div>
  );
}
