import type { Log } from "#system/log.ts";
import type { ParseWindow } from "../read/occurrence.ts";
import type { OwnCalendar, SelectionRules } from "../read/select-events.ts";
import { type FeedCopy, feedKey } from "./calendar-copy.server.ts";
import { FeedError, type FeedLimits, fetchFeed } from "./fetch-feed.server.ts";

export interface FeedOptions {
  refreshSeconds: number;
  rules: SelectionRules;
  /** IANA zone of floating times. */
  timeZone: string;
  /** Reads our part of a calendar, on another thread than the one that answers visitors. */
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
  };
  /** When the occurrences were last computed: the window of 90 days moves with time. */
  #expandedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #retryAfter = 0;
  readonly #address: string;
  readonly #options: FeedOptions;

  constructor(address: string, options: FeedOptions) {
    this.key = feedKey(address);
    this.#address = address;
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
    const answer = await fetchFeed(this.#address, this.copy ?? {}, now(), limits);
    const checkedAt = now().toISOString();
    const text = answer.kind === "fresh" ? answer.text : (this.copy?.text ?? "");
    if (text !== this.copy?.text || this.#isExpansionOld()) await this.#expand(text);
    this.copy =
      answer.kind === "fresh"
        ? { text, checkedAt, etag: answer.etag, lastModified: answer.lastModified }
        : { ...this.copy, text, checkedAt };
  }

  succeeded(): void {
    if (this.#failures > 0) this.#options.log.info({ feed: this.#origin }, "calendar feed is back");
    this.#failures = 0;
    this.#retryAfter = 0;
  }

  async failed(error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#failures === 0)
      this.#options.log.warn(
        { feed: this.#origin, reason },
        "calendar feed failed, the last good copy stays",
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
    const { now, timeZone, parse, rules, log } = this.#options;
    const { skipped, ...calendar } = await parse(text, { now: now(), timeZone }, rules);
    if (skipped.length > 0 && this.copy?.text !== text)
      log.warn({ skipped: skipped.slice(0, 20), count: skipped.length }, "calendar entries skipped");
    if (calendar.cut > 0 && this.calendar.cut === 0)
      log.warn({ feed: this.#origin, count: calendar.cut }, "long texts of calendar entries were cut");
    const { withheld } = calendar;
    if (withheld.length > 0 && JSON.stringify(withheld) !== JSON.stringify(this.calendar.withheld))
      log.warn(
        { feed: this.#origin, withheld: withheld.slice(0, 20), count: withheld.length },
        "parts of calendar entries are not shown",
      );
    this.calendar = calendar;
    this.#expandedAt = now().getTime();
  }

  /** For the log: paths and queries of feeds may be secret. */
  get #origin(): string {
    const url = new URL(this.#address);
    return url.protocol === "file:" ? "file" : url.host;
  }
}
