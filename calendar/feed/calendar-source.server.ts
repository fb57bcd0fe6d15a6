import { setTimeout as sleep } from "node:timers/promises";
import type { CalendarEvent } from "../event.ts";
import { latestOf } from "../version.ts";
import type { SubscriptionParts } from "../write/subscription.ts";
import { readCopies, writeCopies } from "./calendar-copy.server.ts";
import { feedLimits } from "./fetch-feed.server.ts";
import { type Feed, type FeedOptions, type FeedState, WatchedFeed } from "./watched-feed.server.ts";

export type { FeedState } from "./watched-feed.server.ts";

/** Our events as last read, past and cancelled ones included, and the public entries that they come from. */
export interface CalendarSnapshot extends SubscriptionParts {
  events: CalendarEvent[];
  /** The oldest time at which one of the feeds gave or confirmed its copy. */
  checkedAt: Date;
  /** The latest time at which one of the feeds gave another text. */
  changedAt: Date;
  /** When events start or end, in order; milliseconds. */
  changes: number[];
}

export interface CalendarState {
  /** Another one when a feed says something else, and when its copy becomes old. */
  revision: string;
  /** Another one when an event starts or ends. */
  phase: string;
  /** When the next event starts or ends. */
  until: Date | undefined;
}

export interface CalendarSource {
  /** The last good copy; undefined while the first look is under way and when there has never been a copy. */
  current(): CalendarSnapshot | undefined;
  /** Resolves when there is a copy, or when the first fetch has ended without one. */
  firstLook: Promise<CalendarSnapshot | undefined>;
  /** Whether the first look is under way, so that nobody knows yet what there is. */
  isLooking(): boolean;
  /** Like `firstLook`, but gives up after the few seconds that a visitor should wait, or after so many milliseconds. */
  soon(milliseconds?: number): Promise<CalendarSnapshot | undefined>;
  /** A key that changes when pages with events must be rendered again, and until when it holds. */
  state(now: Date): CalendarState;
  /** How each feed is doing. */
  feeds(): FeedState[];
  /** How long a copy counts as checked, in milliseconds: three refreshes. */
  freshFor: number;
  stop(): Promise<void>;
}

export interface CalendarSourceOptions extends FeedOptions {
  /** Their events are merged. */
  feeds: Feed[];
  /** Where the last good copies are kept for the next start. */
  copyFile: string;
}

/** How long an answer that is empty until then waits for the first look, in milliseconds. */
const firstLookTimeout = 5_000;

/** How long a page that says meanwhile that it is loading waits for it: as long as a feed may take, and for reading what it says. */
export const loadingTimeout = feedLimits.timeout + 1_000;

/**
 * Fetches feeds in the background, never in a visitor's request. Each has its own timer; while one fails, its last
 * good copy stays, also over a restart.
 */
export function watchCalendar(options: CalendarSourceOptions): CalendarSource {
  const { refreshSeconds, copyFile, log } = options;
  const feeds = options.feeds.map((feed) => new WatchedFeed(feed, options));
  const timers = new Map<WatchedFeed, NodeJS.Timeout>();
  let current: CalendarSnapshot | undefined;
  let published: WatchedFeed["calendar"][] = [];
  let revision = 0;
  let isStopped = false;
  let writing: Promise<void> = Promise.resolve();

  const publish = () => {
    const calendars = feeds.map(({ calendar }) => calendar);
    if (!current || calendars.some((calendar, place) => calendar !== published[place])) revision += 1;
    published = calendars;
    // While nothing is known of any feed, what was shown before stays.
    current = snapshotOf(feeds, options) ?? current;
  };

  const keep = () => {
    const copies = new Map(feeds.flatMap(({ key, copy }) => (copy ? [[key, copy]] : [])));
    // One after the other, so that the last one stays.
    writing = writing.then(() =>
      writeCopies(copyFile, copies, options.now()).catch((error: unknown) => {
        log.warn({ err: error }, "the calendar's copy was not written");
      }),
    );
  };

  const look = async (feed: WatchedFeed) => {
    try {
      await feed.refresh();
      // After the stop nothing is written: the folder may be gone.
      if (isStopped) return;
      feed.succeeded();
      keep();
    } catch (error) {
      if (isStopped) return;
      await feed.failed(error);
    }
    publish();
    if (isStopped) return;
    timers.set(feed, setTimeout(() => void look(feed), feed.pause * (0.9 + Math.random() * 0.2)).unref());
  };

  const start = async () => {
    await restoreCopies(feeds, options);
    publish();
    const looks = Promise.all(feeds.map(look));
    if (!current) await looks;
    return current;
  };

  const freshFor = 3 * refreshSeconds * 1_000;
  let isLooking = true;
  const firstLook = start().finally(() => {
    isLooking = false;
  });
  return {
    firstLook,
    isLooking: () => isLooking,
    soon: (milliseconds = firstLookTimeout) =>
      Promise.race([firstLook, sleep(milliseconds, undefined, { ref: false })]),
    current: () => current,
    state(now) {
      const checked = current?.checkedAt.getTime() ?? 0;
      const isOld = now.getTime() - checked > freshFor;
      return { revision: `${revision} ${isOld ? checked : ""}`, ...phaseAt(current?.changes ?? [], now) };
    },
    feeds: () => feeds.map((feed) => feed.state()),
    freshFor,
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await writing;
    },
  };
}

/** What the copies of all feeds say together; undefined while there is none. */
function snapshotOf(feeds: WatchedFeed[], { feeds: [first], now }: CalendarSourceOptions) {
  const copies = feeds.flatMap(({ copy }) => copy ?? []);
  if (copies.length === 0) return;
  const checks = copies.map(({ checkedAt }) => new Date(checkedAt).getTime());
  const calendars = feeds.map(({ calendar }) => calendar);
  // The link of last resort is that of the site, in every feed.
  const listing = first?.rules.listing ?? "";
  const events = withoutRepeats(
    calendars.flatMap((calendar) => calendar.events),
    listing,
  );
  // Asked at each request, so without those of many years.
  const changes = events
    .flatMap(({ start, end }) => [start.getTime(), end.getTime()])
    .filter((time) => time > now().getTime());
  return {
    events,
    entries: calendars.flatMap((calendar) => calendar.entries),
    zones: new Map(calendars.toReversed().flatMap((calendar) => [...calendar.zones])),
    checkedAt: new Date(Math.min(...checks)),
    changedAt: new Date(Math.max(...copies.map((copy) => Date.parse(copy.changedAt ?? copy.checkedAt)))),
    changes: changes.sort((a, b) => a - b),
  };
}

/** Removes repeats across feeds: keeps the latest version of an entry, and one of those with the same link and start. */
export function withoutRepeats(events: readonly CalendarEvent[], listing: string): CalendarEvent[] {
  const byPlace = new Map<string, CalendarEvent>();
  for (const event of latestOf(events, (event) => event)) {
    const place = event.url === listing ? event.id : `${event.url} ${event.start.getTime()}`;
    if (!byPlace.has(place)) byPlace.set(place, event);
  }
  return [...byPlace.values()];
}

function phaseAt(changes: number[], now: Date): Pick<CalendarState, "phase" | "until"> {
  const next = changes.find((time) => time > now.getTime());
  return { phase: String(next ?? ""), until: next === undefined ? undefined : new Date(next) };
}

async function restoreCopies(feeds: WatchedFeed[], { copyFile, log }: CalendarSourceOptions): Promise<void> {
  try {
    const copies = await readCopies(copyFile);
    for (const feed of feeds) {
      const copy = copies.get(feed.key);
      if (copy) await feed.restore(copy);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, "the calendar's copy cannot be used");
  }
}
