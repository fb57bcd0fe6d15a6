import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextPhase, setTimeout as sleep } from "node:timers/promises";
import * as build from "virtual:react-router/server-build";
import type { FastifyInstance } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";
import { faultOf } from "#app/fault.ts";
import site from "#content/site.yaml";
import { createApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { createServices } from "./services.ts";

/** Time limits for stopping, in milliseconds; with the outbox's 15 seconds less than the usual 30. */
const stopping = {
  /** Proxies go on sending for a moment; each answer closes its connection, so that they turn to another instance. */
  farewell: 1_000,
  /** How long requests that have begun may take. */
  requests: 10_000,
  /** After this time the process ends in any case. */
  grace: 28_000,
};

/**
 * Starts the site and keeps it running until SIGTERM or SIGINT: then no new connection is accepted, every
 * request that has begun is answered, mails under way are finished, and the process ends by itself.
 *
 * @param clientDir build/client
 * @throws ConfigError for a variable that cannot be used
 */
export async function startServer(env: NodeJS.ProcessEnv, clientDir: string): Promise<void> {
  const config = readConfig(env, site);
  const log = createLog(config);
  logEverything(log);
  const services = await createServices(config, log);
  const app = await createApp({ config, services, log, build, clientDir });
  const close = closeGently(app);
  await app.listen({ port: config.port, host: config.host });
  log.info(
    { address: addressOf(app.server.address(), config) },
    `The site is at ${addressOf(app.server.address(), config)}`,
  );

  const stop = async (signal: string) => {
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), stopping.grace).unref();
    await close();
    await services.stop();
    log.info({}, "stopped");
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop(signal));
}

/**
 * On closing a server, Node ends connections that are idle then, but waits for those that become idle later, which a
 * proxy keeps open for ever. So from the beginning of the stop every answer closes its connection.
 */
function closeGently(app: FastifyInstance): () => Promise<void> {
  const { server } = app;
  const sockets = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let isStopping = false;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (_request, answer) => {
    answer.shouldKeepAlive &&= !isStopping;
    answers.add(answer);
    answer.once("close", () => answers.delete(answer));
  });
  return async () => {
    isStopping = true;
    for (const answer of answers) answer.shouldKeepAlive = false;
    await sleep(stopping.farewell);
    // After pending data was read: before, a connection with a waiting request looks idle or is not yet accepted.
    await nextPhase();
    server.close();
    const end = setTimeout(() => server.closeAllConnections(), stopping.requests);
    // Closes connections that have become idle, and after a while those that browsers opened without sending a request.
    const started = performance.now();
    const idle = setInterval(() => {
      server.closeIdleConnections();
      if (performance.now() - started < stopping.farewell) return;
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, 100);
    await once(server, "close");
    await app.close();
    clearInterval(idle);
    clearTimeout(end);
  };
}

/** Logs as JSON what Node would print as text: warnings, and unexpected errors, which still end the process. */
function logEverything(log: Logger): void {
  process.removeAllListeners("warning").on("warning", (warning) => log.warn({ err: warning }, "warning"));
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.once(event, (error) => {
      log.fatal({ err: error }, "unexpected failure");
      process.exit(1);
    });
}

/** JSON lines, on standard output if no other place is given; times in UTC; errors without values that they may quote. */
export function createLog({ logLevel }: Pick<Config, "logLevel">, place?: DestinationStream) {
  const timestamp = () => `,"time":"${new Date().toISOString()}"`;
  return pino({ level: logLevel, base: undefined, timestamp, serializers: { err: faultOf } }, place);
}

/** The address a person can open: a host that means 'every interface' or 'this machine' is called localhost. */
function addressOf(listening: string | { port: number } | null, config: Config): string {
  const port = typeof listening === "object" && listening ? listening.port : config.port;
  const host = /^(127\.0\.0\.1|0\.0\.0\.0|::1?)$/.test(config.host) ? "localhost" : config.host;
  return `http://${host}:${port}`;
}
