import { Fragment, useContext } from "react";
import { yearAround } from "#app/design/cross-section.ts";
import { Seed, Year } from "#app/design/cross-section-figure.tsx";
import texts from "#content/diagrams.yaml";
import { Arrow, Drawing, Label, Sheet } from "../drawing.tsx";
import { circle } from "../still-lifes/still-lifes.ts";

const { labels } = texts["platform-pillars"];

type Pillar = "diagnostics" | "dashboards" | "interventions";

/** What is done in each step, as cut paper around 0 0 within 220 by 220: people and their words, months on a board, a seedling in its rings. */
const scenes: Record<Pillar, [className: string, path: string][]> = {
  diagnostics: [
    [
      "dot",
      `M-62 70c0-28 44-28 44 0zM-22 76c0-34 44-34 44 0zM18 70c0-28 44-28 44 0z${circle(-40, 36, 12)}${circle(0, 38, 12)}${circle(40, 36, 12)}`,
    ],
    ["sky", "M-84-34l52-6 4 38-20 2-4 14-12-12-16 1z"],
    ["lit", "M-30-66l52-6 4 38-20 2-4 14-12-12-16 1z"],
    ["leaf", "M34-34l52-6 4 38-20 2-4 14-12-12-16 1z"],
  ],
  dashboards: [
    ["sky", "M-30 50l-12 34M36 48l12 34M-80-58l156-8 8 112-160 8z"],
    ["lit", "M8 40v-100l30 6-6 9 6 9-30 2z"],
    ["line", "M-66-34l124-7M-54-34v26M-30-36v30M-8-37v24M22-38v48M44-39v58"],
    ["dots", "M-54-8h0M-30-4h0M-8-12h0M22 12h0M44 20h0"],
  ],
  interventions: [
    ["person", "M-76 52a76 24 0 1 0 152 0a76 24 0 1 0-152 0"],
    ["line", "M-40 52a40 12 0 1 0 80 0a40 12 0 1 0-80 0M0 52q-6-44 2-84"],
    ["lit", "M2-30q-10-34 34-44q12 38-34 44z"],
    ["person", "M-2 10q-46 2-54-40q46-4 54 40zM-2 26q40 0 46-34q-40-4-46 34z"],
  ],
};

/** Three steps of one round. */
export function PlatformPillars() {
  return (
    <Drawing name="platform-pillars" columns="three">
      <Sheet height={400} only="narrow">
        <Pillars
          at={{ diagnostics: [175, 76], dashboards: [274, 274], interventions: [76, 274] }}
          scale={0.68}
        />
        <Arrow from={[256, 100]} to={[288, 186]} bend={-8} />
        <Arrow from={[194, 288]} to={[156, 288]} />
        <Arrow from={[62, 186]} to={[94, 100]} bend={-8} />
      </Sheet>
      {/* Each above its column of the text that follows, which names it. */}
      <Sheet width={760} height={264} only="wide">
        <Pillars at={{ diagnostics: [110, 112], dashboards: [375, 112], interventions: [640, 112] }} />
        <Arrow from={[229, 112]} to={[255, 112]} />
        <Arrow from={[494, 112]} to={[520, 112]} />
        <Arrow from={[640, 236]} to={[110, 236]} bend={-16} />
      </Sheet>
    </Drawing>
  );
}

interface PillarsProps {
  at: Record<Pillar, [x: number, y: number]>;
  /** Of the scenes, in a narrow arrangement, where each has its name below. */
  scale?: number;
}

function Pillars({ at, scale }: PillarsProps) {
  const year = yearAround(useContext(Seed), 220, [0, 0]);
  return Object.entries(scenes).map(([key, sheets]) => {
    const name = key as Pillar;
    const [x, y] = at[name];
    return (
      <Fragment key={name}>
        <g transform={`translate(${x} ${y})${scale ? `scale(${scale})` : ""}`}>
          <Year {...year} className={name === "interventions" ? "leaf" : "person"} />
          <Year {...year} at={Math.round(0.72 * year.at)} className="faint" />
          {sheets.map(([className, path]) => (
            <path key={path} className={className} d={path} />
          ))}
        </g>
        {scale && <Label x={x} y={y + 98} tone="strong" text={labels[name]} />}
      </Fragment>
    );
  });
}
