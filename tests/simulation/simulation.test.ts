import { afterAll, beforeAll, expect, it } from "vitest";
import { planOf, simulate } from "./check-seed.ts";
import { DatabaseFiles } from "./faulty-database.ts";

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
}, 300_000);

it("lets a seed happen in the same way each time, whatever was simulated before", async () => {
  const seeds = Array.from({ length: 20 }, (_, index) => 1_800 + index);
  const digests = new Map<number, string>();
  for (const seed of seeds) digests.set(seed, (await simulate(planOf(seed), files)).digest);
  expect(new Set(digests.values()).size).toBe(seeds.length);
  for (const seed of seeds.toReversed()) {
    const { digest, trace } = await simulate(planOf(seed), files);
    expect(digest, `seed ${seed}\n${trace.join("\n")}`).toBe(digests.get(seed));
  }
});

it("ends a stop in time although a mail cannot be marked, and accuses no mail that was tried and asked for again", async () => {
  for (const seed of [1_810, 4_486]) {
    const { violations, trace } = await simulate(planOf(seed), files);
    expect(violations, `seed ${seed}\n${trace.join("\n")}`).toEqual([]);
  }
});
