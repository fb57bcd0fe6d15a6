import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import type { PageRouter } from "../edge/page-routes.ts";
import type { Health } from "../health.ts";
import { gaugesOf } from "./gauges.ts";
import { mayReadMetrics } from "./may-read.ts";
import type { Metrics } from "./metrics.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What its requests are counted as, where not each address is to be counted by itself. */
    countedAs?: string;
  }
}

interface MetricsOptions {
  metrics: Metrics;
  health: Health;
  now: () => Date;
  config: Pick<Config, "metricsToken" | "trustProxy">;
  router: Pick<PageRouter, "answerProblem">;
}

/** Counts what is asked for, and answers `/metrics`; docs/specification.md, 'Metrics'. */
export function serveMetrics(app: FastifyInstance, given: MetricsOptions): void {
  const { metrics, health, now, config, router } = given;
  const bringUpToDate = gaugesOf(metrics.registry, health, now);
  app.addHook("onResponse", (request, { statusCode, elapsedTime }, done) => {
    metrics.answered(routeOf(request), methodOf(request), statusCode, elapsedTime);
    done();
  });
  app.get("/metrics", async (request, reply) => {
    if (mayReadMetrics(request, config)) {
      await bringUpToDate();
      return reply.type(metrics.registry.contentType).send(await metrics.text());
    }
    if (config.metricsToken === undefined) return router.answerProblem(request, reply, 404);
    return router.answerProblem(request, reply.header("www-authenticate", "Bearer"), 401);
  });
}

/** Counts the same answer to others, of which Fastify knows nothing; durations in milliseconds. */
export function counting(request: FastifyRequest, metrics: Metrics): (duration: number) => void {
  const [route, method] = [routeOf(request), methodOf(request)];
  return (duration) => metrics.answered(route, method, 200, duration);
}

/** Never what was typed. */
function routeOf({ is404, routeOptions: { url, config } }: FastifyRequest): string {
  return (is404 ? undefined : (config.countedAs ?? url)) ?? "unknown";
}

/** Of those that any route takes; others can be made up. */
function methodOf({ method }: FastifyRequest): string {
  return ["GET", "HEAD", "POST"].includes(method) ? method : "other";
}
