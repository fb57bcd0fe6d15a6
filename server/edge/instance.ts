import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import underPressure from "@fastify/under-pressure";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Config } from "../config.ts";
import { pathOf } from "../pages/web-request.ts";

/** The largest form posts, in bytes: the longest application in characters of four bytes, which urlencoding makes twelve. */
const bodyLimits = { urlencoded: 512 * 1024, multipart: 256 * 1024 };

/** A browser opens up to six, a proxy in front some more. */
const mostConnections = 2_000;

/** Replaces an address that cannot be decoded; it is then refused with 400. */
const notText = "/%EF%BF%BD";

/** Fastify with the limits of this site, and without routes. */
export async function createInstance(
  log: FastifyBaseLogger,
  trustProxy: Config["trustProxy"],
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
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
    rewriteUrl: ({ url = "/" }) => readableTarget(url),
    clientErrorHandler: (error, socket) => refuseMalformed(app, error, socket),
  });
  app.server.maxConnections = mostConnections;
  // An expectation that is not known may be ignored (RFC 9110, section 10.1.1).
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  await app.register(underPressure, {
    maxEventLoopDelay: 200,
    sampleInterval: 500,
    pressureHandler: () => {},
  });
  // React Router reads form posts itself; a Buffer keeps them byte for byte.
  app.removeAllContentTypeParsers();
  for (const [type, limit] of [
    ["application/x-www-form-urlencoded", bodyLimits.urlencoded],
    ["multipart/form-data", bodyLimits.multipart],
  ] as const)
    app.addContentTypeParser(type, { parseAs: "buffer", bodyLimit: limit }, (_request, body, done) =>
      done(null, body),
    );
  return app;
}

/** Malformed requests are refused and logged like an address that cannot be decoded. */
function refuseMalformed(app: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  // The connection is closed already.
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  app.inject(notText).then(
    ({ headers, body }) => {
      const lines = Object.entries({ ...headers, connection: "close" }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      );
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
    },
    // The site is closed.
    () => socket.destroy(),
  );
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
