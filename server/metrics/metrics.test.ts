// docs/specification.md, 'Metrics'

import { readFileSync } from "node:fs";
import { expect, it, onTestFinished, vi } from "vitest";
import { version } from "#system/version.ts";
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

it("counts answers, renderings and pages that are kept, each under its labels", async () => {
  const metrics = new Metrics();
  metrics.answered("/contact", "POST", 303, 40);
  await metrics.rendering("post", async () => {});
  await metrics.rendering("page", () => Promise.reject(new Error("broken"))).catch(() => {});
  metrics.looksInto("forms")("hit");
  const lines = (await metrics.registry.metrics()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'site_http_requests_total{route="/contact",method="POST",status="303"} 1',
      'site_http_request_duration_seconds_sum{route="/contact"} 0.04',
      'site_render_duration_seconds_count{kind="post"} 1',
      'site_render_duration_seconds_count{kind="page"} 1',
      'site_page_cache_total{cache="forms",outcome="hit"} 1',
      `site_build_info{version="${version}",node="${process.versions.node}"} 1`,
    ]),
  );
});

it("counts who waits for a connection, and for how long", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(1_000);
  const { database, registry } = new Metrics();
  const [first, second] = [database.waits(), database.waits()];
  vi.advanceTimersByTime(2_000);
  first();
  expect(await registry.metrics()).toMatch(/^site_database_waiting 1$/m);
  vi.advanceTimersByTime(1_000);
  second();
  const text = await registry.metrics();
  expect(text).toMatch(/^site_database_waiting 0$/m);
  expect(text).toMatch(/^site_database_wait_duration_seconds_sum 5$/m);
});

it("watches the process once somebody has asked", async () => {
  const metrics = new Metrics();
  expect(await metrics.registry.metrics()).not.toContain("process_cpu");
  for (const _ of ["first", "again"]) expect(await metrics.text()).toMatch(/^process_cpu_seconds_total /m);
});
