import texts from "#content/diagrams.yaml";
import { Arrow, Dot, Drawing, Label, Rings, Sheet } from "./drawing.tsx";

const { labels } = texts["flourishing-ontology"];
/** Rings are wider apart at the top, to make room for the names. */
const levels = [
  { name: labels.world, y: 172, r: 168 },
  { name: labels.organization, y: 180, r: 140 },
  { name: labels.team, y: 188, r: 112 },
  { name: labels.relationship, y: 196, r: 84 },
  { name: labels.self, y: 196, r: 44 },
];

/** Five rings within each other, from the world to a single person. */
export function FlourishingOntology() {
  return (
    <Drawing name="flourishing-ontology" columns="beside">
      <Sheet height={376}>
        {levels.map(({ name, y, r }, index) => (
          <g key={name}>
            <Rings seed="ontology" x={175} y={y} r={r} className={`tint-${index}`} />
            <Label x={175} y={y - r + (index === 4 ? 34 : 24)} tone="strong" text={name} />
          </g>
        ))}
        <Dot at={[175, 204]} r={5} className="lit" />
        <Arrow from={[186, 214]} to={[288, 338]} bend={-6} />
        <Arrow from={[62, 338]} to={[164, 216]} bend={-6} />
        <Label x={296} y={364} text={labels.care} />
        <Label x={54} y={364} text={labels.conditions} />
      </Sheet>
    </Drawing>
  );
}
