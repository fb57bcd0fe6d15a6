import * as build from "virtual:react-router/server-build";
import { type DestinationStream, type Logger, pino } from "pino";
import site from "#content/site.yaml";
import { machineClock } from "#system/clock.ts";
import { faultOf } from "#system/fault.ts";
import { createApp } from "./app.ts";
import { closeGently } from "./close-gently.ts";
import { type Config, readConfig } from "./config.ts";
import { createServices } from "./services.ts";

/**
 * How long the process lives at most once it is told to end, in milliseconds: more than requests and outbox may take, and
 * less than the usual 30 seconds.
 */
const grace = 28_000;

/**
 * Starts the site and keeps it running until SIGTERM, SIGINT or SIGHUP: then it is not ready, soon no new connection is accepted, every
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
  let isStopping = false;
  // Whoever spreads the load turns to other instances before this one closes.
  const isReady = async () => !isStopping && (await services.isReady());
  const app = await createApp({ config, services: { ...services, isReady }, log, build, clientDir });
  const close = closeGently(app.server, () => app.close());
  await app.listen({ port: config.port, host: config.host });
  log.info(
    { address: addressOf(app.server.address(), config) },
    `The site is at ${addressOf(app.server.address(), config)}`,
  );

  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), grace).unref();
    await close();
    await services.stop();
    log.info({}, "stopped");
    // Lines that nobody reads would keep the process alive.
    if (process.stdout.writableLength > 0) setTimeout(() => process.exit(0), 1_000).unref();
  };
  // Control-C reaches the process from the terminal, from npm, and once more as SIGHUP when npm has gone.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop(signal));
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
