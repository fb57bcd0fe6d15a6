import { Year } from "#app/design/cross-section-figure.tsx";
import { Style } from "#app/design/style.tsx";
import diagrams from "#content/diagrams.yaml";
import { language } from "#system/language.ts";
import dashboardCss from "./dashboard.css?inline";
import roundYearCss from "./round-year.css?inline";

const months = Array.from({ length: 12 }, (_, index) => index);
const kind = (month: number, quarter: number) =>
  month === 11 ? "lit" : month % quarter === quarter - 1 ? "before" : "after";

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

/** In a head: twelve months around the year, each a little fuller, the last one lit. The page says it in words. */
export function YearHead() {
  const at = (month: number, radius: number): [number, number] => {
    const angle = ((month + 0.5) / 12) * 2 * Math.PI - Math.PI / 2;
    return [Math.round(250 + radius * Math.cos(angle)), Math.round(250 + radius * Math.sin(angle))];
  };
  return (
    <div className="head-drawing round-year">
      <Style name="round-year" css={roundYearCss} />
      <svg className="rings" viewBox="26 26 448 448" aria-hidden="true">
        <Rings x={250} y={250} r={80} count={4} className="thick" />
        <path className="after" d="M250 30V150M250 350V470M30 250H150M350 250H470" />
        {months.map((month) => {
          const [x, y] = at(month, 172);
          return (
            <Rings
              key={month}
              x={x}
              y={y}
              r={12 + month * 2.4}
              count={1 + Math.floor(month / 3)}
              className={kind(month, 3)}
            />
          );
        })}
        {months.map((month) => {
          const [x, y] = at(month, 126 - month * 1.8);
          return (
            <text key={month} x={x} y={y + 5} textAnchor="middle">
              {month + 1}
            </text>
          );
        })}
      </svg>
    </div>
  );
}

/** How deep connection goes in each month, in units of the drawing: made up, as no axis has numbers. */
const depths = [96, 118, 108, 150, 138, 100, 128, 166, 154, 204, 236, 272];
/** Months in which something was decided, and its day: made up as well. */
const decisions = [
  [2, 9],
  [5, 4],
  [8, 21],
] as const;
const names = Array.from(depths, (_, month) =>
  new Date(Date.UTC(2026, month)).toLocaleString(language, { month: "narrow", timeZone: "UTC" }),
);
const dayOf = (month: number, day: number) =>
  new Date(Date.UTC(2026, month, day)).toLocaleString(language, {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });

/** In a head: the Z-Axis month by month, as the dashboards of the platform have it, with three decisions pinned to it. */
export function DashboardHead() {
  const at = (month: number): [number, number] => [60 + month * 47, 132 + (depths[month] as number)];
  return (
    <div className="head-drawing dashboard">
      <Style name="dashboard" css={dashboardCss} />
      <svg className="rings" viewBox="0 0 640 500" aria-hidden="true">
        <path d="M14 132H632m-10-7 10 7-10 7M14 132V456m-7-10 7 10 7-10" />
        <text x="0" y="492">
          {diagrams["resonance-axes"].labels.z}
        </text>
        <path className="after" d={months.map((month) => `M${at(month)[0]} 132V${at(month)[1]}`).join("")} />
        <path className="depth" d={`M${months.map((month) => at(month).join(" ")).join("L")}`} />
        {months.map((month) => {
          const [x, y] = at(month);
          const depth = depths[month] as number;
          return (
            <g key={month}>
              <Rings
                x={x}
                y={y}
                r={9 + depth / 13}
                count={1 + Math.floor(depth / 60)}
                className={kind(month, 4)}
              />
              <text x={x} y="118" textAnchor="middle">
                {names[month]}
              </text>
            </g>
          );
        })}
        {decisions.map(([month, day]) => (
          <g key={month}>
            <path className="pin" d={`M${at(month)[0]} 88V30h18v18h-18`} />
            <text x={at(month)[0] + 28} y="48">
              {dayOf(month, day)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
