import { Year } from "#app/design/cross-section-figure.tsx";

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

/** Small rings around a point, the outermost of a kind of its own. */
function Rings({ x, y, r, count, className }: RingsProps) {
  return Array.from({ length: count }, (_, ring) => (
    <Year
      // biome-ignore lint/suspicious/noArrayIndexKey: a ring is its place
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
    <div className="head-drawing">
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
const depths = [34, 40, 38, 52, 46, 40, 58, 74, 70, 88, 96, 112];

/** In a head: the Z-Axis month by month, as the dashboards of the platform have it, with three decisions pinned to it. */
export function DashboardHead() {
  return (
    <div className="head-drawing">
      <svg className="rings" viewBox="12 36 484 344" aria-hidden="true">
        <path className="after" d="M20 90H480M20 90V370" />
        {months.map((month) => {
          const [x, depth] = [48 + month * 38, depths[month] as number];
          return (
            <g key={month}>
              <path d={`M${x} 90v${2 * depth + 24}`} />
              <Rings
                x={x}
                y={90 + 2 * depth + 24}
                r={8 + depth / 7}
                count={1 + Math.floor(depth / 32)}
                className={kind(month, 4)}
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
