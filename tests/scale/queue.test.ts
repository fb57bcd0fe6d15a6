// docs/scale.md, 'The simulation'

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import costs from "./costs.json" with { type: "json" };
import { tables } from "./growth.ts";
import { arrivals, exponential, quantile, randomFrom, serve, serveClients } from "./queue.ts";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of jobs that take a second on average, as many at once as the load says. */
function waits(servers: number, load: number, takes: (random: () => number) => number): number[] {
  const random = randomFrom(7);
  const jobs = arrivals(load * servers, 400_000, random).map((at) => ({ at, takes: takes(random) }));
  return serve(jobs, servers).map((done, index) => done - (jobs[index]?.at ?? 0) - (jobs[index]?.takes ?? 0));
}

/** How long one waits on average where arrivals and work are exponential (M/M/c), by Erlang's formula C. */
function erlangWait(servers: number, load: number): number {
  const offered = servers * load;
  let [term, sum] = [1, 1];
  for (let k = 1; k < servers; k += 1) {
    term *= offered / k;
    sum += term;
  }
  const all = (term * offered) / servers / (1 - load);
  return all / (sum + all) / (servers * (1 - load));
}

it.each([
  [1, 0.5],
  [1, 0.8],
  [2, 0.7],
  [8, 0.9],
  [40, 0.95],
])("waiting at %i servers of load %f is as Erlang says", (servers, load) => {
  const simulated = mean(waits(servers, load, (random) => exponential(1, random)));
  expect(Math.abs(simulated / erlangWait(servers, load) - 1)).toBeLessThan(0.05);
});

it("waiting for work that always takes as long is half of that (Pollaczek and Khinchine)", () => {
  expect(Math.abs(mean(waits(1, 0.8, () => 1)) / (erlangWait(1, 0.8) / 2) - 1)).toBeLessThan(0.05);
});

it("makes the tables of the document, which say how one costs, what one carries and what is needed", () => {
  const document = readFileSync("docs/scale.md", "utf8");
  for (const table of tables(costs)) expect(document).toContain(table);
});

it("explains itself, and refuses what it does not know", () => {
  const type = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["tests/scale/growth-tables.ts", ...args],
      {
        encoding: "utf8",
      },
    );
    return { status, said: stdout + stderr };
  };
  expect(type("--help")).toEqual({ status: 0, said: expect.stringContaining("npm run scale -- --measure") });
  expect(type("--mesure")).toEqual({
    status: 2,
    said: expect.stringMatching(/^Unknown option '--mesure'[^\n]*\n\n.*npm run scale/),
  });
  expect(type()).toEqual({ status: 0, said: `${tables(costs).join("\n\n")}\n` });
});

it("is the same each time", () => {
  expect(waits(2, 0.5, () => 1).at(-1)).toBe(waits(2, 0.5, () => 1).at(-1));
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
});

it("says of one process what was measured at it, from the processor time of a form's page", () => {
  const { clients, processors, perSecond, p50 } = costs.measuredPoint;
  const random = randomFrom(1);
  const times = serveClients(clients, processors, 50_000, () =>
    exponential(costs.processor.formPage / 1_000, random),
  );
  const ratio = { p50: (quantile(times, 0.5) * 1_000) / p50, perSecond: clients / mean(times) / perSecond };
  for (const share of Object.values(ratio)) {
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(1.33);
  }
});
