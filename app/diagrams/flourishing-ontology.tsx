import { Style } from "#app/design/style.tsx";
import texts from "#content/diagrams.yaml";
import { Arrow, Dot, Drawing, Label, Rings, Sheet } from "./drawing.tsx";
import css from "./flourishing-ontology.css?inline";

const { labels } = texts["flourishing-ontology"];
/** Rings are wider apart at the top, to make room for the names. */
const levels = [
  { name: labels.world, y: 172, r: 168, label: 28 },
  { name: labels.organization, y: 180, r: 140, label: 64 },
  { name: labels.team, y: 188, r: 112, label: 100 },
  { name: labels.relationship, y: 196, r: 84, label: 142 },
  { name: labels.self, y: 196, r: 44, label: 186 },
];

/** Five rings within each other, from the world to a single person. */
export function FlourishingOntology() {
  return (
    <Drawing name="flourishing-ontology" columns="beside">
      <Style name="flourishing-ontology" css={css} />
      <Sheet height={376}>
        {levels.map(({ name, y, r, label }, index) => (
          <g key={name}>
            <Rings seed="ontology" x={175} y={y} r={r} className={`tint-${index}`} />
            <Label x={175} y={label} tone="strong" text={name} />
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
