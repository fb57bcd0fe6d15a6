import { Year } from "#app/design/cross-section-figure.tsx";

const turn = 2 * Math.PI;
const at = (angle: number, radius: number, cx: number, cy: number): [number, number] => [
  Math.round(cx + radius * Math.cos(angle)),
  Math.round(cy + radius * Math.sin(angle)),
];

/** The drawing of each of the four cards, in their order. Decoration beside the card's words. */
export const ornaments = [Circle, Hill, TwelveRings, Loops];

/** People around a shared middle: seven rings that overlap, each around its own seed. */
function Circle() {
  const people = Array.from({ length: 7 }, (_, index) => at((index / 7) * turn, 62, 150, 130));
  return (
    <svg className="ornament" viewBox="36 13 252 252" aria-hidden="true">
      {/* All lines lie over all fields. */}
      <g stroke="none">
        {people.map(([x, y]) => (
          <Year key={x * 1000 + y} at={15} x={x} y={y} />
        ))}
      </g>
      <g fill="none">
        {people.map(([x, y]) => (
          <g key={x * 1000 + y} transform={`translate(${x} ${y})`}>
            <Year at={15} />
            <Year at={6} />
          </g>
        ))}
      </g>
      {people.map(([x, y]) => (
        <circle key={x * 1000 + y} className="dot" cx={x} cy={y} r="3.5" />
      ))}
    </svg>
  );
}

/** Rings cut through the middle: the same tree, seen as layers under one point of decision. They go on below the card's edge. */
function Hill() {
  /** Half the width of each, how high it rises, and how far its top leans. */
  const layers = [
    [138, 176, 4],
    [113, 150, -6],
    [86, 106, 7],
    [56, 82, -4],
    [30, 38, 3],
  ] as const;
  return (
    <svg className="ornament ornament-low" viewBox="8 50 284 210" aria-hidden="true">
      {layers.map(([radius, rise, lean]) => (
        <path
          key={radius}
          d={`M${150 - radius} 260V210C${150 - radius + lean} ${210 - rise} ${150 + radius + lean} ${208 - rise} ${150 + radius} 214V260`}
        />
      ))}
      <circle className="dot" cx="150" cy="62" r="9" />
      <path d="M150 71V260" strokeDasharray="2 7" />
    </svg>
  );
}

/** Twelve months, each a little fuller than the one before. */
function TwelveRings() {
  return (
    <svg className="ornament" viewBox="28 4 244 252" aria-hidden="true">
      {Array.from({ length: 12 }, (_, month) => {
        const [x, y] = at((month / 12) * turn - turn / 4, 96, 150, 130);
        const count = 1 + Math.floor(month / 3);
        const size = 2.2 + month * 0.33;
        const sizes = Array.from(
          { length: month === 11 ? 1 : count },
          (_, ring) => size - (ring * size) / count,
        );
        return (
          <g key={x * 1000 + y} transform={`translate(${x} ${y})`}>
            {sizes.map((each) => (
              <Year key={each} at={each} className={month === 11 ? "full" : undefined} />
            ))}
          </g>
        );
      })}
    </svg>
  );
}

/** What is put in comes round again: two loops through one point. */
function Loops() {
  /** Half the width of the left and of the right one: no two alike. */
  const loops = [
    [80, 76],
    [54, 59],
    [36, 31],
  ] as const;
  const loop = ([left, right]: (typeof loops)[number]) =>
    `M150 130C${150 + right} ${130 - right * 1.2} ${150 + right * 2} ${130 - right * 0.6} ${150 + right * 2} 133S${150 + right} ${130 + right} 150 130S${150 - left * 2} ${130 - left * 0.8} ${150 - left * 2} 127S${150 - left} ${130 + left * 1.1} 150 130`;
  return (
    <svg className="ornament ornament-wide" viewBox="-14 58 320 142" aria-hidden="true">
      {loops.map((widths) => (
        <path key={widths[0]} d={loop(widths)} />
      ))}
      <circle className="dot" cx="150" cy="130" r="10" />
    </svg>
  );
}

/** How deep connection goes in each month: made up, as no axis has numbers. */
const depths = [24, 34, 28, 52, 46, 36, 62, 80, 74, 98, 108, 132];
const sizes = depths.map((depth) => 2 + Math.round(depth / 28));
/** Where each hangs: the same gap between all of them, whatever their sizes. */
const places = sizes.map((size, month) => {
  const before = sizes.slice(0, month).reduce((sum, each) => sum + 8 * each + 9, 3);
  return before + 4 * size;
});

/** What a dashboard shows: twelve months, each as deep as its ring hangs and is wide, as lamps of which the last is lit. */
export function Months() {
  return (
    <svg className="months" viewBox="0 0 530 178" aria-hidden="true">
      {depths.map((depth, month) => {
        const [x, size] = [places[month] as number, sizes[month] as number];
        return (
          <g key={depth}>
            {/* To the ring's edge: where one is not filled, its middle shows no line. */}
            <path d={`M${x} 0v${10 + depth - Math.round(3.6 * size)}`} />
            <Year x={x} y={10 + depth} at={size} className={month === 11 ? "lit" : undefined} />
            {depth > 40 && <Year x={x} y={10 + depth} at={2} />}
          </g>
        );
      })}
    </svg>
  );
}
