import type { ComponentType } from "react";
import type { FigureName } from "#content-model/schemas/diagrams.schema.ts";
import { FlourishingOntology } from "./flourishing-ontology.tsx";
import { BetweenPeople } from "./offers/between-people.tsx";
import { CasePhases } from "./offers/case-phases.tsx";
import { JourneyMonth } from "./offers/journey-month.tsx";
import { PlatformPillars } from "./offers/platform-pillars.tsx";
import { Pods } from "./offers/pods.tsx";
import { ThreePathways } from "./offers/three-pathways.tsx";
import { TwoTiers } from "./offers/two-tiers.tsx";
import { ResonanceAxes } from "./resonance-axes.tsx";
import { SafetyNeurobiology } from "./safety-neurobiology.tsx";
import { TwoEntities } from "./two-entities.tsx";
import { TwoLoops } from "./two-loops.tsx";
import { VucaForces } from "./vuca-forces.tsx";

/** The drawings that pages may show, by name. */
export const diagrams: Record<FigureName, ComponentType> = {
  "vuca-forces": VucaForces,
  "two-loops": TwoLoops,
  "flourishing-ontology": FlourishingOntology,
  "resonance-axes": ResonanceAxes,
  "safety-neurobiology": SafetyNeurobiology,
  "journey-month": JourneyMonth,
  pods: Pods,
  "case-phases": CasePhases,
  "two-tiers": TwoTiers,
  "three-pathways": ThreePathways,
  "platform-pillars": PlatformPillars,
  "between-people": BetweenPeople,
  "two-entities": TwoEntities,
};
