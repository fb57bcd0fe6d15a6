import { setImmediate as nextTurn } from "node:timers/promises";
import type { Log } from "#system/log.ts";
import { upcomingEvents } from "../event.ts";
import type { ParseWindow } from "../read/occurrence.ts";
import type { SelectionRules } from "../read/own-series.ts";
import type { OwnCalendar } from "../read/parsed-calendar.ts";
import type { ZoneRules } from "../read/zones.ts";
import { type FeedCopy, feedKey } from "./calendar-copy.server.ts";
import { FeedError, type FeedLimits, fetchFeed } from "./fetch-feed.server.ts";

/** A feed, and how it is read. */
export interface Feed extends ZoneRules {
  /** For the log; the address may hold secrets. */
  name: string;
  /** `https:`, `http:`, `webcal:` or `file:`. */
  address: string;
  rules: SelectionRules;
}

/** How a feed is doing, for those who watch the site. */
export interface FeedState {
  /** No address, which may hold secrets. Two feeds of one host may share it. */
  name: string;
  /** When it last gave or confirmed its copy; undefined while there is none. */
  checkedAt: Date | undefined;
  /** Whether it could not be read when it was last asked. */
  isFailing: boolean;
  /** How many of its events are shown as upcoming. */
  upcoming: number;
}

export interface FeedOptions {
  refreshSeconds: number;
  /** `readOwnCalendar`, on another thread than the one that answers visitors. */
  parse: (text: string, window: ParseWindow, rules: SelectionRules) => Promise<OwnCalendar>;
  now: () => Date;
  log: Log;
  limits?: FeedLimits;
}

/** After how many milliseconds an unchanged calendar is expanded again. */
const expansionTime = 3_600_000;
/** The longest pause between two fetches, in milliseconds. */
const longestPause = 3_600_000;

/**
 * One feed: its last good copy, and what was read from it. While it fails the copy stays; a failure is logged when it begins,
 * and its end as well.
 */
export class WatchedFeed {
  readonly key: string;
  copy: FeedCopy | undefined;
  calendar: Omit<OwnCalendar, "skipped"> = {
    events: [],
    entries: [],
    zones: new Map(),
    cut: 0,
    withheld: [],
    report: [],
    count: 0,
    nothing: undefined,
  };
  /** When the occurrences were last computed: which are near changes with time. */
  #expandedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #retryAfter = 0;
  /** What was last said of a feed that shows nothing. */
  #nothing: string | undefined;
  readonly #feed: Feed;
  readonly #options: FeedOptions;

  constructor(feed: Feed, options: FeedOptions) {
    this.key = feedKey(feed.address);
    this.#feed = feed;
    this.#options = options;
  }

  /** Takes up the copy that an earlier start kept. */
  async restore(copy: FeedCopy): Promise<void> {
    await this.#expand(copy.text);
    this.copy = copy;
  }

  /**
   * Asks the feed.
   *
   * @throws when it gives no calendar
   */
  async refresh(): Promise<void> {
    const { now, limits } = this.#options;
    const known = this.copy?.text ?? "";
    const answer = await fetchFeed(this.#feed.address, this.copy ?? {}, now(), limits);
    const checkedAt = now().toISOString();
    // What follows takes tens of milliseconds of a large one, as what came before.
    await nextTurn();
    const isNew =
      answer.kind === "fresh" && answer.text !== known && withoutStamps(answer.text) !== withoutStamps(known);
    const text = isNew ? answer.text : known;
    if (text !== this.copy?.text || this.#isExpansionOld()) await this.#expand(text);
    const { etag, lastModified } = answer.kind === "fresh" ? answer : (this.copy ?? {});
    const changedAt = isNew ? checkedAt : this.copy?.changedAt;
    this.copy = { text, checkedAt, changedAt, etag, lastModified };
  }

  state(): FeedState {
    const { copy, calendar } = this;
    return {
      name: this.#feed.name,
      checkedAt: copy && new Date(copy.checkedAt),
      isFailing: this.#failures > 0,
      upcoming: upcomingEvents(calendar.events, this.#options.now()).length,
    };
  }

  succeeded(): void {
    if (this.#failures > 0) this.#options.log.info({ feed: this.#feed.name }, "calendar feed is back");
    this.#failures = 0;
    this.#retryAfter = 0;
  }

  async failed(error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#failures === 0)
      this.#options.log.warn(
        { feed: this.#feed.name, reason },
        this.copy
          ? "calendar feed failed, the last good copy stays"
          : "calendar feed failed, there is no copy of it yet",
      );
    this.#failures += 1;
    this.#retryAfter = error instanceof FeedError ? (error.retryAfter ?? 0) : 0;
    if (this.copy && this.#isExpansionOld()) await this.#expand(this.copy.text).catch(() => {});
  }

  /** Milliseconds to the next fetch: twice as long after each further failure, up to an hour (or a refresh, if that is longer). */
  get pause(): number {
    const refresh = this.#options.refreshSeconds * 1_000;
    const own =
      this.#failures <= 1
        ? refresh
        : Math.max(refresh, Math.min(refresh * 2 ** (this.#failures - 1), longestPause));
    return Math.max(this.#retryAfter * 1_000, own);
  }

  #isExpansionOld(): boolean {
    return this.#options.now().getTime() - this.#expandedAt > expansionTime;
  }

  async #expand(text: string): Promise<void> {
    const { now, parse } = this.#options;
    const { timeZone, hasOwnZone = false, rules } = this.#feed;
    const { skipped, ...calendar } = await parse(text, { now: now(), timeZone, hasOwnZone }, rules);
    this.#tell(calendar, this.copy?.text === text ? [] : skipped);
    this.calendar = calendar;
    this.#expandedAt = now().getTime();
  }

  /** Logs what the keeper of the feed should know, once. */
  #tell(calendar: WatchedFeed["calendar"], skipped: OwnCalendar["skipped"]): void {
    const { log } = this.#options;
    const feed = this.#feed.name;
    const before = this.calendar;
    if (skipped.length > 0)
      log.warn({ feed, skipped: skipped.slice(0, 20), count: skipped.length }, "calendar entries skipped");
    if (calendar.cut > 0 && before.cut === 0)
      log.warn({ feed, count: calendar.cut }, "long texts of calendar entries were cut");
    const { withheld } = calendar;
    if (withheld.length > 0 && JSON.stringify(withheld) !== JSON.stringify(before.withheld))
      log.warn(
        { feed, withheld: withheld.slice(0, 20), count: withheld.length },
        "parts of calendar entries are not shown",
      );
    if (calendar.count === 0 && before.count > 0)
      log.warn({ feed, count: before.count }, "the calendar is empty; before, it had entries");
    const { nothing } = calendar;
    if (nothing && nothing !== this.#nothing) log.warn({ feed }, nothing);
    this.#nothing = nothing;
  }
}

/** Some calendars, as Google's, stamp every entry with the time of the download. */
function withoutStamps(text: string): string {
  return text.replace(/^DTSTAMP:.*$/gm, "");
}
