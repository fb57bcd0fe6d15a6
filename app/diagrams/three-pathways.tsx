import texts from "#content/diagrams.yaml";
import { Arrow, Dot, Drawing, Label, Rings } from "./drawing.tsx";

const { labels } = texts["three-pathways"];

/** Two stems from one seed, and a bud that may grow from either. */
export function ThreePathways() {
  return (
    <Drawing name="three-pathways" height={404}>
      <Dot at={[175, 368]} r={7} className="lit" />
      <Label x={175} y={398} text={labels.start} />
      <Arrow from={[167, 360]} to={[84, 262]} bend={-10} />
      <Arrow from={[183, 360]} to={[266, 262]} bend={10} />
      <Rings seed="consulting" x={82} y={188} r={70} className="sky" />
      <Rings seed="journey" x={268} y={188} r={70} className="lilac" />
      <Label x={82} y={175} tone="strong" text={labels.consulting} />
      <Label x={268} y={184} tone="strong" text={labels.journey} />
      <Arrow from={[104, 116]} to={[152, 74]} bend={-4} className="thin" />
      <Arrow from={[246, 116]} to={[198, 74]} bend={4} className="thin" />
      <Rings seed="laboratory" x={175} y={58} r={17} count={2} className="thin" />
      <Label x={175} y={16} tone="strong" text={labels.laboratory} />
      <Label x={175} y={34} tone="quiet" text={labels.optional} />
    </Drawing>
  );
}
