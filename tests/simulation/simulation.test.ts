import { afterAll, beforeAll, expect, it } from "vitest";
import { planOf, simulate } from "./check-seed.ts";
import { DatabaseFiles } from "./faulty-database.ts";
import type { Result } from "./world.ts";

let files: DatabaseFiles;
beforeAll(async () => {
  files = new DatabaseFiles();
  await files.prepare();
});
afterAll(() => files.remove());

it("loses nothing and does nothing twice in 100 simulated worlds; `npm run test:simulation` tries more", async () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const { violations, trace } = await simulate(planOf(seed), files);
    expect(violations, `seed ${seed}\n${trace.join("\n")}`).toEqual([]);
  }
});

it("lets a seed happen in the same way each time, whatever was simulated before", async () => {
  const seeds = Array.from({ length: 20 }, (_, index) => 1_800 + index);
  const results = new Map<number, Result>();
  for (const seed of seeds) results.set(seed, await simulate(planOf(seed), files));
  expect(new Set([...results.values()].map(({ digest }) => digest)).size).toBe(seeds.length);
  for (const seed of seeds.toReversed())
    expect(await simulate(planOf(seed), files), `seed ${seed}`).toEqual(results.get(seed));
});

it("ends a stop in time although a mail cannot be marked, and accuses no mail that was tried and asked for again", async () => {
  for (const seed of [1_810, 4_486]) {
    const { violations, trace } = await simulate(planOf(seed), files);
    expect(violations, `seed ${seed}\n${trace.join("\n")}`).toEqual([]);
  }
});
