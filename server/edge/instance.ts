import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type LightMyRequestResponse,
  LogController,
} from "fastify";
import type { Config } from "../config.ts";
import type { Connections } from "./connections.ts";
import { pathOf } from "./request.ts";

/** The largest form posts, in bytes: the longest application in characters of four bytes, which urlencoding makes twelve. */
export const bodyLimits = { urlencoded: 512 * 1024, multipart: 256 * 1024 };

/** Replaces an address that cannot be decoded; it is then refused with 400. */
const notText = "/%EF%BF%BD";

/** In milliseconds: a round of the event loop that takes longer on average lags; how often that is looked at; Node's own steps. */
const eventLoop = { longestRound: 200, interval: 500, resolution: 10 };

declare module "fastify" {
  interface FastifyInstance {
    /** Whether the event loop lags. */
    isUnderPressure(): boolean;
  }
}

/**
 * Fastify with the limits of this site, and without routes.
 *
 * @param connections which it shall have; they are yet to watch it
 */
export async function createInstance(
  log: FastifyBaseLogger,
  trustProxy: Config["trustProxy"],
  connections: Pick<Connections, "Request" | "whenAnswered">,
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
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
      IncomingMessage: connections.Request,
    },
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
      connections.whenAnswered(socket as Socket, () => void refuseUnread(refusal, socket, status));
    },
  });
  const refusal = refusalOf(app);
  watchEventLoop(app);
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

/** @fastify/under-pressure looks at memory as well, and that ends the process when it has no file descriptor left. */
function watchEventLoop(app: FastifyInstance): void {
  const delays = monitorEventLoopDelay({ resolution: eventLoop.resolution });
  delays.enable();
  let mean = 0;
  const looks = setInterval(() => {
    // Not a number when no round has ended since.
    mean = Number.isNaN(delays.mean) ? Infinity : delays.mean / 1e6 - eventLoop.resolution;
    delays.reset();
  }, eventLoop.interval).unref();
  app.decorate("isUnderPressure", () => mean > eventLoop.longestRound);
  app.addHook("onClose", async () => {
    clearInterval(looks);
    delays.disable();
  });
}

/** The answer to an address that is no text, made (and logged) once a second at most. */
function refusalOf(app: FastifyInstance): () => Promise<LightMyRequestResponse> {
  let kept: Promise<LightMyRequestResponse> | undefined;
  return () => {
    if (!kept) {
      kept = app.inject(notText);
      setTimeout(() => {
        kept = undefined;
      }, 1_000).unref();
    }
    return kept;
  };
}

/** How long a connection stays when its request was refused unread, in milliseconds: who is still sending would lose the refusal (RFC 9112, section 9.6). */
const lingering = 5_000;

/** Answers what Node could not read as a request, and closes the connection, also of who does not hang up. */
async function refuseUnread(
  refusal: () => Promise<LightMyRequestResponse>,
  socket: Duplex,
  status: number,
): Promise<void> {
  const end = setTimeout(() => socket.destroy(), lingering);
  socket.once("close", () => clearTimeout(end));
  try {
    const { headers, body } = await refusal();
    const lines = Object.entries({ ...headers, connection: "close" }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  } catch {
    // The site is closed.
    socket.destroy();
  }
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
