import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from "fastify";
import { cachePolicy } from "#app/http/cache-policy.ts";
import { redirectTarget } from "#app/http/redirects.ts";
import { speculationRules, speculationRulesPath } from "#app/http/speculation-rules.ts";
import type { Services } from "#app/services.ts";
import site from "#content/site.yaml";
import type { Config } from "./config.ts";
import { isCrossSite } from "./cross-site.ts";
import { sendPage } from "./finished-page.ts";
import { receivePhotoFailures } from "./photo-failures.ts";
import { loadPrerenderedPages } from "./prerendered-pages.ts";
import { type Build, ReactRouterHandler } from "./react-router-handler.ts";
import { secureAnswers } from "./security-headers.ts";
import { sessionService } from "./session-client.ts";

export interface AppOptions {
  config: Pick<Config, "siteUrl" | "trustProxy" | "auth">;
  services: Services;
  log: FastifyBaseLogger;
  build: Build;
  /** Folder of the built client; without it (in development) pages and assets come from elsewhere. */
  clientDir?: string | undefined;
}

/** The largest form post, in bytes. The forms' own limits are far below it. */
const bodyLimit = 100 * 1024;

/**
 * The whole site as one Fastify instance, not yet listening. Order of what happens to a request: headers, redirects,
 * cross-site refusal, health, assets, prerendered pages, React Router.
 */
export async function createApp({
  config,
  services,
  log,
  build,
  clientDir,
}: AppOptions): Promise<FastifyInstance> {
  const { siteUrl } = config;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: "idle",
  });
  const session = sessionService(config.auth, clientDir);
  const mode = clientDir ? "production" : "development";
  const router = new ReactRouterHandler(build, mode, siteUrl, services, session);

  await secureAnswers(app, siteUrl);
  app.addHook("onRequest", async (request, reply) => {
    const [path = "/", query] = request.url.split("?", 2);
    const target = redirectTarget(path, query === undefined ? "" : `?${query}`);
    // 308 keeps a form post a post; 301 is what every crawler knows.
    if (target)
      return reply.header("cache-control", cachePolicy.page).redirect(target, isRead(request) ? 301 : 308);
    if (isCrossSite(request, siteUrl)) return router.answer(request, reply, 403);
  });
  app.addHook("onResponse", async (request, reply) =>
    logAnswer(request, reply.statusCode, reply.elapsedTime),
  );

  // React Router reads form posts itself; a Buffer keeps them byte for byte.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/x-www-form-urlencoded", "multipart/form-data"],
    { parseAs: "buffer" },
    (_request, body, done) => done(null, body),
  );

  app.get(speculationRulesPath, async (_request, reply) =>
    reply
      .header("cache-control", cachePolicy.page)
      .type("application/speculationrules+json")
      .send(JSON.stringify(speculationRules)),
  );
  await app.register(receivePhotoFailures, { now: services.now });
  app.get("/healthz", async () => ({ status: "up" }));
  app.get("/readyz", async (_request, reply) => {
    const isReady = await services.isReady().catch(() => false);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready" });
  });

  if (clientDir) {
    await app.register(fastifyStatic, {
      root: clientDir,
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ["**/*.{html,data,br,gz}", ".vite/**"],
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.startsWith(join(clientDir, "assets"));
        reply.header("cache-control", isHashed ? cachePolicy.asset : cachePolicy.page);
      },
    });
    // The build knows of no auth service: where one is configured, every page is rendered here.
    const pages = session ? [] : await loadPrerenderedPages(clientDir, site.url, siteUrl);
    for (const [path, page] of pages) {
      app.get(path, async (request, reply) => sendPage(request, reply, page));
    }
  }
  app.all("/*", (request, reply) => router.answer(request, reply));
  app.setErrorHandler((error: RequestError, request, reply) => {
    const status =
      error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) request.log.error({ err: error }, "request failed");
    // RFC 9110, section 15.5.17: whoever asks for a part beyond the end is told the length.
    const length = error.headers?.["Content-Range"];
    if (length) reply.header("content-range", length);
    return router.answer(request, reply, status);
  });
  return app;
}

/** What Fastify and its plugins throw. */
interface RequestError {
  statusCode?: number;
  headers?: Record<string, string>;
}

function isRead(request: FastifyRequest): boolean {
  return request.method === "GET" || request.method === "HEAD";
}

/** Addresses are logged without their query: what a visitor typed has no place in a log. */
function logAnswer(request: FastifyRequest, status: number, elapsed: number): void {
  const fields = { method: request.method, path: pathOf(request.url), status, ms: Math.round(elapsed) };
  if (status === 404) request.log.warn({ ...fields, referrer: referrerOf(request) }, "not found");
  else request.log.info(fields, "answered");
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] as string;
}

function referrerOf(request: FastifyRequest): string | undefined {
  const url = URL.parse(request.headers.referer ?? "");
  return url ? url.origin + url.pathname : undefined;
}
