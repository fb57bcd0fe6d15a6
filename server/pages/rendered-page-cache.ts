interface Entry<Page> {
  page: Page;
  /** What the page shows: the state of things when it was rendered. */
  state: string;
  /** Milliseconds of the clock at which the page was rendered. */
  since: number;
}

/**
 * Keeps rendered pages. Requests that come while a page is being rendered all get that rendering. Past
 * `fresh` the kept page is still given while it is rendered anew in the background; past `stale` it is forgotten. A page of another
 * state of things is given only when no other can be rendered.
 */
export class RenderedPageCache<Page> {
  readonly #entries = new Map<string, Entry<Page>>();
  readonly #renderings = new Map<string, { state: string; page: Promise<Page | undefined> }>();
  readonly #now: () => number;
  readonly #limits: { fresh: number; stale: number; pages: number };

  /** @param now milliseconds, never going back; `fresh` and `stale` are milliseconds too */
  constructor(now: () => number, limits: { fresh: number; stale: number; pages: number }) {
    this.#now = now;
    this.#limits = limits;
  }

  /**
   * @param render renders the page; undefined when it is not to be kept. The caller that gets undefined
   *   has to render for itself.
   * @throws what `render` throws when there is no page to give; an older one stays
   */
  async get(path: string, render: () => Promise<Page | undefined>, state = ""): Promise<Page | undefined> {
    const entry = this.#entries.get(path);
    const age = entry ? this.#now() - entry.since : Number.POSITIVE_INFINITY;
    if (!entry || age > this.#limits.stale) return this.#render(path, render, state);
    if (entry.state !== state) return this.#render(path, render, state).catch(() => entry.page);
    if (age > this.#limits.fresh) this.#render(path, render, state).catch(() => {});
    return entry.page;
  }

  #render(path: string, render: () => Promise<Page | undefined>, state: string): Promise<Page | undefined> {
    const underWay = this.#renderings.get(path);
    if (underWay?.state === state) return underWay.page;
    const page = render()
      .then((page) => {
        // A slower one that began before must not take the place of a newer one.
        if (this.#renderings.get(path) !== rendering) return page;
        // Deleted and set again, so that entries are ordered by age.
        this.#entries.delete(path);
        if (page !== undefined) this.#entries.set(path, { page, state, since: this.#now() });
        const [oldest] = this.#entries.keys();
        if (oldest !== undefined && this.#entries.size > this.#limits.pages) this.#entries.delete(oldest);
        return page;
      })
      .finally(() => {
        if (this.#renderings.get(path) === rendering) this.#renderings.delete(path);
      });
    const rendering = { state, page };
    this.#renderings.set(path, rendering);
    return page;
  }
}
