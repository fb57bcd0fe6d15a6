// docs/specification.md, 'Metrics'

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { gaugesOf } from "./gauges.ts";
import { Metrics } from "./metrics.ts";

it("has what the operations guide tells of, and nothing else", () => {
  const { registry } = new Metrics();
  gaugesOf(registry, {} as never, () => new Date());
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  const told = readFileSync("docs/operations/seeing.md", "utf8").match(/(?<=^\|.*`)site_\w+(?=`.*\|)/gm);
  expect(names.sort()).toEqual(told?.sort());
});

it("counts statements by time, and those that failed once more", async () => {
  const { database, registry } = new Metrics();
  database.answered(4, false);
  database.answered(2_000, true);
  const text = await registry.metrics();
  expect(text).toMatch(/^site_database_query_duration_seconds_sum 2\.004$/m);
  expect(text).toMatch(/^site_database_query_duration_seconds_count 2$/m);
  expect(text).toMatch(/^site_database_query_failures_total 1$/m);
});
