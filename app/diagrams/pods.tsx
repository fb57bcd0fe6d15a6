import texts from "#content/diagrams.yaml";
import offers from "#content/offers.yaml";
import { Dot, Drawing, Label, Rings, seedHead } from "./drawing.tsx";

const { labels } = texts.pods;
const { pods, podSize } = offers.learningJourney;
const colors = ["leaf", "sky", "lilac", "clay"] as const;
const places = Array.from({ length: pods }, (_, index) => ({
  color: colors[index % colors.length],
  // Two in a row.
  x: index % 2 === 0 ? 86 : 264,
  y: 84 + 172 * Math.floor(index / 2),
}));

/** Everybody who takes part, as a point. */
export function Pods() {
  const bottom = 24 + 172 * Math.ceil(pods / 2);
  return (
    <Drawing name="pods" height={bottom + 8}>
      {places.map(({ x, y, color }) => (
        <g key={`${x} ${y}`}>
          <Rings seed={`${x} ${y}`} x={x} y={y} r={78} className={color} />
          {seedHead(podSize, x, y, 62).map((at) => (
            <Dot key={at.join()} at={at} />
          ))}
        </g>
      ))}
      <Label x={0} y={bottom} align="start" tone="strong" text={labels.pods} />
      <Label x={350} y={bottom} align="end" text={labels.people} />
    </Drawing>
  );
}
