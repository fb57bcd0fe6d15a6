import { Style } from "#app/design/style.tsx";
import texts from "#content/diagrams.yaml";
import { Arrow, Drawing, Label, Rings, Sheet } from "./drawing.tsx";
import css from "./two-loops.css?inline";

const { labels } = texts["two-loops"];

/** The broken loop needs fuel from outside; the whole one leaves a ring at every turn. */
export function TwoLoops() {
  return (
    <Drawing name="two-loops" columns="two">
      <Style name="two-loops" css={css} />
      <Sheet height={220} ground="clay">
        <Loop
          title={labels.extractive}
          words={[labels.pressure, labels.output, labels.depletion, labels.replacement]}
          line="absent"
        />
        <Arrow from={[21, 56]} to={[100, 74]} bend={-8} className="absent" />
        <Label x={15} y={44} align="start" tone="quiet" text={labels.fuel} />
      </Sheet>
      <Sheet height={220} ground="leaf">
        <Rings seed="generative" x={175} y={110} r={54} count={4} className="leaf-line" />
        <Loop
          title={labels.generative}
          words={[labels.safety, labels.attention, labels.contribution, labels.renewal]}
        />
      </Sheet>
    </Drawing>
  );
}

/** Where the loop's middle lies. */
const y = 110;

interface LoopProps {
  title: string;
  /** At the top, right, bottom and left. */
  words: [string, string, string, string];
  line?: string;
}

function Loop({ title, words: [top, right, bottom, left], line }: LoopProps) {
  return (
    <>
      <Arrow from={[193, y - 72]} to={[246, y - 16]} bend={-14} className={line} />
      <Arrow from={[246, y + 12]} to={[193, y + 68]} bend={-14} className={line} />
      <Arrow from={[157, y + 68]} to={[104, y + 12]} bend={-14} className={line} />
      <Arrow from={[104, y - 16]} to={[157, y - 72]} bend={-14} className={line} />
      <Label x={175} y={y - 80} text={top} />
      <Label x={250} y={y + 3} align="start" text={right} />
      <Label x={175} y={y + 90} text={bottom} />
      <Label x={103} y={y + 3} align="end" text={left} />
      <rect className="ground" x={130} y={y - 11} width={90} height={22} />
      <Label x={175} y={y + 5} tone="strong" text={title} />
    </>
  );
}
