import texts from "#content/diagrams.yaml";
import { Arrow, Drawing, Label, Rings } from "./drawing.tsx";

const { labels } = texts["platform-pillars"];

/** Three steps of one round. */
export function PlatformPillars() {
  return (
    <Drawing name="platform-pillars" height={330}>
      <Rings seed="diagnostics" x={175} y={64} r={60} className="sky" />
      <Rings seed="dashboards" x={286} y={254} r={60} className="sky" />
      <Rings seed="interventions" x={64} y={254} r={60} className="leaf" />
      <Label x={175} y={60} tone="strong" text={labels.diagnostics} />
      <Label x={175} y={80} tone="quiet" text={labels.see} />
      <Label x={286} y={250} tone="strong" text={labels.dashboards} />
      <Label x={286} y={270} tone="quiet" text={labels.understand} />
      <Label x={64} y={250} tone="strong" text={labels.interventions} />
      <Label x={64} y={270} tone="quiet" text={labels.tend} />
      <Arrow from={[244, 88]} to={[294, 182]} bend={-14} />
      <Arrow from={[218, 274]} to={[132, 274]} bend={-10} />
      <Arrow from={[56, 182]} to={[106, 88]} bend={-14} />
    </Drawing>
  );
}
