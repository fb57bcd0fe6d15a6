import texts from "#content/diagrams.yaml";
import { Arrow, Dot, Drawing, Label, Rings, Sheet } from "./drawing.tsx";

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
      <Sheet width={700} height={316} only="wide">
        <Dot at={[70, 158]} r={7} className="lit" />
        <Label x={70} y={194} text={labels.start} />
        <Arrow from={[82, 148]} to={[226, 88]} bend={-12} />
        <Arrow from={[82, 168]} to={[226, 228]} bend={12} />
        <Pathways consulting={[306, 76]} journey={[306, 240]} bud={[566, 170]} />
        <Arrow from={[386, 82]} to={[536, 154]} bend={-8} className="thin" />
        <Arrow from={[386, 234]} to={[536, 180]} bend={8} className="thin" />
      </Sheet>
    </Drawing>
  );
}

type Place = [x: number, y: number];

function Pathways({ consulting, journey, bud }: { consulting: Place; journey: Place; bud: Place }) {
  return (
    <>
      <Rings seed="consulting" x={consulting[0]} y={consulting[1]} r={70} className="sky" />
      <Rings seed="journey" x={journey[0]} y={journey[1]} r={70} className="lilac" />
      <Label x={consulting[0]} y={consulting[1] - 13} tone="strong" text={labels.consulting} />
      <Label x={journey[0]} y={journey[1] - 4} tone="strong" text={labels.journey} />
      <Rings seed="laboratory" x={bud[0]} y={bud[1]} r={17} count={2} className="thin" />
      <Label x={bud[0]} y={bud[1] - 42} tone="strong" text={labels.laboratory} />
      <Label x={bud[0]} y={bud[1] - 24} tone="quiet" text={labels.optional} />
    </>
  );
}
