import texts from "#content/diagrams.yaml";
import { Arrow, Drawing, Label, Rings } from "./drawing.tsx";

const { labels } = texts["case-phases"];
const phases = [
  { words: labels.mapping, y: 30, r: 13 },
  { words: labels.design, y: 108, r: 22 },
  { words: labels.learning, y: 206, r: 31 },
  { words: labels.harvesting, y: 322, r: 40 },
];

/** One phase grows out of the other, and more people carry each. */
export function CasePhases() {
  return (
    <Drawing name="case-phases" height={370}>
      {phases.map(({ words, y, r }, index) => (
        <g key={y}>
          <Rings
            seed="case"
            x={92}
            y={y}
            r={r}
            count={index + 1}
            className={index === 3 ? "leaf" : undefined}
          />
          <Label x={146} y={y + 5 - (words.length - 1) * 9} align="start" tone="strong" text={words} />
        </g>
      ))}
      <Arrow from={[92, 50]} to={[92, 80]} />
      <Arrow from={[92, 136]} to={[92, 168]} />
      <Arrow from={[92, 244]} to={[92, 276]} />
      <path className="thin" d="M30 18H20V360H30" />
      <text className="quiet" transform="translate(13 189)rotate(-90)" textAnchor="middle">
        {labels.time}
      </text>
    </Drawing>
  );
}
