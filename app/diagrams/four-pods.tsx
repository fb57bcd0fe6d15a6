import texts from "#content/diagrams.yaml";
import { Dot, Drawing, Label, Rings, seedHead } from "./drawing.tsx";

const { labels } = texts["four-pods"];
const pods = [
  { x: 86, y: 84, color: "leaf" },
  { x: 264, y: 84, color: "sky" },
  { x: 86, y: 256, color: "lilac" },
  { x: 264, y: 256, color: "clay" },
];

/** Everybody who takes part, as a point. */
export function FourPods() {
  return (
    <Drawing name="four-pods" height={376}>
      {pods.map(({ x, y, color }) => (
        <g key={color}>
          <Rings seed={color} x={x} y={y} r={78} className={color} />
          {seedHead(18, x, y, 62).map((at) => (
            <Dot key={at.join()} at={at} />
          ))}
        </g>
      ))}
      <Label x={0} y={368} align="start" tone="strong" text={labels.pods} />
      <Label x={350} y={368} align="end" text={labels.people} />
    </Drawing>
  );
}
