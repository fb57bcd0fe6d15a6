import { Style } from "#app/design/style.tsx";
import offers from "#content/offers.yaml";
import { turnColor } from "#content-model/section-colors.ts";
import { Dots, Drawing, Rings, Sheet, seedHead } from "../drawing.tsx";
import css from "./pods.css?inline";

const { pods, podSize } = offers.learningJourney;
const names = Array.from({ length: pods }, (_, index) => `pod ${index}`);

/** Everybody who takes part, as a point. */
export function Pods() {
  return (
    <Drawing name="pods" columns="four">
      <Style name="pods" css={css} />
      {names.map((name, index) => (
        <Sheet key={name} width={170} height={170}>
          {/* The same count in each, and no two alike. */}
          <g transform={`rotate(${index * 90} 85 85)`}>
            <Rings seed="pod" x={85} y={85} r={78} className={turnColor(index)} />
            <Dots at={seedHead(podSize, 85, 85, 62)} />
          </g>
        </Sheet>
      ))}
    </Drawing>
  );
}
