import texts from "#content/diagrams.yaml";
import { Arrow, Dot, Drawing, Label } from "./drawing.tsx";

const { labels } = texts["safety-neurobiology"];
const spread = [-52, -34, -17, 0, 17, 34, 52];

/** One cue, two ways: attention that closes to a point, and attention that opens. */
export function SafetyNeurobiology() {
  return (
    <Drawing name="safety-neurobiology" height={372}>
      <Label x={175} y={18} tone="strong" text={labels.cue} />
      <Dot at={[175, 36]} r={6} className="lit" />
      <Arrow from={[165, 44]} to={[92, 88]} bend={6} />
      <Arrow from={[185, 44]} to={[258, 88]} bend={-6} />
      <Label x={84} y={112} tone="strong" text={labels.threat} />
      <Label x={266} y={112} tone="strong" text={labels.safety} />
      <Label x={84} y={136} tone="quiet" text={labels.narrows} />
      <Label x={266} y={136} tone="quiet" text={labels.widens} />
      {spread.map((x) =>
        x === 0 ? (
          <Arrow key={x} from={[84, 156]} to={[84, 326]} />
        ) : (
          <path key={x} className="absent" d={`M${84 + x} 156Q${84 + x} 250 ${84 + Math.sign(x) * 3} 300`} />
        ),
      )}
      {spread.map((x) => (
        <Arrow
          key={x}
          from={[266 + Math.sign(x) * 3, 156]}
          to={[266 + Math.round(x * 1.4), 322]}
          bend={x / 9}
        />
      ))}
      <Label x={84} y={352} text={labels.defend} />
      <Label x={266} y={352} text={labels.learn} />
    </Drawing>
  );
}
