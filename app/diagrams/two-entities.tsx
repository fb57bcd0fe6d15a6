import texts from "#content/diagrams.yaml";
import { Arrow, Drawing, Label, Rings } from "./drawing.tsx";

const { labels } = texts["two-entities"];

/** Two houses, and what passes between them. */
export function TwoEntities() {
  return (
    <Drawing name="two-entities" height={300}>
      <Rings seed="research" x={78} y={150} r={76} count={1} className="leaf" />
      <Rings seed="venture" x={272} y={150} r={76} count={1} className="sky" />
      <Label x={78} y={138} tone="strong" text={labels.research} />
      <Label x={78} y={178} tone="quiet" text={labels.pending} />
      <Label x={272} y={146} tone="strong" text={labels.venture} />
      <Arrow from={[256, 66]} to={[94, 66]} bend={14} />
      <Label x={175} y={28} text={labels.questions} />
      <Arrow from={[94, 234]} to={[256, 234]} bend={14} />
      <Label x={175} y={282} text={labels.findings} />
    </Drawing>
  );
}
