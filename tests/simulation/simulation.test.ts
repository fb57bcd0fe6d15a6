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

it("lets a seed happen in the same way each time", async () => {
  const digests = [];
  for (let time = 0; time < 2; time += 1) digests.push((await simulate(planOf(7), files)).digest);
  expect(digests[0]).toBe(digests[1]);
});
