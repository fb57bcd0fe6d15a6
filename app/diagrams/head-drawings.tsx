import { rings } from "#app/design/rings.ts";

const months = Array.from({ length: 12 }, (_, index) => index);
const ring = (seed: string, x: number, y: number, r: number, count = 1) =>
  rings({
    seed,
    cx: x,
    cy: y,
    innerRadius: count === 1 ? r - 1 : r / (count + 1),
    outerRadius: r,
    count,
    points: 7,
  }).join("");

/** In a head: twelve months around the year, each a little fuller, the last one lit. The page says it in words. */
export function YearHead() {
  const at = (month: number, radius: number): [number, number] => {
    const angle = ((month + 0.5) / 12) * 2 * Math.PI - Math.PI / 2;
    return [Math.round(250 + radius * Math.cos(angle)), Math.round(250 + radius * Math.sin(angle))];
  };
  return (
    <div className="head-drawing">
      <svg className="rings" viewBox="0 0 500 500" aria-hidden="true">
        <path d={ring("year", 250, 250, 80, 4)} />
        <path className="after" d="M250 20V130M250 370V480M20 250H130M370 250H480" />
        {months.map((month) => {
          const [x, y] = at(month, 172);
          return (
            <path
              key={month}
              className={month === 11 ? "lit" : month % 3 === 2 ? "before" : "after"}
              d={ring(`month${month}`, x, y, 12 + month * 2.4, 1 + Math.floor(month / 3))}
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
const depths = [34, 40, 38, 52, 46, 40, 58, 74, 70, 88, 96, 112];

/** In a head: the Z-Axis month by month, as the dashboards of the platform have it, with three decisions pinned to it. */
export function DashboardHead() {
  return (
    <div className="head-drawing">
      <svg className="rings" viewBox="0 0 500 400" aria-hidden="true">
        <path className="after" d="M20 90H480M20 90V370" />
        {months.map((month) => {
          const [x, depth] = [48 + month * 38, depths[month] as number];
          return (
            <g key={month}>
              <path d={`M${x} 90v${2 * depth + 24}`} />
              <path
                className={month === 11 ? "lit" : month % 4 === 3 ? "before" : "after"}
                d={ring(`depth${month}`, x, 90 + 2 * depth + 24, 8 + depth / 7, 1 + Math.floor(depth / 32))}
              />
            </g>
          );
        })}
        {[2, 6, 9].map((month) => (
          <path key={month} className="pin" d={`M${48 + month * 38} 90V56m-6-10h12v12h-12z`} />
        ))}
      </svg>
    </div>
  );
}
