import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import * as build from "virtual:react-router/server-build";
import type { FastifyInstance } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";
import site from "#content/site.yaml";
import { machineClock } from "#system/clock.ts";
import { faultOf } from "#system/fault.ts";
import { version } from "#system/version.ts";
import { createApp } from "./app.ts";
import { closeGently } from "./close-gently.ts";
import { type Config, readConfig, refusal } from "./config.ts";
import type { NewDatabase } from "./new-database.ts";
import { keepAssetsWhileRunning } from "./pages/kept-assets.ts";
import { createServices } from "./services.ts";

/**
 * How long the process lives at most once it is told to end, in milliseconds: more than requests and outbox may take, and
 * less than the usual 30 seconds.
 */
const grace = 28_000;

/** How long the start waits for the calendar's first look, in milliseconds. */
const firstLook = 1_000;

/**
 * Starts the site and keeps it running until SIGTERM, SIGINT or SIGHUP: then it is not ready, soon no new connection is accepted, every
 * request that has begun is answered, mails under way are finished, and the process ends by itself.
 *
 * @param clientDir build/client
 * @param outdated why the last changes are not in what is served, for the log
 * @returns the address at which people can open it, and what they are told of a database that was made
 * @throws ConfigError for a variable that cannot be used
 */
export async function startServer(
  env: NodeJS.ProcessEnv,
  clientDir: string,
  outdated?: string,
): Promise<{ address: string; newDatabase: NewDatabase | undefined }> {
  const config = readConfig(env, site);
  const log = createLog(config);
  logEverything(log);
  await assertFree(config);
  const services = await createServices(config, log);
  let isStopping = false;
  // Whoever spreads the load turns to other instances before this one closes.
  const isReady = async () => !isStopping && (await services.isReady());
  const app = await createApp({ config, services: { ...services, isReady }, log, build, clientDir });
  const close = closeGently(app.server, () => app.close());
  // Who comes first gets what is then kept for all, with its events; a feed that is slow holds nobody up.
  const listening = Promise.race([
    services.calendar.firstLook,
    sleep(firstLook, undefined, { ref: false }),
  ]).then(() => listen(app, config));
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), grace).unref();
    await listening;
    await close();
    await services.stop();
    log.info({}, "stopped");
    // Lines that nobody reads would keep the process alive.
    if (process.stdout.writableLength > 0) setTimeout(() => process.exit(0), 1_000).unref();
  };
  // Before it listens: from then on visitors wait for their answers, and mails may be under way even sooner. Control-C reaches
  // the process from the terminal, from npm, and once more as SIGHUP when npm has gone.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop(signal));
  await listening.catch(async (error) => {
    await services.stop();
    throw error;
  });
  const stopKeeping = keepAssetsWhileRunning({
    clientDir,
    dataDir: config.dataDir,
    now: services.now,
    log,
  });
  app.server.once("close", stopKeeping);
  const address = addressOf(app.server.address(), config);
  log.info({ address, version }, `The site is at ${address}`);
  if (outdated !== undefined)
    log.error({ outdated }, "the last changes are not served: they could not be built");
  return { address, newDatabase: services.newDatabase };
}

/**
 * Whoever cannot serve has no business with the tables. It asks instead of listening for a moment: whom a proxy sent there just
 * then would be cut off.
 *
 * @throws ConfigError when another program listens there
 */
async function assertFree({ port, host }: Config): Promise<void> {
  const trial = connect({ port, host });
  trial.setTimeout(1_000, () => trial.destroy(new Error("nobody answers")));
  const isTaken = await once(trial, "connect").then(
    () => true,
    () => false,
  );
  trial.destroy();
  if (isTaken) refusePlace({ code: "EADDRINUSE" }, { port, host });
}

/** @throws ConfigError when nothing can listen there */
async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  await app.listen({ port, host }).catch((error) => refusePlace(error, { port, host }));
}

function refusePlace(
  error: Pick<NodeJS.ErrnoException, "code">,
  { port, host }: Pick<Config, "port" | "host">,
): never {
  const { code = "" } = error;
  if (code === "EADDRINUSE")
    throw refusal(
      "PORT",
      String(port),
      `a port that is free: another program uses this one, perhaps the site itself. Stop it, or start with PORT=${port + 1}`,
    );
  if (code === "EACCES")
    throw refusal("PORT", String(port), "a port that this account may use: 1024 or higher, for example 3000");
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(code))
    throw refusal(
      "HOST",
      host,
      "an address of this machine: 127.0.0.1 for this machine alone, 0.0.0.0 for all that reach it",
    );
  throw error;
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

/** What of the log waits for a reader at most, in characters; more is lost. */
const waiting = 1_000_000;

/** Standard output. A full disk, or a reader that is slow or gone, costs lines of the log and holds nobody up, as pino's own would. */
function standardOutput(): DestinationStream {
  const { stdout } = process;
  stdout.on("error", () => {});
  return { write: (line) => void (stdout.writableLength < waiting && stdout.write(line)) };
}

/** JSON lines; times in UTC; errors without values that they may quote. */
export function createLog({ logLevel }: Pick<Config, "logLevel">, place = standardOutput()) {
  const timestamp = () => `,"time":"${machineClock().toISOString()}"`;
  return pino({ level: logLevel, base: undefined, timestamp, serializers: { err: faultOf } }, place);
}

/** The address a person can open: a host that means 'every interface' or 'this machine' is called localhost. */
function addressOf(listening: string | { port: number } | null, config: Config): string {
  const port = typeof listening === "object" && listening ? listening.port : config.port;
  const host = /^(127\.0\.0\.1|0\.0\.0\.0|::1?)$/.test(config.host) ? "localhost" : config.host;
  return `http://${host}:${port}`;
}
