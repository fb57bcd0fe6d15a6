import type { FastifyReply, FastifyRequest } from "fastify";
import { RouterContextProvider } from "react-router";
import { cachePolicy, liveFor } from "#app/cache-policy.ts";
import { servicesContext } from "#app/context.ts";
import { type ReceivedValues, receivedValues } from "#app/forms/received/received-values.server.tsx";
import { servedIn, serveForm } from "#app/forms/served-form.server.ts";
import site from "#content/site.yaml";
import type { PageRoute, PageRouter } from "../edge/page-routes.ts";
import { isRead, pathOf } from "../edge/request.ts";
import { pageHeaders } from "../edge/security-headers.ts";
import { type FinishedPage, finishPage, htmlHeaders, sendPage } from "./finished-page.ts";
import { PageTemplate } from "./page-template.ts";
import { type PageState, RenderedPageCache } from "./rendered-page-cache.ts";
import { type ActionAnswer, newNonce, Renderer, type RendererOptions, type Rendering } from "./renderer.ts";
import { sendParts, sendWhole } from "./send-personal.ts";
import { type SiteState, siteState } from "./site-state.ts";
import { toWebRequest } from "./web-request.ts";

/** Effort of brotli for pages that are kept. */
const quality = 11;

/** So many addresses are kept: pages that show the calendar, forms and problems. */
const mostKept = 500;

/** What a page is made of; a page with a form or about a problem changes with a release and the year only. */
interface Wanted {
  path: string;
  /** Undefined when nobody has asked yet. */
  request?: FastifyRequest | undefined;
  at?: Date | undefined;
}

/** Answers by React Router's build: rendered pages, form posts, feeds and files made on request. */
export class ReactRouterHandler implements PageRouter {
  readonly #options: RendererOptions;
  readonly #renderer: Renderer;
  readonly #pages: RenderedPageCache<FinishedPage>;
  readonly #forms: RenderedPageCache<PageTemplate>;
  readonly #problems: RenderedPageCache<FinishedPage>;

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#renderer = new Renderer(options);
    this.#pages = new RenderedPageCache(mostKept, options.metrics.looksInto("pages"));
    this.#forms = new RenderedPageCache(mostKept, options.metrics.looksInto("forms"));
    this.#problems = new RenderedPageCache(mostKept, options.metrics.looksInto("problems"));
  }

  /** Renders a page only when no kept rendering can be sent. */
  async answer(request: FastifyRequest, reply: FastifyReply, route?: PageRoute): Promise<FastifyReply> {
    const { siteUrl } = this.#options;
    const received = route?.showsReference ? receivedValues(new URL(request.url, siteUrl)) : undefined;
    const isMisled = route?.showsReference && !received;
    // In development each page is new, and loads modules that no hash can name.
    if (import.meta.env.DEV || !route || !isRead(request) || isMisled) {
      const webRequest = toWebRequest(request, siteUrl);
      return this.#send(
        request,
        reply,
        await this.#renderer.render(webRequest, { request, form: route?.isForm ? route.id : undefined }),
      );
    }
    if (received) return this.#answerReceived(request, reply, received);
    return route.isForm ? this.#answerForm(request, reply) : this.#answerShared(request, reply);
  }

  /** Answers the post of a form by the page's own script: its outcome as JSON. What is no form gets a page. */
  async answerScript(request: FastifyRequest, reply: FastifyReply, { id }: PageRoute): Promise<FastifyReply> {
    const webRequest = toWebRequest(request, this.#options.siteUrl);
    const answer = await this.#renderer.act(id, webRequest, request).catch((error: unknown) => {
      const { init } = error as Partial<ActionAnswer>;
      if (!init) throw error;
      return { data: null, init };
    });
    if (!answer) return this.answerProblem(request, reply, 503);
    const { status = 200, headers = {} } = answer.init ?? {};
    if (answer.data === null) return this.answerProblem(request, reply, status);
    return reply
      .code(status)
      .headers(headers)
      .header("cache-control", cachePolicy.personal)
      .send(answer.data);
  }

  /** The site's own page about a request that cannot be answered; it is rendered once for each status. */
  async answerProblem(request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply> {
    const page = await this.#problems.get(String(status), this.#release(), async () => {
      const rendering = await this.#renderer.render(new Request(this.#options.siteUrl), { problem: status });
      return this.#finish(rendering, cachePolicy.none);
    });
    if (!page) throw new Error(`there is no page for the status ${status}`);
    // But for a route that knows better, for example when the calendar comes again.
    if (status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", "5");
    return sendPage(request, reply.code(status), page);
  }

  /**
   * Renders what visitors will ask for, unless it is kept already.
   *
   * @param at now, or when things next change
   * @throws when a page cannot be rendered
   */
  async prepare(path: string, isForm: boolean, at: Date): Promise<void> {
    const { own } = isForm
      ? await this.#keepForm({ path, at })
      : await this.#keepShared({ path, at }, this.stateAt(at));
    const { status = 200 } = own?.response ?? {};
    await own?.response.text();
    if (status >= 500) throw new Error(`${path} answered ${status}`);
  }

  stateAt(at: Date): SiteState {
    return siteState(this.#options.services.calendar, at, site.timeZone);
  }

  /** Forgets pages of other states than these. */
  forgetOthers(keys: string[]): void {
    this.#pages.forgetOthers(keys);
  }

  async #answerShared(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const now = this.#options.services.now();
    const state = this.stateAt(now);
    const { page, own } = await this.#keepShared({ path: pathOf(request.url), request }, state);
    if (!page) return this.#send(request, reply, own, { mayBeLate: true });
    if (page.headers["cache-control"] !== cachePolicy.live) return sendPage(request, reply, page);
    const control = liveFor(Math.max(0, Math.floor((state.until.getTime() - now.getTime()) / 1_000)));
    return sendPage(request, reply, { ...page, headers: { ...page.headers, "cache-control": control } });
  }

  #keepShared(wanted: Wanted, state: PageState) {
    return this.#keep(this.#pages, wanted, state, async (rendering) => {
      const { response } = rendering;
      const cacheControl = response.headers.get("cache-control");
      const isShared = cacheControl === cachePolicy.live || cacheControl === cachePolicy.page;
      if (!isShared) return undefined;
      if (isHtml(response)) return this.#finish(rendering, cacheControl);
      return finishPage(await response.text(), Object.fromEntries(response.headers), quality);
    });
  }

  #keepForm(wanted: Wanted) {
    return this.#keepTemplate(wanted, servedIn);
  }

  /** @param valuesOf what differs in the HTML of a page from visitor to visitor, beside the nonce */
  #keepTemplate(wanted: Wanted, valuesOf: (html: string) => Record<string, string>) {
    return this.#keep(this.#forms, wanted, this.#release(), async ({ response, nonce }) => {
      const html = await response.text();
      return new PageTemplate(html, { ...valuesOf(html), nonce });
    });
  }

  /** The state of pages that change with a release only, and with the year in their footer. */
  #release(): PageState {
    const year = String(this.#options.services.now().getUTCFullYear());
    return { key: year, phase: year };
  }

  async #answerForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { page: template, own } = await this.#keepForm({ path: pathOf(request.url), request });
    if (!template) return this.#send(request, reply, own);
    const context = new RouterContextProvider();
    context.set(servicesContext, this.#options.services);
    return this.#sendFilled(request, reply, template, { ...serveForm(context) });
  }

  /** The page that follows a form. */
  async #answerReceived(
    request: FastifyRequest,
    reply: FastifyReply,
    values: ReceivedValues,
  ): Promise<FastifyReply> {
    const path = `${pathOf(request.url)}?reference=${values.reference}`;
    const { page: template, own } = await this.#keepTemplate({ path, request }, () => ({ ...values }));
    return template
      ? this.#sendFilled(request, reply, template, { ...values })
      : this.#send(request, reply, own);
  }

  async #sendFilled(
    request: FastifyRequest,
    reply: FastifyReply,
    template: PageTemplate,
    values: Record<string, string>,
  ): Promise<FastifyReply> {
    const nonce = newNonce();
    const html = template.fill({ ...values, nonce });
    const source = `'nonce-${nonce}'`;
    reply
      .headers(pageHeaders({ scripts: [source], styles: [source] }, this.#options.session?.origin))
      .type("text/html; charset=utf-8")
      .header("cache-control", cachePolicy.personal);
    return sendWhole(request, reply, html);
  }

  /**
   * The kept page of an address (without its query), or a rendering for this request alone.
   *
   * @param make turns a rendering into the page to keep; undefined when it must not be shared
   */
  async #keep<Page>(
    cache: RenderedPageCache<Page>,
    { path, request, at }: Wanted,
    state: PageState,
    make: (rendering: Rendering) => Promise<Page | undefined>,
  ): Promise<{ page: Page; own?: never } | { page?: never; own: Rendering }> {
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

  /** Finishes a page that is the same for everybody: it has hashes instead of a nonce, which must not be used twice. */
  async #finish({ response, nonce }: Rendering, cacheControl: string): Promise<FinishedPage> {
    const html = (await response.text()).replaceAll(` nonce="${nonce}"`, "");
    return finishPage(html, htmlHeaders(html, cacheControl, this.#options.session?.origin), quality);
  }

  /**
   * Sends a rendering that is not kept. In one piece when nothing of it is late: an instance that is killed cuts an
   * answer in parts, which the proxy then cannot ask of another one.
   */
  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    { response, nonce }: Rendering,
    { mayBeLate = false } = {},
  ): Promise<FastifyReply> {
    const isProblem = response.status >= 400 && response.body === null;
    for (const [name, value] of response.headers)
      if (!isProblem || name === "retry-after") reply.header(name, value);
    if (isProblem) return this.answerProblem(request, reply, response.status);
    reply.code(response.status);
    if (isHtml(response)) {
      const source = `'nonce-${nonce}'`;
      reply.headers(pageHeaders({ scripts: [source], styles: [source] }, this.#options.session?.origin));
    }
    if (!response.body) return reply.header("vary", "Accept-Encoding").send();
    if (!mayBeLate) return sendWhole(request, reply, await response.text());
    return sendParts(request, reply, response.body);
  }
}

function isHtml(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") ?? false;
}
