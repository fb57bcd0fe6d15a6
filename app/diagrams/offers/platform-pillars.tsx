import { useContext } from "react";
import { yearAround } from "#app/design/cross-section.ts";
import { Seed, Year } from "#app/design/cross-section-figure.tsx";
import texts from "#content/diagrams.yaml";
import { Arrow, Drawing, Label, Sheet } from "../drawing.tsx";

const { labels } = texts["platform-pillars"];

/** Three steps of one round. */
export function PlatformPillars() {
  return (
    <Drawing name="platform-pillars">
      <Sheet height={330} only="narrow">
        <Pillars at={{ diagnostics: [175, 76], dashboards: [274, 254], interventions: [76, 254] }} />
        <Arrow from={[256, 96]} to={[288, 170]} bend={-8} />
        <Arrow from={[194, 272]} to={[156, 272]} />
        <Arrow from={[62, 170]} to={[94, 96]} bend={-8} />
      </Sheet>
      <Sheet width={532} height={184} only="wide">
        <Pillars at={{ diagnostics: [76, 76], dashboards: [266, 76], interventions: [456, 76] }} />
        <Arrow from={[156, 76]} to={[186, 76]} />
        <Arrow from={[346, 76]} to={[376, 76]} />
        <Arrow from={[456, 156]} to={[76, 156]} bend={-16} />
      </Sheet>
    </Drawing>
  );
}

type Places = Record<"diagnostics" | "dashboards" | "interventions", [x: number, y: number]>;

function Pillars({ at }: { at: Places }) {
  const year = yearAround(useContext(Seed), 150, [0, 0]);
  const pillar = (name: keyof Places, does: string) => {
    const [x, y] = at[name];
    return (
      <g transform={`translate(${x} ${y})`}>
        <Year {...year} className={name === "interventions" ? "leaf" : "sky"} />
        <Label x={0} y={-4} tone="strong" text={labels[name]} />
        <Label x={0} y={16} tone="quiet" text={does} />
      </g>
    );
  };
  return (
    <>
      {pillar("diagnostics", labels.see)}
      {pillar("dashboards", labels.understand)}
      {pillar("interventions", labels.tend)}
    </>
  );
}
