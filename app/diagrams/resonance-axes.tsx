import texts from "#content/diagrams.yaml";
import { Arrow, Dot, Dots, Drawing, Growth, Label, Sheet } from "./drawing.tsx";

const { labels } = texts["resonance-axes"];

/** Breadth to the right, depth downward: four ways in which people can be connected. */
export function ResonanceAxes() {
  return (
    <Drawing name="resonance-axes">
      <Sheet height={376} only="narrow">
        <Ways end={346} narrow={80} wide={[206, 235, 264, 293, 322]} r={26} />
      </Sheet>
      <Sheet width={700} height={376} only="wide">
        <Ways end={690} narrow={130} wide={[330, 405, 480, 555, 630]} r={48} />
      </Sheet>
    </Drawing>
  );
}

interface WaysProps {
  /** Where the X-Axis ends. */
  end: number;
  /** The middle of the narrow ones. */
  narrow: number;
  /** Who is connected where connection runs widely. */
  wide: number[];
  /** How far the depth of each reaches. */
  r: number;
}

function Ways({ end, narrow, wide, r }: WaysProps) {
  const [first, middle, last] = [wide[0], wide[2], wide.at(-1)] as [number, number, number];
  return (
    <>
      <Label x={0} y={16} align="start" tone="strong" text={labels.x} />
      <Arrow from={[2, 32]} to={[end, 32]} />
      <Arrow from={[2, 32]} to={[2, 352]} />
      <Label x={0} y={372} align="start" tone="strong" text={labels.z} />

      <Dot at={[narrow, 88]} />
      <Label x={narrow} y={136} text={labels.silence} />

      <path d={`M${first} 88H${last}`} />
      <Dots at={wide.map((x) => [x, 88])} />
      <Label x={middle} y={136} text={labels.traffic} />

      <Growth x={narrow - 18} y={228} r={40} count={4} className="leaf-line" />
      <Growth x={narrow + 18} y={228} r={40} count={4} className="leaf-line" />
      <path d={`M${narrow - 18} 228H${narrow + 18}`} />
      <Dots
        at={[
          [narrow - 18, 228],
          [narrow + 18, 228],
        ]}
      />
      <Label x={narrow} y={312} text={labels.confidence} />

      {wide.map((x) => (
        <Growth key={x} x={x} y={228} r={r} count={3} className="leaf-line" />
      ))}
      <path d={`M${first} 228H${last}`} />
      {wide.map((x) => (
        <Dot key={x} at={[x, 228]} r={5} className="lit" />
      ))}
      <Label x={middle} y={312} tone="strong" text={labels.resonance} />
    </>
  );
}
