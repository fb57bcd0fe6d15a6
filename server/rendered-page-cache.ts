import type { FinishedPage } from "./finished-page.ts";

interface Entry {
  page: FinishedPage;
  /** Milliseconds of the clock at which the page was rendered. */
  since: number;
  isRefreshing: boolean;
}

/**
 * Keeps rendered pages for seconds, so that a crowd costs one rendering. Past `fresh` the kept page is still given
 * while it is rendered anew in the background; past `stale` it is forgotten.
 */
export class RenderedPageCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  readonly #limits: { fresh: number; stale: number };

  /** @param now milliseconds, never going back; the limits are milliseconds too */
  constructor(now: () => number, limits = { fresh: 5_000, stale: 60_000 }) {
    this.#now = now;
    this.#limits = limits;
  }

  /** @param refresh renders the page again; undefined when it must no longer be kept */
  find(path: string, refresh: () => Promise<FinishedPage | undefined>): FinishedPage | undefined {
    const entry = this.#entries.get(path);
    if (!entry) return undefined;
    const age = this.#now() - entry.since;
    if (age > this.#limits.stale) {
      this.#entries.delete(path);
      return undefined;
    }
    if (age > this.#limits.fresh && !entry.isRefreshing) {
      entry.isRefreshing = true;
      refresh()
        .then((page) => (page ? this.keep(path, page) : this.#entries.delete(path)))
        .catch(() => this.#entries.delete(path));
    }
    return entry.page;
  }

  keep(path: string, page: FinishedPage): void {
    this.#entries.set(path, { page, since: this.#now(), isRefreshing: false });
  }
}
