import texts from "#content/diagrams.yaml";
import { Dot, Drawing, Label, Sheet } from "./drawing.tsx";

const { labels } = texts["vuca-forces"];

/** Four lines, each of which turns from its force into its answer. */
export function VucaForces() {
  return (
    <Drawing name="vuca-forces" columns="two">
      <Sheet height={84}>
        <Ends force={labels.volatility} answer={labels.steadiness} />
        <path d="M2 55l12-22 13 38 12-48 14 50 13-40 13 30 13-20c14 14 22 10 38 10s20-7 38-7 20 7 38 7 20-7 38-7 20 7 38 7 20-5 68-5" />
      </Sheet>
      <Sheet height={84}>
        <Ends force={labels.uncertainty} answer={labels.curiosity} />
        <path className="absent" d="M2 54c30-6 60 6 120 0" />
        <path d="M128 54c30 0 34-22 54-22s20 30 2 30-10-24 16-26 56 18 148 18" />
      </Sheet>
      <Sheet height={84}>
        <Ends force={labels.complexity} answer={labels.connection} />
        <path d="M2 58c30-40 60 34 84-4s-70-22-48 12 66-44 78-16-60 26-52 2 50-16 70 2c16 10 30 2 44 2H348" />
        {[190, 243, 296, 346].map((x) => (
          <Dot key={x} at={[x, 56]} />
        ))}
      </Sheet>
      <Sheet height={84}>
        <Ends force={labels.ambiguity} answer={labels.naming} />
        <path d="M2 50c26-16 44 22 72 6s46-22 76-6 44 12 70 12" />
        <path d="M2 64c26-16 44 22 72 6s46-22 76-6 44-2 70-2H348" />
        <Dot at={[222, 62]} r={7} className="lit" />
      </Sheet>
    </Drawing>
  );
}

function Ends({ force, answer }: { force: string; answer: string }) {
  return (
    <>
      <Label x={0} y={16} align="start" tone="quiet" text={force} />
      <Label x={350} y={16} align="end" tone="strong" text={answer} />
    </>
  );
}
