import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#system/log.ts";
import type { CalendarEvent } from "../event.ts";
import type { ParseWindow } from "../read/occurrence.ts";
import {
  type OwnCalendar,
  publishCalendars,
  type SelectionRules,
  withoutRepeats,
} from "../read/select-events.ts";
import { type FeedCopy, feedKey, readCopies, writeCopies } from "./calendar-copy.server.ts";
import { FeedError, type FeedLimits, fetchFeed } from "./fetch-feed.server.ts";

/** Our events as last read, past and cancelled ones included, and the public entries that they come from. */
export interface CalendarSnapshot {
  events: CalendarEvent[];
  ics: string;
  /** The oldest time at which one of the feeds gave or confirmed its copy. */
  checkedAt: Date;
}

export interface CalendarSource {
  /** The last good copy; undefined while the first look is under way and when there has never been a copy. */
  current(): CalendarSnapshot | undefined;
  /** Resolves when there is a copy, or when the first fetch has ended without one. */
  firstLook: Promise<CalendarSnapshot | undefined>;
  /** Like `firstLook`, but gives up after the few seconds that a visitor should wait. */
  soon(): Promise<CalendarSnapshot | undefined>;
  /** How long a copy counts as checked, in milliseconds: three refreshes. */
  freshFor: number;
  stop(): Promise<void>;
}

export interface CalendarSourceOptions {
  /** `https:`, `http:`, `webcal:` or `file:` addresses; their events are merged. */
  feeds: string[];
  refreshSeconds: number;
  /** Where the last good copies are kept for the next start. */
  copyFile: string;
  rules: SelectionRules;
  /** IANA zone of floating times. */
  timeZone: string;
  /** Reads our part of a calendar, on another thread than the one that answers visitors. */
  parse: (text: string, window: ParseWindow, rules: SelectionRules) => Promise<OwnCalendar>;
  now: () => Date;
  log: Log;
  limits?: FeedLimits;
}

interface Feed {
  address: string;
  key: string;
  copy: FeedCopy | undefined;
  calendar: Omit<OwnCalendar, "skipped">;
  /** When the occurrences were last computed: the window of 90 days moves with time. */
  expandedAt: number;
  failures: number;
}

/** How long a page waits for the first fetch, in milliseconds; less than the time limit of a rendering. */
const patience = 5_000;
/** After how many milliseconds an unchanged calendar is expanded again. */
const expansionTime = 3_600_000;
/** The longest pause between two fetches, in milliseconds. */
const longestPause = 3_600_000;

/**
 * Fetches feeds in the background, never in a visitor's request. Each has its own timer; while one fails, its last
 * good copy stays, also over a restart. A failure is logged when it begins, and its end as well.
 */
export function watchCalendar(options: CalendarSourceOptions): CalendarSource {
  const { refreshSeconds, copyFile, now, log } = options;
  const feeds = options.feeds.map(
    (address): Feed => ({
      address,
      key: feedKey(address),
      copy: undefined,
      calendar: { events: [], entries: [], zones: new Map(), cut: 0, withheld: [] },
      expandedAt: Number.NEGATIVE_INFINITY,
      failures: 0,
    }),
  );
  const timers = new Map<Feed, NodeJS.Timeout>();
  let current: CalendarSnapshot | undefined;
  let isStopped = false;
  let writing: Promise<void> = Promise.resolve();

  const expand = async (feed: Feed, text: string) => {
    const window = { now: now(), timeZone: options.timeZone };
    const { skipped, ...calendar } = await options.parse(text, window, options.rules);
    if (skipped.length > 0 && feed.copy?.text !== text)
      log.warn({ skipped: skipped.slice(0, 20), count: skipped.length }, "calendar entries skipped");
    if (calendar.cut > 0 && feed.calendar.cut === 0)
      log.warn({ feed: originOf(feed), count: calendar.cut }, "long texts of calendar entries were cut");
    const { withheld } = calendar;
    if (withheld.length > 0 && JSON.stringify(withheld) !== JSON.stringify(feed.calendar.withheld))
      log.warn(
        { feed: originOf(feed), withheld: withheld.slice(0, 20), count: withheld.length },
        "parts of calendar entries are not shown",
      );
    feed.calendar = calendar;
    feed.expandedAt = now().getTime();
  };

  const publish = () => {
    const copies = feeds.flatMap(({ copy }) => copy ?? []);
    if (copies.length === 0) return;
    const checks = copies.map(({ checkedAt }) => new Date(checkedAt).getTime());
    current = {
      events: withoutRepeats(
        feeds.flatMap(({ calendar }) => calendar.events),
        options.rules.listing,
      ),
      ics: publishCalendars(feeds.map(({ calendar }) => calendar)),
      checkedAt: new Date(Math.min(...checks)),
    };
  };

  const keep = () => {
    const copies = new Map(feeds.flatMap(({ key, copy }) => (copy ? [[key, copy]] : [])));
    // One after the other: two writers would overwrite each other's temporary file.
    writing = writing.then(() =>
      writeCopies(copyFile, copies).catch((error: unknown) => {
        log.warn({ err: error }, "the calendar's copy was not written");
      }),
    );
  };

  const ask = async (feed: Feed) => {
    const answer = await fetchFeed(feed.address, feed.copy ?? {}, now(), options.limits);
    const checkedAt = now().toISOString();
    const text = answer.kind === "fresh" ? answer.text : (feed.copy?.text ?? "");
    if (text !== feed.copy?.text || now().getTime() - feed.expandedAt > expansionTime)
      await expand(feed, text);
    feed.copy =
      answer.kind === "fresh"
        ? { text, checkedAt, etag: answer.etag, lastModified: answer.lastModified }
        : { ...feed.copy, text, checkedAt };
  };

  const look = async (feed: Feed) => {
    let retryAfter = 0;
    try {
      await ask(feed);
      // After the stop nothing is written: the folder may be gone.
      if (isStopped) return;
      if (feed.failures > 0) log.info({ feed: originOf(feed) }, "calendar feed is back");
      feed.failures = 0;
      keep();
    } catch (error) {
      if (isStopped) return;
      const reason = error instanceof Error ? error.message : String(error);
      if (feed.failures === 0)
        log.warn({ feed: originOf(feed), reason }, "calendar feed failed, the last good copy stays");
      feed.failures += 1;
      if (error instanceof FeedError) retryAfter = error.retryAfter ?? 0;
      if (feed.copy && now().getTime() - feed.expandedAt > expansionTime)
        await expand(feed, feed.copy.text).catch(() => {});
    }
    publish();
    if (isStopped) return;
    const pause = Math.max(retryAfter * 1_000, pauseAfter(feed.failures, refreshSeconds * 1_000));
    timers.set(feed, setTimeout(() => void look(feed), pause * (0.9 + Math.random() * 0.2)).unref());
  };

  const start = async () => {
    await restoreCopies();
    publish();
    const looks = Promise.all(feeds.map(look));
    if (!current) await looks;
    return current;
  };

  const restoreCopies = async () => {
    try {
      const copies = await readCopies(copyFile);
      for (const feed of feeds) {
        const copy = copies.get(feed.key);
        if (!copy) continue;
        await expand(feed, copy.text);
        feed.copy = copy;
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason }, "the calendar's copy cannot be used");
    }
  };

  const firstLook = start();
  return {
    firstLook,
    soon: () => Promise.race([firstLook, sleep(patience, undefined, { ref: false })]),
    current: () => current,
    freshFor: 3 * refreshSeconds * 1_000,
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await writing;
    },
  };
}

/** Milliseconds: twice as long after each further failure, up to an hour (or a refresh, if that is longer). */
function pauseAfter(failures: number, refresh: number): number {
  return failures <= 1 ? refresh : Math.max(refresh, Math.min(refresh * 2 ** (failures - 1), longestPause));
}

/** For the log: paths and queries of feeds may be secret. */
function originOf({ address }: Feed): string {
  const url = new URL(address);
  return url.protocol === "file:" ? "file" : url.host;
}
