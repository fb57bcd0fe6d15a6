import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import fastifyStatic from "@fastify/static";
import underPressure from "@fastify/under-pressure";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { ServerBuild } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import { canonicalPath } from "#app/seo/canonical-path.ts";
import type { Services } from "#app/services.ts";
import site from "#content/site.yaml";
import type { Config } from "./config.ts";
import { Connections } from "./edge/connections.ts";
import { isCrossSite } from "./edge/cross-site.ts";
import { pageRoutes } from "./edge/page-routes.ts";
import { receivePhotoFailures } from "./edge/photo-failures.ts";
import { secureAnswers } from "./edge/security-headers.ts";
import { speculationRules, speculationRulesPath } from "./edge/speculation-rules.ts";
import { Turns } from "./edge/turns.ts";
import { sendPage } from "./pages/finished-page.ts";
import { loadPrerenderedPages } from "./pages/prerendered-pages.ts";
import { pathOf, ReactRouterHandler } from "./pages/react-router-handler.ts";
import { sessionService } from "./pages/session-client.ts";

export interface AppOptions {
  config: Pick<Config, "siteUrl" | "trustProxy" | "auth">;
  services: Services;
  log: FastifyBaseLogger;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Folder of the built client; without it (in development) pages and assets come from elsewhere. */
  clientDir?: string | undefined;
  /** Tests hand in others. */
  reads?: Pick<Turns, "run">;
}

/** The largest form posts, in bytes: the longest application in characters of four bytes, which urlencoding makes twelve. */
const bodyLimits = { urlencoded: 512 * 1024, multipart: 256 * 1024 };

/** The longest address, in characters; RFC 9110, section 15.5.15. */
const longestAddress = 2_000;

/** Replaces an address that cannot be decoded; it is then refused with 400. */
const notText = "/%EF%BF%BD";

/**
 * The whole site as one Fastify instance, not yet listening. Order of what happens to a request: headers, one spelling
 * for each address, cross-site refusal, then health, assets, prerendered pages or React Router by Fastify's routes.
 */
export async function createApp({
  config,
  services,
  log,
  build,
  clientDir,
  reads,
}: AppOptions): Promise<FastifyInstance> {
  const { siteUrl } = config;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: bodyLimits.urlencoded,
    // Time limits for slow senders and readers, in milliseconds.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // Otherwise Node would answer a request without a Host header itself.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    forceCloseConnections: "idle",
    // Requests that arrive while the site stops are answered as usual.
    return503OnClosing: false,
    // Longer than any address, so that only the site refuses one.
    routerOptions: { maxParamLength: 2 ** 16 },
    rewriteUrl: ({ url = "/" }) => readableTarget(url),
    // Malformed requests are refused and logged like an address that cannot be decoded.
    clientErrorHandler(error, socket) {
      // The connection is closed already.
      if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
      const status =
        error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
      connections.whenAnswered(socket as Socket, () => void refuseUnread(app, socket, status));
    },
  });
  await app.register(underPressure, {
    maxEventLoopDelay: 200,
    sampleInterval: 500,
    pressureHandler: () => {},
  });

  const session = sessionService(config.auth, clientDir);
  const isUnderPressure = () => app.isUnderPressure();
  const router = new ReactRouterHandler({
    build,
    mode: clientDir ? "production" : "development",
    siteUrl,
    services,
    session,
    turns: {
      reads: reads ?? new Turns({ underWay: 16, waiting: 64 }, isUnderPressure),
      posts: new Turns({ underWay: 64, waiting: 128 }, isUnderPressure),
    },
    log,
  });
  const routes = pageRoutes(typeof build === "function" ? await build() : build);

  await secureAnswers(app, siteUrl, site.security.hstsIncludeSubDomains);
  /** Allowed methods by address, in Fastify's spelling. */
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    methods.set(url, new Set([...(methods.get(url) ?? []), ...[method].flat()].sort()));
  });
  const connections = new Connections(app, (request, reply) => router.answerProblem(request, reply, 503));
  // A tunnel is asked for past all routes, and Node would hang up without a word.
  app.server.on("connect", (_request, socket) => void refuseUnread(app, socket, 400));
  app.addHook("onRequest", refuse);
  app.addHook("onResponse", async (request, reply) =>
    logAnswer(request, reply.statusCode, reply.elapsedTime),
  );

  /** Refuses or redirects a request before it reaches a route; undefined when it may go on. */
  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const path = pathOf(request.url);
    const target = canonicalPath(path);
    const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
    if (request.url.length > longestAddress) return router.answerProblem(request, reply, 414);
    // RFC 9112, section 3.2: one host, but for HTTP/1.0.
    const isHosted = hosts.length === 1 || (hosts.length === 0 && request.raw.httpVersion === "1.0");
    if (target === undefined || !isHosted) return router.answerProblem(request, reply, 400);
    if (target !== path && !methods.has(path) && isAddress(target))
      // 308 keeps a form post a post; 301 is what every crawler knows.
      return reply
        .header("cache-control", cachePolicy.page)
        .redirect(target + request.url.slice(path.length), isRead(request) ? 301 : 308);
    if (isCrossSite(request, siteUrl)) return router.answerProblem(request, reply, 403);
    // Fastify's parameters match any text; ours are letters, digits and hyphens.
    if (request.routeOptions.url?.includes(":") && !isPage(path))
      return router.answerProblem(request, reply, 404);
    if (!request.is404) return request.method === "POST" ? refuseFlood(request, reply) : undefined;
    const allowed = methodsOf(path);
    if (allowed.length > 0)
      return router.answerProblem(request, reply.header("allow", allowed.join(", ")), 405);
    // In development Vite's own addresses, and pages that were added a moment ago.
    return clientDir ? router.answerProblem(request, reply, 404) : router.answer(request, reply);
  }

  function isPage(path: string): boolean {
    return routes.some(({ pattern }) => pattern.test(path));
  }

  /** A page, a file or a word of the process; no pattern of the router's, which nobody asks for. */
  function isAddress(path: string): boolean {
    return isPage(path) || (methods.has(path) && !/[:*]/.test(path));
  }

  /** Refuses clients that keep sending invalid forms, before their bodies are read. */
  async function refuseFlood(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> {
    const wait = await services.invalidPosts.spent(request.ip).catch(() => 0);
    return wait > 0
      ? router.answerProblem(request, reply.header("retry-after", String(wait)), 429)
      : undefined;
  }

  /** Allowed methods of an address; empty for an unknown one. Does not ask the router, which would read a pattern in it. */
  function methodsOf(path: string): string[] {
    const url = routes.find(({ pattern }) => pattern.test(path))?.path ?? path;
    return [...(methods.get(url) ?? [])];
  }

  // React Router reads form posts itself; a Buffer keeps them byte for byte.
  app.removeAllContentTypeParsers();
  for (const [type, limit] of [
    ["application/x-www-form-urlencoded", bodyLimits.urlencoded],
    ["multipart/form-data", bodyLimits.multipart],
  ] as const)
    app.addContentTypeParser(type, { parseAs: "buffer", bodyLimit: limit }, (_request, body, done) =>
      done(null, body),
    );

  app.get(speculationRulesPath, async (_request, reply) =>
    reply
      .header("cache-control", cachePolicy.page)
      .type("application/speculationrules+json")
      .send(JSON.stringify(speculationRules)),
  );
  app.get("/healthz", async () => ({ status: "up" }));
  app.get("/readyz", async (_request, reply) => {
    const isReady = await services.isReady().catch(() => false);
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? "ready" : "not ready",
      mail: services.isMailOverdue() ? "overdue" : "in time",
    });
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
    // Prerendered pages have no session client, so with an auth service every page is rendered here.
    const pages = session ? [] : await loadPrerenderedPages(clientDir, site.url, siteUrl);
    for (const [path, page] of pages) {
      app.get(path, async (request, reply) => sendPage(request, reply, page));
    }
  }
  for (const route of routes) {
    const handler = (request: FastifyRequest, reply: FastifyReply) => router.answer(request, reply, route);
    if (!app.hasRoute({ method: "GET", url: route.path })) app.get(route.path, handler);
    // A post that is not a form needs no body, so a long one is refused.
    if (route.hasAction) app.post(route.path, route.isForm ? {} : { bodyLimit: 1_024 }, handler);
    // Where the page's own script sends the form.
    if (route.isForm) app.post(`${route.path}.data`, handler);
  }
  app.setErrorHandler((error: RequestError, request, reply) => {
    const status =
      error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) request.log.error({ err: error }, "request failed");
    // RFC 9110, section 15.5.17: a range beyond the end is answered with the length.
    const length = error.headers?.["Content-Range"];
    if (length) reply.header("content-range", length);
    return router.answerProblem(request, reply, status);
  });
  // After setErrorHandler, because a plugin uses the error handler that was set before it.
  await app.register(receivePhotoFailures, { now: services.now, clientDir });
  return app;
}

/** Answers what Node could not read as a request, and closes the connection. */
async function refuseUnread(app: FastifyInstance, socket: Duplex, status: number): Promise<void> {
  try {
    const { headers, body } = await app.inject(notText);
    const lines = Object.entries({ ...headers, connection: "close" }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  } catch {
    // The site is closed.
    socket.destroy();
  }
}

/** What Fastify and its plugins throw. */
interface RequestError {
  statusCode?: number;
  headers?: Record<string, string>;
}

/** The path and query that are asked for (RFC 9112, section 3.2), or `notText`, which Fastify can route and refuse. */
function readableTarget(url: string): string {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, "");
  try {
    decodeURIComponent(pathOf(target));
    // A fragment never leaves a browser, and the router would cut it off.
    if (target.includes("#")) return notText;
    return target.startsWith("/") ? target : `/${target}`;
  } catch {
    return notText;
  }
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

function referrerOf(request: FastifyRequest): string | undefined {
  const url = URL.parse(request.headers.referer ?? "");
  return url ? url.origin + url.pathname : undefined;
}
