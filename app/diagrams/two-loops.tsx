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
        <Rings seed="extractive" x={x} y={y} r={58} count={3} className="absent faint" />
        <Loop
          title={labels.extractive}
          words={[labels.pressure, labels.output, labels.depletion, labels.replacement]}
          line="absent"
        />
        <Arrow from={[40, 36]} to={[82, 62]} bend={-6} className="absent" />
        <Label x={12} y={26} align="start" tone="quiet" text={labels.fuel} />
      </Sheet>
      <Sheet height={220} ground="leaf">
        <Rings seed="generative" x={x} y={y} r={58} count={4} className="leaf-line" />
        <Loop
          title={labels.generative}
          words={[labels.safety, labels.attention, labels.contribution, labels.renewal]}
        />
      </Sheet>
    </Drawing>
  );
}

/** Where the middle of the loop lies, and how far from it the words stand, at the sides and above and below. */
const [x, y] = [175, 110];
const [width, height] = [118, 84];

interface LoopProps {
  title: string;
  /** At the top, right, bottom and left: on the ring, which is open for them. */
  words: [string, string, string, string];
  line?: string;
}

function Loop({ title, words: [top, right, bottom, left], line }: LoopProps) {
  return (
    <>
      {[0, 1, 2, 3].map((quarter) => (
        <Arrow key={quarter} {...arcOf(quarter)} className={line} />
      ))}
      <Label x={x} y={y - height + 5} text={top} />
      <Label x={x + width} y={y + 5} text={right} />
      <Label x={x} y={y + height + 5} text={bottom} />
      <Label x={x - width} y={y + 5} text={left} />
      <Label x={x} y={y + 5} tone="strong" text={title} />
    </>
  );
}

/** A quarter of the ring, from beside one word to above or below the next. */
function arcOf(quarter: number) {
  const isToSide = quarter % 2 === 0;
  const at = (turn: number) => {
    const angle = ((quarter + turn) * Math.PI) / 2;
    return [x + width * Math.sin(angle), y - height * Math.cos(angle)] as const;
  };
  return { from: at(isToSide ? 0.3 : 0.16), to: at(isToSide ? 0.84 : 0.7), bend: -10 };
}
