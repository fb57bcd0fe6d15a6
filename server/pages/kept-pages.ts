import type { FastifyRequest } from "fastify";
import { cachePolicy, isKept, policyUntil } from "#app/cache-policy.ts";
import type { SessionService } from "#app/context.ts";
import type { ReceivedValues } from "#app/forms/received/received-values.server.tsx";
import { servedIn } from "#app/forms/served-form.server.ts";
import site from "#content/site.yaml";
import type { Metrics } from "../metrics/metrics.ts";
import { type FinishedPage, finishPage, htmlHeaders } from "./finished-page.ts";
import { PageTemplate } from "./page-template.ts";
import { type PageState, RenderedPageCache } from "./rendered-page-cache.ts";
import type { Renderer, RendererOptions, Rendering } from "./renderer.ts";
import type { MadePage } from "./rendering-process.ts";
import { siteState } from "./site-state.ts";
import { toWebRequest } from "./web-request.ts";

/** Effort of brotli for pages that are kept. */
const quality = 11;

/** So many addresses are kept of those that were rendered for a visitor. */
const mostKept = 500;

/** A page that shows the calendar. */
interface KeptPage extends FinishedPage {
  /** A digest of what it was rendered from, when that was compared. */
  shows?: string | undefined;
}

export interface KeptPagesOptions extends RendererOptions {
  metrics: Pick<Metrics, "rendering" | "looksInto">;
}

/** What a page is made of; a page with a form or about a problem changes with a release and the year only. */
interface Wanted {
  path: string;
  /** Undefined when nobody has asked yet. */
  request?: FastifyRequest | undefined;
  at?: Date | undefined;
}

/** A page that is kept, or a rendering for one request alone. */
type PageOrRendering<Page> = { page: Page; own?: never } | { page?: never; own: Rendering };

/** Renders each page once for all who ask: what is the same for everybody, what is filled in for each, and what tells of problems. */
export class KeptPages {
  readonly #options: KeptPagesOptions;
  readonly #renderer: Renderer;
  readonly #pages: RenderedPageCache<KeptPage>;
  readonly #forms: RenderedPageCache<PageTemplate>;
  readonly #problems: RenderedPageCache<FinishedPage>;

  constructor(options: KeptPagesOptions, renderer: Renderer) {
    this.#options = options;
    this.#renderer = renderer;
    this.#pages = new RenderedPageCache(mostKept, options.metrics.looksInto("pages"));
    this.#forms = new RenderedPageCache(mostKept, options.metrics.looksInto("forms"));
    this.#problems = new RenderedPageCache(mostKept, options.metrics.looksInto("problems"));
  }

  /** What pages that are the same for everybody show at a time, and until when that is right. */
  stateAt(at: Date): PageState {
    return siteState(this.#options.services.calendar, at, site.timeZone);
  }

  /** A page that is the same for everybody while things stay as they are; no shared cache keeps it for longer. */
  async shared(wanted: Wanted): Promise<PageOrRendering<FinishedPage>> {
    const now = this.#options.services.now();
    const state = this.stateAt(now);
    const { page, own } = await this.#keptOrRendered(this.#pages, wanted, state, (rendering) =>
      finishShared(rendering, this.#options.session),
    );
    if (!page) return { own };
    const policy = page.headers["cache-control"] ?? "";
    const seconds = Math.max(0, Math.floor((state.until.getTime() - now.getTime()) / 1_000));
    const headers = { ...page.headers, "cache-control": policyUntil(policy, seconds) ?? policy };
    return { page: { ...page, headers } };
  }

  /** Digest of what the kept page of an address was rendered from; empty when that is not known. */
  known(path: string): string {
    return this.#pages.latest(path)?.shows ?? "";
  }

  /** Keeps a page that was rendered elsewhere, or says that the one that is kept is right in this state as well. */
  keep(path: string, state: PageState, { page, shows }: MadePage): void {
    const latest = this.#pages.latest(path);
    if (page) this.#pages.keep(path, state, { ...page, shows });
    else if (latest && shows !== undefined && latest.shows === shows) this.#pages.keep(path, state, latest);
  }

  /** Whether pages are rendered elsewhere: then nobody's visit renders what is there from before. */
  set areRenderedElsewhere(are: boolean) {
    this.#pages.isRenderedElsewhere = are;
  }

  form(wanted: Wanted) {
    return this.#keepTemplate(wanted, servedIn);
  }

  /**
   * Renders a form's page, unless it is kept already.
   *
   * @param at now, or when things next change
   * @throws when it cannot be rendered
   */
  async prepareForm(path: string, at: Date): Promise<void> {
    const { own } = await this.form({ path, at });
    const { status = 200 } = own?.response ?? {};
    await own?.response.text();
    if (status >= 500) throw new Error(`${path} answered ${status}`);
  }

  /** The page that follows a form. */
  received(wanted: Wanted, values: ReceivedValues) {
    return this.#keepTemplate(wanted, () => ({ ...values }));
  }

  /** The page about a request that is not answered. */
  problem(status: number): Promise<FinishedPage | undefined> {
    return this.#problems.get(String(status), this.#release(), async () => {
      const rendering = await this.#renderer.render(new Request(this.#options.siteUrl), { problem: status });
      return finishHtml(rendering, cachePolicy.none, this.#options.session);
    });
  }

  /** Forgets pages of other states than these. */
  forgetOthers(keys: string[]): void {
    this.#pages.forgetOthers(keys);
  }

  /** @param valuesOf what differs in the HTML of a page from visitor to visitor, beside the nonce */
  #keepTemplate(wanted: Wanted, valuesOf: (html: string) => Record<string, string>) {
    return this.#keptOrRendered(this.#forms, wanted, this.#release(), async ({ response, nonce }) => {
      const html = await response.text();
      return new PageTemplate(html, { ...valuesOf(html), nonce });
    });
  }

  /** The state of pages that change with a release only, and with the year in their footer. */
  #release(): PageState {
    const now = this.#options.services.now();
    const year = now.getUTCFullYear();
    return { key: String(year), from: now, until: new Date(Date.UTC(year + 1, 0)) };
  }

  /**
   * The kept page of an address (without its query), or a rendering for this request alone.
   *
   * @param make turns a rendering into the page to keep; undefined when it must not be shared
   */
  async #keptOrRendered<Page>(
    cache: RenderedPageCache<Page>,
    { path, request, at }: Wanted,
    state: PageState,
    make: (rendering: Rendering) => Promise<Page | undefined>,
  ): Promise<PageOrRendering<Page>> {
    const { siteUrl } = this.#options;
    const address = new URL(path, siteUrl);
    const webRequest = () => (request ? toWebRequest(request, siteUrl, address) : new Request(address));
    const render = () => this.#renderer.render(webRequest(), { request, at });
    let own: Rendering | undefined;
    const renderPage = async () => {
      own = await render();
      // An older page is better than none.
      if (own.response.status >= 500) throw new Error(`answered ${own.response.status}`);
      return own.response.status === 200 ? make(own) : undefined;
    };
    const page = await cache.get(address.pathname, state, renderPage).catch(() => undefined);
    return page ? { page } : { own: own ?? (await render()) };
  }
}

/**
 * A page or file that is the same for everybody, to be kept.
 *
 * @returns undefined for what is not
 */
export async function finishShared(
  rendering: Rendering,
  session: SessionService | null,
): Promise<FinishedPage | undefined> {
  const { response } = rendering;
  const cacheControl = response.headers.get("cache-control") ?? "";
  if (!isKept(cacheControl) || response.status !== 200) return undefined;
  if (isHtml(response)) return finishHtml(rendering, cacheControl, session);
  return finishPage(await response.text(), Object.fromEntries(response.headers), quality);
}

/** It has hashes instead of a nonce, which must not be used twice. */
async function finishHtml(
  { response, nonce }: Rendering,
  cacheControl: string,
  session: SessionService | null,
): Promise<FinishedPage> {
  const html = (await response.text()).replaceAll(` nonce="${nonce}"`, "");
  return finishPage(html, htmlHeaders(html, cacheControl, session?.origin), quality);
}

export function isHtml(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") ?? false;
}
