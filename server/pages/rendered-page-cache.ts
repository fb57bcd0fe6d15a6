interface Entry<Page> {
  page: Page;
  /** Milliseconds of the clock at which the page was rendered. */
  since: number;
}

/**
 * Keeps rendered pages, so that a crowd costs one rendering: who comes while a page is rendered gets the same one. Past
 * `fresh` the kept page is still given while it is rendered anew in the background; past `stale` it is forgotten.
 */
export class RenderedPageCache<Page> {
  readonly #entries = new Map<string, Entry<Page>>();
  readonly #renderings = new Map<string, Promise<Page | undefined>>();
  readonly #now: () => number;
  readonly #limits: { fresh: number; stale: number; pages: number };

  /** @param now milliseconds, never going back; `fresh` and `stale` are milliseconds too */
  constructor(now: () => number, limits: { fresh: number; stale: number; pages: number }) {
    this.#now = now;
    this.#limits = limits;
  }

  /**
   * @param render renders the page; undefined when it is not to be kept. Whoever gets undefined has to make an answer of
   *   his own.
   * @throws what `render` throws when there is no page to give; an older one stays
   */
  async get(path: string, render: () => Promise<Page | undefined>): Promise<Page | undefined> {
    const entry = this.#entries.get(path);
    const age = entry ? this.#now() - entry.since : Number.POSITIVE_INFINITY;
    if (!entry || age > this.#limits.stale) return this.#render(path, render);
    if (age > this.#limits.fresh) this.#render(path, render).catch(() => {});
    return entry.page;
  }

  #render(path: string, render: () => Promise<Page | undefined>): Promise<Page | undefined> {
    const underWay = this.#renderings.get(path);
    if (underWay !== undefined) return underWay;
    const rendering = render()
      .then((page) => {
        // Set anew, so that the order of the entries is that of their age.
        this.#entries.delete(path);
        if (page !== undefined) this.#entries.set(path, { page, since: this.#now() });
        const [oldest] = this.#entries.keys();
        if (oldest !== undefined && this.#entries.size > this.#limits.pages) this.#entries.delete(oldest);
        return page;
      })
      .finally(() => this.#renderings.delete(path));
    this.#renderings.set(path, rendering);
    return rendering;
  }
}
