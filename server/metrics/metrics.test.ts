// docs/specification.md, 'Metrics'

import { expect, it } from "vitest";
import { Metrics } from "./metrics.ts";

it("counts statements by time, and those that failed once more", async () => {
  const { database, registry } = new Metrics();
  database.answered(4, false);
  database.answered(2_000, true);
  const text = await registry.metrics();
  expect(text).toMatch(/^site_database_query_duration_seconds_sum 2\.004$/m);
  expect(text).toMatch(/^site_database_query_duration_seconds_count 2$/m);
  expect(text).toMatch(/^site_database_query_failures_total 1$/m);
});
