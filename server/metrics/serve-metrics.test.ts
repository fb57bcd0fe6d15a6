// docs/specification.md, 'Metrics'

import Fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import type { Health } from "../health.ts";
import { Metrics } from "./metrics.ts";
import { counting, serveMetrics } from "./serve-metrics.ts";

const health = {
  outbox: async () => [],
  overdue: async () => 0,
  quarantined: async () => 7,
  feeds: () => [],
  disk: async () => ({ free: 1, total: 2 }),
  backupAge: () => undefined,
} as Partial<Health> as Health;

function start(metricsToken?: string) {
  const metrics = new Metrics();
  const app = Fastify();
  onTestFinished(() => app.close());
  serveMetrics(app, {
    metrics,
    health,
    now: () => new Date(),
    config: { metricsToken, trustProxy: false },
    router: { answerProblem: async (_, reply, status) => reply.code(status).send("refused") },
  });
  app.all("/page", async () => "page");
  app.all("/page-2", { config: { countedAs: "/page" } }, async () => "page");
  app.get("/repeated", async (request) => {
    counting(request, metrics)(1_000);
    return "repeated";
  });
  const counted = async () =>
    (await metrics.registry.metrics()).match(/(?<=^site_http_requests_total).*/gm)?.sort();
  return { app, metrics, counted };
}

it("tells who may read them, and brings them up to date", async () => {
  const { app } = start();
  const answer = await app.inject("/metrics");
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  expect(answer.body).toMatch(/^site_quarantine_posts 7$/m);
});

it("says to others that there are none, or that a token is needed", async () => {
  const proxied = await start().app.inject({ url: "/metrics", headers: { via: "1.1 proxy" } });
  expect([proxied.statusCode, proxied.headers["www-authenticate"]]).toEqual([404, undefined]);
  const { app } = start("token");
  const unknown = await app.inject("/metrics");
  expect([unknown.statusCode, unknown.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  const known = await app.inject({ url: "/metrics", headers: { authorization: "Bearer token" } });
  expect(known.statusCode).toBe(200);
});

it("counts by route, not by what was typed, and by the methods that there are", async () => {
  const { app, counted } = start();
  for (const url of ["/page?a=1", "/page-2", "/nobody-knows"]) await app.inject(url);
  for (const method of ["HEAD", "POST", "DELETE"] as const) await app.inject({ method, url: "/page" });
  expect(await counted()).toEqual([
    '{route="/page",method="GET",status="200"} 2',
    '{route="/page",method="HEAD",status="200"} 1',
    '{route="/page",method="POST",status="200"} 1',
    '{route="/page",method="other",status="200"} 1',
    '{route="unknown",method="GET",status="404"} 1',
  ]);
});

it("counts repetitions, of which Fastify knows nothing, as the answer itself", async () => {
  const { app, metrics, counted } = start();
  await app.inject("/repeated");
  expect(await counted()).toEqual(['{route="/repeated",method="GET",status="200"} 2']);
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/^site_http_request_duration_seconds_sum\{route="\/repeated"\} 1\.\d*$/m);
});
