import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import site from "#content/site.yaml";
import type { Config } from "./config.ts";
import { logAnswer } from "./edge/answer-log.ts";
import { Connections } from "./edge/connections.ts";
import { createInstance } from "./edge/instance.ts";
import { limitLargeBodies } from "./edge/large-bodies.ts";
import { MicroCache } from "./edge/micro-cache.ts";
import { type PageRouter, pageRoutes } from "./edge/page-routes.ts";
import { receivePhotoFailures } from "./edge/photo-failures.ts";
import { refusals } from "./edge/refusals.ts";
import { pathOf } from "./edge/request.ts";
import { secureAnswers } from "./edge/security-headers.ts";
import { speculationRules, speculationRulesPath } from "./edge/speculation-rules.ts";
import { Turns, turnLimits } from "./edge/turns.ts";
import { findKeptAsset } from "./kept-assets.ts";
import { counting, serveMetrics } from "./metrics/serve-metrics.ts";
import { type BuiltFile, loadBuiltFiles, sendFile } from "./pages/built-files.ts";
import { sendPage } from "./pages/finished-page.ts";
import { FormPosts } from "./pages/form-posts.ts";
import type { KeptPagesOptions } from "./pages/kept-pages.ts";
import { loadPrerenderedPages } from "./pages/prerendered-pages.ts";
import { ReactRouterHandler } from "./pages/react-router-handler.ts";
import { renderAhead } from "./pages/render-ahead.ts";
import { Renderer, type RendererOptions } from "./pages/renderer.ts";
import { renderingProcess } from "./pages/rendering-process.ts";
import { formScripts, sessionService } from "./pages/session-client.ts";
import type { SiteServices } from "./services.ts";

/** What renders pages, beside the bundled server. */
const pageProcess = new URL("./page-process.js", import.meta.url);

export interface AppOptions {
  config: Pick<Config, "siteUrl" | "trustProxy" | "metricsToken" | "auth" | "dataDir">;
  services: SiteServices;
  log: FastifyBaseLogger;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Folder of the built client; without it (in development) pages and assets come from elsewhere. */
  clientDir?: string | undefined;
  /** Tests hand in others. */
  turns?: Partial<RendererOptions["turns"]>;
}

/**
 * The whole site as one Fastify instance, not yet listening. Order of what happens to a request: the micro-cache, before
 * Fastify; headers; the limits of one connection and of large bodies; refusals, among them one spelling for each address; then
 * health, assets, prerendered pages or React Router by Fastify's routes.
 */
export async function createApp({
  config,
  services,
  log,
  build,
  clientDir,
  turns,
}: AppOptions): Promise<FastifyInstance> {
  const { siteUrl } = config;
  const { metrics, health, now } = services;
  const connections = new Connections();
  const app = await createInstance(log, config.trustProxy, connections);
  const session = sessionService(config.auth, clientDir);
  const load = { isUnderPressure: () => app.isUnderPressure(), accepted: () => connections.accepted };
  const settings = { siteUrl, session, formScripts: formScripts(clientDir) };
  const options: KeptPagesOptions = {
    build,
    mode: clientDir ? "production" : "development",
    ...settings,
    services,
    metrics,
    turns: {
      reads: new Turns(turnLimits.reads, load),
      posts: new Turns(turnLimits.posts, load),
      refusals: new Turns(turnLimits.refusals, { accepted: load.accepted }),
      ...turns,
    },
    log,
  };
  const renderer = new Renderer(options);
  const router = new ReactRouterHandler(options, renderer);
  const posts = new FormPosts(options, renderer, router);
  const routes = pageRoutes(typeof build === "function" ? await build() : build);

  secureAnswers(app, siteUrl, site.security.hstsIncludeSubDomains);
  const files = clientDir ? loadBuiltFiles(clientDir) : new Map<string, BuiltFile>();
  const refuse = refusals(app, { router, routes, services, siteUrl, files, isBuilt: Boolean(clientDir) });
  connections.watch(app, router);
  limitLargeBodies(app, router);
  app.addHook("onRequest", refuse);
  app.addHook("onResponse", logAnswer);
  // In development each answer is made anew.
  if (clientDir)
    new MicroCache({
      isLast: (answer) => connections.isLast(answer),
      counting: (request) => counting(request, metrics),
    }).watch(app);

  addOwnAddresses(app, services);
  serveMetrics(app, { metrics, health, now, config, router });
  // Prerendered pages have no session client, so with an auth service every page is rendered here.
  if (clientDir) await addFiles(app, router, { clientDir, files, ...config }, session ? undefined : siteUrl);
  const rendered = routes.filter(({ path: url }) => !app.hasRoute({ method: "GET", url }));
  for (const route of routes) {
    const handler = (request: FastifyRequest, reply: FastifyReply) => router.answer(request, reply, route);
    if (rendered.includes(route)) app.get(route.path, handler);
    if (route.isForm) {
      app.post(route.path, (request, reply) => posts.answer(request, reply));
      // Where the page's own script sends the form.
      app.post(`${route.path}.data`, (request, reply) => posts.answerScript(request, reply));
    }
    // A post that is not a form needs no body, so a long one is refused.
    else if (route.hasAction) app.post(route.path, { bodyLimit: 1_024 }, handler);
  }
  if (clientDir) {
    let stop = () => {};
    app.addHook("onListen", async () => {
      const render = renderingProcess(pageProcess, settings, services.calendar.freshFor);
      stop = renderAhead({ pages: router.pages, routes: rendered, services, render, log });
    });
    app.addHook("preClose", async () => stop());
  }
  app.setErrorHandler((error: RequestError, request, reply) => {
    const { statusCode = 500 } = error;
    const status = (statusCode >= 400 && statusCode < 500) || statusCode === 503 ? statusCode : 500;
    if (status === 500) request.log.error({ err: error }, "request failed");
    return router.answerProblem(request, reply, status);
  });
  // After setErrorHandler, because a plugin uses the error handler that was set before it.
  await app.register(receivePhotoFailures, { now: services.now, clientDir });
  return app;
}

/** What answers for the process, and the rules by which browsers prepare the next page. */
function addOwnAddresses(app: FastifyInstance, services: SiteServices): void {
  app.get(speculationRulesPath, async (_request, reply) =>
    reply
      .header("cache-control", cachePolicy.page)
      .type("application/speculationrules+json")
      .send(JSON.stringify(speculationRules)),
  );
  // Nothing else tells an operator how many proxies TRUST_PROXY has to count.
  app.get("/healthz", async ({ ip }) => ({ status: "up", address: ip }));
  app.get("/readyz", async (_request, reply) => {
    const isReady = await services.isReady().catch(() => false);
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? "ready" : "not ready",
      mail: services.isMailOverdue() ? "overdue" : "in time",
    });
  });
}

/**
 * The files that the build has made, and the hashed ones of earlier releases.
 *
 * @param siteUrl of the finished pages; undefined when every page is rendered here
 */
async function addFiles(
  app: FastifyInstance,
  router: PageRouter,
  { clientDir, files, dataDir }: { clientDir: string; files: Map<string, BuiltFile>; dataDir: string },
  siteUrl: string | undefined,
): Promise<void> {
  const send = (request: FastifyRequest, reply: FastifyReply, file: BuiltFile) =>
    sendFile(request, reply, file) ?? router.answerProblem(request, reply, 416);
  const options = { config: { countedAs: "files" } };
  // Most files are assets, and a route for each of them would be a sixth of the start.
  for (const [path, file] of files)
    if (!path.startsWith("/assets/"))
      app.get(path, options, async (request, reply) => send(request, reply, file));
  app.get("/assets/*", options, async (request, reply) => {
    const path = pathOf(request.url);
    const file = files.get(path) ?? (await findKeptAsset(dataDir, path));
    return file ? send(request, reply, file) : router.answerProblem(request, reply, 404);
  });
  if (!siteUrl) return;
  const { pages, compressWell } = await loadPrerenderedPages(clientDir, site.url, siteUrl);
  for (const [path, page] of pages) {
    app.get(path, async (request, reply) => sendPage(request, reply, page));
  }
  // It would delay the start.
  app.addHook("onListen", async () => void compressWell());
}

/** What Fastify and its plugins throw. */
interface RequestError {
  statusCode?: number;
}
