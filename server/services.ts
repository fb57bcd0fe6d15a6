import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Services } from "#app/services.ts";
import { watchCalendar } from "#calendar/feed/calendar-source.server.ts";
import { parseInWorker } from "#calendar/feed/calendar-worker.server.ts";
import images from "#content/events/images.yaml";
import sources from "#content/events/sources.yaml";
import texts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import { Outbox } from "#submissions/mail/outbox.server.ts";
import { FormStamps } from "#submissions/receive/form-stamp.server.ts";
import { forgetExpired } from "#submissions/receive/rate-limit.server.ts";
import { machineClock } from "#system/clock.ts";
import type { Log } from "#system/log.ts";
import { makePrivate, makePrivateFolder } from "#system/private-files.server.ts";
import { AlertWatch } from "./alerts/alert-watch.ts";
import { calendarFeeds } from "./calendar-feeds.ts";
import { type Config, mailDirOf, refusal } from "./config.ts";
import { type Health, watchHealth } from "./health.ts";
import { mailerOf } from "./mailing.ts";
import { Metrics } from "./metrics/metrics.ts";
import { type NewDatabase, newDatabase } from "./new-database.ts";
import { openStore } from "./open-store.ts";

/** The worker's file: beside the bundled server, or in development the module itself. */
const calendarWorker = import.meta.env.DEV
  ? pathToFileURL("calendar/feed/calendar-worker.server.ts")
  : new URL("./calendar-worker.js", import.meta.url);

/** The folder of the project or release, from which the files of content/ count. In development the scripts work in it. */
const root = import.meta.env.DEV ? "." : fileURLToPath(new URL("../..", import.meta.url));
/** The routes' services, and what is known of how the site is doing. */
export interface SiteServices extends Services {
  metrics: Metrics;
  health: Health;
  /** Where a database was made at this start. */
  newDatabase: NewDatabase | undefined;
}

/**
 * Opens database, outbox and calendar. Tests replace single services.
 *
 * @throws ConfigError when DATA_DIR cannot be used, and when the database cannot be opened or brought up to date
 */
export async function createServices(config: Config, log: Log, now = machineClock): Promise<SiteServices> {
  makeDataFolder(config.dataDir);
  for (const folder of [config.dataDir, mailDirOf(config)])
    if (makePrivate(folder))
      log.warn({ folder }, "a folder with visitors' words was taken from other accounts");
  const metrics = new Metrics();
  // It reads in a thread of its own while the database is opened.
  const calendar = watchCalendar({
    feeds: calendarFeeds(config.feeds, { site, sources, images, texts }, root),
    refreshSeconds: config.refreshSeconds,
    copyFile: join(config.dataDir, "calendar.json"),
    parse: (...task) => parseInWorker(calendarWorker, ...task),
    now,
    log,
  });
  let made: NewDatabase | undefined;
  const { connection, clock, submissions, invalidPosts, alerts, secret } = await openStore(config, {
    now,
    meter: metrics.database,
    onStored: () => outbox.wake(),
    onLostConnection: (error) => log.warn({ err: error }, "a connection to the database was lost"),
    onWait: (error, wait) => log.warn({ err: error, wait }, "the database does not answer yet"),
    onTrouble: (error, message) => log.error(error === undefined ? {} : { err: error }, message),
    onNew: (loss) => {
      made = newDatabase(config, loss);
      if (loss === undefined) log[made.level]({}, made.words);
    },
  }).catch(async (error) => {
    await calendar.stop();
    throw error;
  });
  const mailer = mailerOf(config);
  const outbox = new Outbox({
    connection,
    mailer,
    // All of them, whichever form it is.
    settings: { ...config, staffOf: () => config.notifyTo },
    clock,
    log,
  });
  outbox.wake();
  // Errors are ignored here; the outbox logs when the database is unavailable.
  const forgetting = setInterval(
    () => void forgetExpired(connection.db, clock).catch(() => {}),
    60_000,
  ).unref();
  const health = watchHealth({ connection, clock, calendar, config, now });
  const { timeZone } = site;
  const watch = new AlertWatch({ health, limit: alerts, mailer, settings: config, timeZone, now, log });
  return {
    now,
    metrics,
    health,
    newDatabase: made,
    submissions,
    invalidPosts,
    stamps: new FormStamps(secret, now),
    calendar,
    isReady: () => connection.check(),
    isMailOverdue: () => outbox.overdue > 0,
    async stop() {
      clearInterval(forgetting);
      await calendar.stop();
      await Promise.all([watch.stop(), outbox.stop()]);
      await connection.close();
    },
  };
}

/** Why a folder cannot be used, by the system's codes. */
const folderTroubles: Record<string, string> = {
  EEXIST: "a file has this name",
  ENOTDIR: "a file has the name of a folder above it",
  EACCES: "this account has no right to write there",
  EPERM: "this account has no right to write there",
  EROFS: "nothing can be written to this disk",
  ENOSPC: "the disk is full",
  ENOENT: "the system makes no folder there",
};

/** @throws ConfigError when it cannot be made, or nothing can be written into it */
function makeDataFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const trouble = folderTroubles[code] ?? message;
    throw refusal("DATA_DIR", folder, `a folder that can be made and written to (${trouble})`);
  }
}
