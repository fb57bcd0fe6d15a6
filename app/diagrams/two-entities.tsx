import texts from "#content/diagrams.yaml";
import { Arrow, Drawing, Label, Rings, Sheet } from "./drawing.tsx";

const { labels } = texts["two-entities"];

/** Two houses, and what passes between them. */
export function TwoEntities() {
  return (
    <Drawing name="two-entities">
      <Sheet height={300} only="narrow">
        <Houses left={78} right={272} r={76} />
      </Sheet>
      <Sheet width={700} height={300} only="wide">
        <Houses left={150} right={550} r={112} />
      </Sheet>
    </Drawing>
  );
}

/** @param left @param right where the middles of the houses lie */
function Houses({ left, right, r }: { left: number; right: number; r: number }) {
  const middle = (left + right) / 2;
  // The lines between them end where the houses' upper and lower quarters begin.
  const [from, to] = [left + r * 0.72, right - r * 0.72].map(Math.round) as [number, number];
  const isWide = to - from > 100;
  const [above, below] = isWide ? [100, 200] : [66, 234];
  const ends = isWide ? [left + r + 8, right - r - 8] : [left + 16, right - 16];
  const [start, end] = ends as [number, number];
  return (
    <>
      <Rings seed="research" x={left} y={150} r={r} className="leaf" />
      <Rings seed="venture" x={right} y={150} r={r} className="sky" />
      <Label x={left} y={138} tone="strong" text={labels.research} />
      <Label x={left} y={178} tone="quiet" text={labels.pending} />
      <Label x={right} y={146} tone="strong" text={labels.venture} />
      <Arrow from={[end, above]} to={[start, above]} bend={14} />
      <Label x={middle} y={isWide ? 72 : 28} text={labels.questions} />
      <Arrow from={[start, below]} to={[end, below]} bend={14} />
      <Label x={middle} y={isWide ? 240 : 282} text={labels.findings} />
    </>
  );
}
