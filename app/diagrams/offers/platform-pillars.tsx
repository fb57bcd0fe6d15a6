import { useContext } from "react";
import { yearAround } from "#app/design/cross-section.ts";
import { Seed, Year } from "#app/design/cross-section-figure.tsx";
import texts from "#content/diagrams.yaml";
import { Arrow, Drawing, Label, Sheet } from "../drawing.tsx";

const { labels } = texts["platform-pillars"];

/** Three steps of one round. */
export function PlatformPillars() {
  return (
    <Drawing name="platform-pillars" columns="three">
      <Sheet height={330} only="narrow">
        <Pillars at={{ diagnostics: [175, 76], dashboards: [274, 254], interventions: [76, 254] }} />
        <Arrow from={[256, 96]} to={[288, 170]} bend={-8} />
        <Arrow from={[194, 272]} to={[156, 272]} />
        <Arrow from={[62, 170]} to={[94, 96]} bend={-8} />
      </Sheet>
      {/* Each above its column of the text that follows. */}
      <Sheet width={760} height={208} only="wide">
        <Pillars
          at={{ diagnostics: [112, 85], dashboards: [380, 85], interventions: [648, 85] }}
          size={170}
        />
        <Arrow from={[210, 85]} to={[282, 85]} />
        <Arrow from={[478, 85]} to={[550, 85]} />
        <Arrow from={[648, 181]} to={[112, 181]} bend={-16} />
      </Sheet>
    </Drawing>
  );
}

type Places = Record<"diagnostics" | "dashboards" | "interventions", [x: number, y: number]>;

function Pillars({ at, size = 150 }: { at: Places; size?: number }) {
  const year = yearAround(useContext(Seed), size, [0, 0]);
  const pillar = (name: keyof Places, does: string) => {
    const [x, y] = at[name];
    return (
      <g transform={`translate(${x} ${y})`}>
        <Year {...year} className={name === "interventions" ? "leaf" : "person"} />
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
