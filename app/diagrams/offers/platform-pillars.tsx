import { Fragment } from "react";
import texts from "#content/diagrams.yaml";
import { Arrow, Drawing, Label, Sheet } from "../drawing.tsx";
import { circle } from "../still-lifes/still-lifes.ts";

const { labels } = texts["platform-pillars"];

type Pillar = "diagnostics" | "dashboards" | "interventions";

/** Somebody behind the table, by the middle of the head. */
const bust = (x: number, y: number) =>
  `${circle(x, y, 15)}M${x - 38} 50l10-${26 - y} 28-12 28 14 10 ${24 - y}z`;
const said = (x: number, y: number) => `M${x} ${y}l50-4 3 32-18 2-5 12-10-11-17 1z`;
/** The room of the scenes, and what goes along its width: a table, a sill. */
const room = "M-104-84l202-8 6 150-212 6z";
const table = "M-112 44l224-9 2 14-224 8z";

/**
 * What is done in each step, as the scenes are cut, around 0 0 within 230 by 200: people say how it is, see it over the months, and
 * tend something. The bright sheet goes from one to the next.
 */
const scenes: Record<Pillar, [className: string, path: string][]> = {
  diagnostics: [
    ["ink", room],
    ["shade", bust(-58, -10) + bust(60, -14)],
    ["paper", `${bust(0, -12)}${said(-92, -72)}${said(44, -76)}`],
    ["spark", said(-25, -80)],
    ["ground", table],
  ],
  dashboards: [
    ["ink", room],
    ["paper", "M-90-74l176-7 4 104-184 5z"],
    ["ink-line", "M-72-50l142-5M-60-50v20M-36-51v28M-12-52v38M16-53v68M42-54v30M62-54v18"],
    [
      "ground",
      [
        circle(-60, -24, 8),
        circle(-36, -16, 8),
        circle(-12, -6, 8),
        circle(42, -18, 8),
        circle(62, -30, 8),
      ].join(""),
    ],
    ["spark", `M16-52v-42l32-3-5 10 6 10-33 3z${circle(16, 20, 13)}`],
    ["shade", bust(-58, 14) + bust(60, 10)],
    ["ground", table],
  ],
  interventions: [
    ["ink", room],
    ["paper", "M-76-70l92-4 4 96-96 4z"],
    ["ink-line", "M-74-24l92-4M-28-72l2 94M-24 10q-4-30 2-52"],
    ["leaf", "M-26 2q-40 0-44-34q38-2 44 34zM-24-12q34-2 38-32q-34 0-38 32zM-22-40q-14-18 4-38q16 22-4 38z"],
    ["shade", bust(60, -14)],
    ["ground", table],
    ["spark", "M-46 10l42-2-7 38-28 1z"],
  ],
};

/** Three steps of one round. */
export function PlatformPillars() {
  return (
    <Drawing name="platform-pillars" columns="three">
      <Sheet height={362} only="narrow">
        <Pillars
          at={{ diagnostics: [175, 76], dashboards: [274, 274], interventions: [76, 274] }}
          scale={0.68}
        />
        <Arrow from={[256, 100]} to={[288, 186]} bend={-8} />
        <Arrow from={[194, 288]} to={[156, 288]} />
        <Arrow from={[62, 186]} to={[94, 100]} bend={-8} />
      </Sheet>
      {/* Each above its column of the text that follows, which names it. */}
      <Sheet width={760} height={236} only="wide">
        <Pillars at={{ diagnostics: [110, 112], dashboards: [375, 112], interventions: [640, 112] }} />
        <Arrow from={[229, 112]} to={[255, 112]} />
        <Arrow from={[494, 112]} to={[520, 112]} />
        <Arrow from={[640, 196]} to={[110, 196]} bend={-16} />
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
  return Object.entries(scenes).map(([key, sheets]) => {
    const name = key as Pillar;
    const [x, y] = at[name];
    return (
      <Fragment key={name}>
        <g className="still-life" transform={`translate(${x} ${y})${scale ? `scale(${scale})` : ""}`}>
          {sheets.map(([className, path]) => (
            <path key={path} className={className} d={path} />
          ))}
        </g>
        {scale && <Label x={x} y={y + 74} tone="strong" text={labels[name]} />}
      </Fragment>
    );
  });
}
