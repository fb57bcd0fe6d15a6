import type { CacheOutcome } from "../metrics/metrics.ts";

/** The state of things that a page shows. */
export interface PageState {
  key: string;
  /** In this time a page of this state is right, or only older than what a feed says since; before and after it is wrong. */
  from: Date;
  until: Date;
}

/** Pages of an address in its latest states, the one that was rendered last first. */
type Kept<Page> = { page: Page; state: PageState }[];

/** The state of now, and the one that comes next. */
const mostStates = 2;

/**
 * Keeps rendered pages, by address and state. Requests that come while a page is being rendered all get that rendering;
 * nobody waits for one while an older page is there whose time has not gone by. One whose time has is given only when no
 * other can be rendered.
 */
export class RenderedPageCache<Page> {
  /** Whether somebody else sees to it that pages are of the latest state; then only an address without any page is rendered. */
  isRenderedElsewhere = false;
  readonly #pages = new Map<string, Kept<Page>>();
  /** Addresses that were rendered for a visitor, the one that was rendered first in front. */
  readonly #visited = new Set<string>();
  readonly #renderings = new Map<string, Promise<Page | undefined>>();
  readonly #most: number;
  readonly #looked: (outcome: CacheOutcome) => void;

  /**
   * @param most so many addresses are kept that were rendered for a visitor; the one that was rendered first is forgotten
   * @param looked is told how each page was found
   */
  constructor(most: number, looked: (outcome: CacheOutcome) => void = () => {}) {
    this.#most = most;
    this.#looked = looked;
  }

  /**
   * @param state that of now
   * @param render renders the page; undefined when it is not to be kept. The caller that gets undefined
   *   has to render for itself.
   * @throws what `render` throws when there is no page to give; an older one stays
   */
  async get(
    path: string,
    state: PageState,
    render: () => Promise<Page | undefined>,
  ): Promise<Page | undefined> {
    const kept = this.#pages.get(path) ?? [];
    const same = kept.find((one) => one.state.key === state.key);
    const older = kept.find((one) => one.state.from <= state.from && state.from < one.state.until);
    this.#looked(same ? "hit" : older ? "older" : "miss");
    if (same) return same.page;
    if (older && this.isRenderedElsewhere) return older.page;
    const rendering = this.#render(path, state, render);
    const last = older ?? kept[0];
    const orLast = last ? rendering.catch(() => last.page) : rendering;
    return older ? older.page : orLast;
  }

  /** The page of an address that came last. */
  latest(path: string): Page | undefined {
    return this.#pages.get(path)?.[0]?.page;
  }

  /** Takes a page that no visitor has asked for. */
  keep(path: string, state: PageState, page: Page): void {
    this.#visited.delete(path);
    const others = (this.#pages.get(path) ?? []).filter((one) => one.state.key !== state.key);
    this.#pages.set(path, [{ page, state }, ...others].slice(0, mostStates));
  }

  /** Forgets the pages that are of none of these states, whose next visitor would see how things were. */
  forgetOthers(keys: string[]): void {
    for (const [path, kept] of this.#pages) {
      const right = kept.filter(({ state }) => keys.includes(state.key));
      this.#pages.set(path, right);
      if (right.length === 0) this.#forget(path);
    }
  }

  #render(
    path: string,
    state: PageState,
    render: () => Promise<Page | undefined>,
  ): Promise<Page | undefined> {
    const name = `${path} ${state.key}`;
    const rendering =
      this.#renderings.get(name) ??
      render()
        .then((page) => {
          this.#keepVisited(path, state, page);
          return page;
        })
        .finally(() => this.#renderings.delete(name));
    this.#renderings.set(name, rendering);
    return rendering;
  }

  #keepVisited(path: string, state: PageState, page: Page | undefined): void {
    if (page === undefined) {
      this.#forget(path);
      return;
    }
    const isKept = this.#pages.has(path) && !this.#visited.has(path);
    this.keep(path, state, page);
    if (isKept) return;
    this.#visited.add(path);
    const [oldest] = this.#visited;
    if (oldest !== undefined && this.#visited.size > this.#most) this.#forget(oldest);
  }

  #forget(path: string): void {
    this.#visited.delete(path);
    this.#pages.delete(path);
  }
}
