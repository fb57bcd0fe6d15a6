import texts from "#content/diagrams.yaml";
import { Arrow, Dot, Drawing, Label, Sheet } from "./drawing.tsx";

const { labels } = texts["safety-neurobiology"];
const spread = [-52, -34, -17, 0, 17, 34, 52];

/** One cue, two ways: attention that closes to a point, and attention that opens. */
export function SafetyNeurobiology() {
  return (
    <Drawing name="safety-neurobiology">
      <Sheet height={372} only="narrow">
        <Ways threat={84} safety={266} cue={175} opening={1.4} />
      </Sheet>
      <Sheet width={700} height={372} only="wide">
        <Ways threat={150} safety={510} cue={330} opening={3.2} />
      </Sheet>
    </Drawing>
  );
}

interface WaysProps {
  /** Where the two ways and the cue lie, from the left. */
  threat: number;
  safety: number;
  cue: number;
  /** How many times as wide attention becomes. */
  opening: number;
}

function Ways({ threat, safety, cue, opening }: WaysProps) {
  return (
    <>
      <Label x={cue} y={18} tone="strong" text={labels.cue} />
      <Dot at={[cue, 36]} r={6} className="lit" />
      <Arrow from={[cue - 10, 44]} to={[threat + 8, 88]} bend={6} />
      <Arrow from={[cue + 10, 44]} to={[safety - 8, 88]} bend={-6} />
      <Label x={threat} y={112} tone="strong" text={labels.threat} />
      <Label x={safety} y={112} tone="strong" text={labels.safety} />
      <Label x={threat} y={136} tone="quiet" text={labels.narrows} />
      <Label x={safety} y={136} tone="quiet" text={labels.widens} />
      {spread.map((x) =>
        x === 0 ? (
          <Arrow key={x} from={[threat, 156]} to={[threat, 326]} />
        ) : (
          <path
            key={x}
            className="absent"
            d={`M${threat + x} 156Q${threat + x} 250 ${threat + Math.sign(x) * 3} 300`}
          />
        ),
      )}
      {spread.map((x) => (
        <Arrow
          key={x}
          from={[safety + Math.sign(x) * 3, 156]}
          to={[safety + Math.round(x * opening), 322]}
          bend={x / 9}
        />
      ))}
      <Label x={threat} y={352} text={labels.defend} />
      <Label x={safety} y={352} text={labels.learn} />
    </>
  );
}
