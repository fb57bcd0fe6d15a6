import type { ComponentType } from "react";
import { BetweenPeople } from "./between-people.tsx";
import { CasePhases } from "./case-phases.tsx";
import type { DiagramName } from "./drawing.tsx";
import { FlourishingOntology } from "./flourishing-ontology.tsx";
import { JourneyMonth } from "./journey-month.tsx";
import { PlatformPillars } from "./platform-pillars.tsx";
import { Pods } from "./pods.tsx";
import { ResonanceAxes } from "./resonance-axes.tsx";
import { SafetyNeurobiology } from "./safety-neurobiology.tsx";
import { ThreePathways } from "./three-pathways.tsx";
import { TwoEntities } from "./two-entities.tsx";
import { TwoLoops } from "./two-loops.tsx";
import { TwoTiers } from "./two-tiers.tsx";
import { VucaForces } from "./vuca-forces.tsx";

/** The drawings that pages may show, by name. */
export const diagrams: Record<DiagramName, ComponentType> = {
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
