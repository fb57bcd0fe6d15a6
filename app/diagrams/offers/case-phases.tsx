import texts from "#content/diagrams.yaml";
import { Arrow, Drawing, Label, Rings, Sheet } from "../drawing.tsx";

const { labels } = texts["case-phases"];
const phases = [
  { words: labels.mapping, y: 30, x: 60, r: 13 },
  { words: labels.design, y: 108, x: 224, r: 22 },
  { words: labels.learning, y: 206, x: 408, r: 31 },
  { words: labels.harvesting, y: 322, x: 610, r: 40 },
];

/** One phase grows out of the other, and more people carry each. */
export function CasePhases() {
  return (
    <Drawing name="case-phases">
      <Sheet height={370} only="narrow">
        {phases.map(({ words, y, r }, index) => (
          <g key={y}>
            <Phase x={92} y={y} r={r} count={index + 1} />
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
      </Sheet>
      <Sheet width={700} height={268} only="wide">
        {phases.map(({ words, x, r }, index) => (
          <g key={x}>
            <Phase x={x} y={82} r={2 * r} count={index + 1} />
            <Label x={x} y={186} tone="strong" text={words} />
          </g>
        ))}
        <Arrow from={[96, 82]} to={[168, 82]} />
        <Arrow from={[280, 82]} to={[334, 82]} />
        <Arrow from={[482, 82]} to={[518, 82]} />
        <path className="thin" d="M8 226v10H692V226" />
        <Label x={350} y={260} tone="quiet" text={labels.time} />
      </Sheet>
    </Drawing>
  );
}

function Phase({ x, y, r, count }: { x: number; y: number; r: number; count: number }) {
  return <Rings seed="case" x={x} y={y} r={r} count={count} className={count === 4 ? "lilac" : undefined} />;
}
