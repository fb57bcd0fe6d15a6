import texts from "#content/diagrams.yaml";
import { Arrow, Dots, Drawing, Label, Rings, Sheet, seedHead } from "../drawing.tsx";

const { labels } = texts["two-tiers"];
const inner = { x: 212, y: 172, r: 62 };
const people = seedHead(60, 184, 166, 140).filter(
  ([x, y]) => Math.hypot(x - inner.x, y - inner.y) > inner.r + 14 && !(y < 66 && x > 120 && x < 248),
);

/** A small circle within a wide one, and the way into each. */
export function TwoTiers() {
  return (
    <Drawing name="two-tiers" columns="beside">
      <Sheet height={352}>
        <Rings seed="general" x={184} y={166} r={160} className="leaf" />
        <Dots at={people} />
        <Rings seed="mastermind" {...inner} className="lilac" />
        <Label x={184} y={48} tone="strong" text={labels.general} />
        <Label x={inner.x} y={158} tone="strong" text={labels.mastermind} />
        <Label x={inner.x} y={180} tone="quiet" text={[labels.entry, labels.entry2]} />
        <Arrow from={[2, 322]} to={[78, 262]} bend={-8} />
        <Label x={2} y={346} align="start" text={labels.free} />
        <Arrow from={[118, 226]} to={[156, 200]} bend={-4} />
      </Sheet>
    </Drawing>
  );
}
