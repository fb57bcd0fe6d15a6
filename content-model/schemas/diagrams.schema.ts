import * as v from "valibot";
import { text } from "./text.schema.ts";

const lines = v.array(text);
type Label = typeof text | typeof lines;

/** The words of one drawing: title and description for screen readers, and its labels (a list is a label of several lines). */
function drawing<const Labels extends Record<string, Label>>(labels: Labels) {
  return v.strictObject({ title: text, description: text, labels: v.strictObject(labels) });
}

const named = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>;

const figures = {
  "vuca-forces": drawing(
    named(
      ...(["volatility", "steadiness", "uncertainty", "curiosity"] as const),
      ...(["complexity", "connection", "ambiguity", "naming"] as const),
    ),
  ),
  "two-loops": drawing(
    named(
      ...(["extractive", "pressure", "output", "depletion", "replacement", "fuel"] as const),
      ...(["generative", "safety", "attention", "contribution", "renewal"] as const),
    ),
  ),
  "flourishing-ontology": drawing(
    named("self", "relationship", "team", "organization", "world", "care", "conditions"),
  ),
  "resonance-axes": drawing(named("x", "z", "silence", "traffic", "confidence", "resonance")),
  "safety-neurobiology": drawing(named("cue", "threat", "safety", "narrows", "widens", "defend", "learn")),
  "journey-month": drawing(
    named(...(["first", "second", "third", "fourth", "individual", "guest", "group"] as const)),
  ),
  pods: drawing({}),
  "case-phases": drawing({
    mapping: lines,
    design: lines,
    learning: lines,
    harvesting: lines,
    time: text,
  }),
  "two-tiers": drawing(named("general", "free", "mastermind", "entry", "entry2")),
  "three-pathways": drawing({
    start: text,
    consulting: lines,
    journey: lines,
    laboratory: text,
    optional: text,
  }),
  "platform-pillars": drawing(named("diagnostics", "dashboards", "interventions")),
  "between-people": drawing({
    looked: text,
    between: lines,
    alone: text,
    one: lines,
    few: text,
    reason: text,
  }),
  "two-entities": drawing({
    research: lines,
    pending: text,
    venture: lines,
    questions: text,
    findings: text,
  }),
};

/** The drawings that a page may show with its `<Figure>`. */
export type FigureName = keyof typeof figures;
export const figureNames = Object.keys(figures);

/** content/diagrams.yaml */
export const diagramsSchema = v.strictObject({
  ...figures,
  /** The one in a page's head shows what the page says, and is not read aloud. */
  dashboard: v.strictObject(named("z", "decision")),
  /** The year in a page's head, likewise. */
  year: v.strictObject(named("first", "second", "third", "fourth")),
});

export type DiagramTexts = v.InferOutput<typeof diagramsSchema>;
