import fc from "fast-check";
import type { DatabaseFiles } from "./faulty-database.ts";
import { type Plan, plans } from "./plan.ts";
import { type Result, World } from "./world.ts";

export interface Failure {
  seed: number;
  /** The smallest plan in which something goes wrong, and what happens in it. */
  plan: Plan;
  result: Result;
}

/** What a seed makes happen. */
export function planOf(seed: number): Plan {
  const [plan] = fc.sample(plans, { seed, numRuns: 1 });
  if (!plan) throw new Error(`no plan for seed ${seed}`);
  return plan;
}

export function simulate(plan: Plan, files: DatabaseFiles): Promise<Result> {
  return new World(plan, files).run();
}

/** Looks for the smallest plan, like the seed's, in which something still goes wrong. */
export async function shrink(seed: number, files: DatabaseFiles): Promise<Failure | undefined> {
  const isSound = fc.asyncProperty(
    plans,
    async (plan) => (await simulate(plan, files)).violations.length === 0,
  );
  const { counterexample } = await fc.check(isSound, { seed, numRuns: 1 });
  const plan = counterexample?.[0];
  return plan && { seed, plan, result: await simulate(plan, files) };
}
