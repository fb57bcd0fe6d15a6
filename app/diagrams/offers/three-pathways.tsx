import texts from "#content/diagrams.yaml";
import { Arrow, Dot, Drawing, Label, Rings, Sheet } from "../drawing.tsx";

const { labels } = texts["three-pathways"];

/** Two stems from one seed, and a bud that may grow from either. */
export function ThreePathways() {
  return (
    <Drawing name="three-pathways">
      <Sheet height={404} only="narrow">
        <Dot at={[175, 368]} r={7} className="lit" />
        <Label x={175} y={398} text={labels.start} />
        <Arrow from={[167, 360]} to={[84, 262]} bend={-10} />
        <Arrow from={[183, 360]} to={[266, 262]} bend={10} />
        <Pathways consulting={[82, 188]} journey={[268, 188]} bud={[175, 58]} />
        <Arrow from={[104, 116]} to={[152, 74]} bend={-4} className="thin" />
        <Arrow from={[246, 116]} to={[198, 74]} bend={4} className="thin" />
      </Sheet>
      <Sheet width={760} height={316} only="wide">
        <Label x={116} y={163} align="end" text={labels.start} />
        <Dot at={[134, 158]} r={7} className="lit" />
        <Arrow from={[146, 148]} to={[262, 92]} bend={-10} />
        <Arrow from={[146, 168]} to={[262, 224]} bend={10} />
        <Pathways consulting={[342, 76]} journey={[342, 240]} bud={[566, 158]} isBudBeside />
        <Arrow from={[422, 84]} to={[544, 140]} bend={-8} className="thin" />
        <Arrow from={[422, 232]} to={[544, 176]} bend={8} className="thin" />
      </Sheet>
    </Drawing>
  );
}

type Place = [x: number, y: number];

interface PathwaysProps {
  consulting: Place;
  journey: Place;
  bud: Place;
  /** Whether the bud's words stand at its right; else they stand over it. */
  isBudBeside?: boolean;
}

function Pathways({ consulting, journey, bud, isBudBeside = false }: PathwaysProps) {
  const words = isBudBeside
    ? ({ x: bud[0] + 28, y: bud[1] - 4, align: "start" } as const)
    : { x: bud[0], y: bud[1] - 42 };
  return (
    <>
      <Rings seed="consulting" x={consulting[0]} y={consulting[1]} r={70} className="sky" />
      <Rings seed="journey" x={journey[0]} y={journey[1]} r={70} className="lilac" />
      <Label x={consulting[0]} y={consulting[1] - 13} tone="strong" text={labels.consulting} />
      <Label x={journey[0]} y={journey[1] - 4} tone="strong" text={labels.journey} />
      <Rings seed="laboratory" x={bud[0]} y={bud[1]} r={17} count={2} className="thin" />
      <Label {...words} tone="strong" text={labels.laboratory} />
      <Label {...words} y={words.y + 18} tone="quiet" text={labels.optional} />
    </>
  );
}
