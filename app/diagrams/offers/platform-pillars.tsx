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
        <Pillars at={{ diagnostics: [175, 64], dashboards: [286, 254], interventions: [64, 254] }} />
        <Arrow from={[244, 88]} to={[294, 182]} bend={-14} />
        <Arrow from={[218, 274]} to={[132, 274]} bend={-10} />
        <Arrow from={[56, 182]} to={[106, 88]} bend={-14} />
      </Sheet>
      <Sheet width={700} height={182} only="wide">
        <Pillars at={{ diagnostics: [90, 74], dashboards: [350, 74], interventions: [610, 74] }} />
        <Arrow from={[162, 74]} to={[278, 74]} />
        <Arrow from={[422, 74]} to={[538, 74]} />
        <Arrow from={[590, 146]} to={[110, 146]} bend={-28} />
      </Sheet>
    </Drawing>
  );
}

type Places = Record<"diagnostics" | "dashboards" | "interventions", [x: number, y: number]>;

function Pillars({ at }: { at: Places }) {
  const year = yearAround(useContext(Seed), 124, [0, 0]);
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
