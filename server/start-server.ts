import { setTimeout as sleep } from "node:timers/promises";
import * as build from "virtual:react-router/server-build";
import site from "#content/site.yaml";
import { version } from "#system/version.ts";
import { createApp } from "./app.ts";
import { closeGently, stopping } from "./close-gently.ts";
import { readConfig } from "./config.ts";
import { keepAssetsWhileRunning } from "./kept-assets.ts";
import { addressOf, assertFree, listen } from "./listen.ts";
import { createLog, logEverything } from "./log.ts";
import type { NewDatabase } from "./new-database.ts";
import { createServices } from "./services.ts";

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
    setTimeout(() => process.exit(1), stopping.all).unref();
    await listening;
    await close();
    await services.stop();
    log.info({}, "stopped");
    // When the last line is written. Lines that nobody reads would keep the process alive.
    setImmediate(() => {
      if (process.stdout.writableLength > 0) setTimeout(() => process.exit(0), 1_000).unref();
    });
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
