import texts from "#content/diagrams.yaml";
import { Arrow, Dot, Drawing, Label, Rings } from "./drawing.tsx";

const { labels } = texts["resonance-axes"];
const wide = [206, 235, 264, 293, 322];

/** Breadth to the right, depth downward: four ways in which people can be connected. */
export function ResonanceAxes() {
  return (
    <Drawing name="resonance-axes" height={376}>
      <Label x={0} y={16} align="start" tone="strong" text={labels.x} />
      <Arrow from={[2, 32]} to={[346, 32]} />
      <Arrow from={[2, 32]} to={[2, 352]} />
      <Label x={0} y={372} align="start" tone="strong" text={labels.z} />

      <Dot at={[80, 88]} />
      <Label x={80} y={136} text={labels.silence} />

      <path d="M206 88H322" />
      {wide.map((x) => (
        <Dot key={x} at={[x, 88]} />
      ))}
      <Label x={264} y={136} text={labels.traffic} />

      <Rings seed="one" x={62} y={228} r={40} count={4} className="leaf-line" />
      <Rings seed="other" x={98} y={228} r={40} count={4} className="leaf-line" />
      <path d="M62 228H98" />
      <Dot at={[62, 228]} />
      <Dot at={[98, 228]} />
      <Label x={80} y={312} text={labels.confidence} />

      {wide.map((x) => (
        <Rings key={x} seed={`wide${x}`} x={x} y={228} r={26} count={3} className="leaf-line" />
      ))}
      <path d="M206 228H322" />
      {wide.map((x) => (
        <Dot key={x} at={[x, 228]} r={5} className="lit" />
      ))}
      <Label x={264} y={312} tone="strong" text={labels.resonance} />
    </Drawing>
  );
}
