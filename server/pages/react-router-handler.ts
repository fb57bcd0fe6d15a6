import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { cachePolicy, liveFor } from "#app/cache-policy.ts";
import {
  clockContext,
  nonceContext,
  problemContext,
  type SessionService,
  servicesContext,
  sessionContext,
  siteUrlContext,
  visitorContext,
} from "#app/context.ts";
import { serveForm } from "#app/forms/answer-form.server.ts";
import type { Services } from "#app/services.ts";
import type { PageRoute } from "../edge/page-routes.ts";
import { pageHeaders } from "../edge/security-headers.ts";
import type { Turns } from "../edge/turns.ts";
import { type FinishedPage, finishPage, htmlHeaders, preferredEncoding, sendPage } from "./finished-page.ts";
import { FormTemplate } from "./form-template.ts";
import { RenderedPageCache } from "./rendered-page-cache.ts";
import { pathOf, toWebRequest } from "./web-request.ts";

/** Effort of brotli for pages that live for seconds and for pages of one visitor. */
const quality = { kept: 10, personal: 4 };

/** Milliseconds: pages that show the calendar, and pages that change with a release only (or with the year). */
const lifetimes = {
  live: { fresh: 5_000, stale: 60_000, pages: 500 },
  released: { fresh: 3_600_000, stale: 86_400_000, pages: 50 },
};

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

interface HandlerOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: string;
  siteUrl: string;
  services: Services;
  session: SessionService | null;
  /** Separate limits for renderings and for posts, so that a slow database delays no page. */
  turns: Record<"reads" | "posts", Pick<Turns, "run">>;
  log: FastifyBaseLogger;
}

/** Answers by React Router's build: rendered pages, form posts, feeds and files made on request. */
export class ReactRouterHandler {
  readonly #options: HandlerOptions;
  readonly #handle: ReturnType<typeof createRequestHandler>;
  readonly #pages = new RenderedPageCache<FinishedPage>(() => performance.now(), lifetimes.live);
  readonly #forms = new RenderedPageCache<FormTemplate>(() => performance.now(), lifetimes.released);
  readonly #problems = new RenderedPageCache<FinishedPage>(() => performance.now(), lifetimes.released);

  constructor(options: HandlerOptions) {
    this.#options = options;
    this.#handle = createRequestHandler(options.build, options.mode);
  }

  /** Renders a page only when no kept rendering can be sent. */
  async answer(request: FastifyRequest, reply: FastifyReply, route?: PageRoute): Promise<FastifyReply> {
    const isRead = request.method === "GET" || request.method === "HEAD";
    // In development each page is new, and loads modules that no hash can name.
    if (import.meta.env.DEV || !route || !isRead || route.readsQuery)
      return this.#send(
        request,
        reply,
        await this.#render(toWebRequest(request, this.#options.siteUrl), request),
      );
    return route.isForm ? this.#answerForm(request, reply) : this.#answerShared(request, reply);
  }

  /** The site's own page about a request that cannot be answered; it is rendered once for each status. */
  async answerProblem(request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply> {
    const page = await this.#problems.get(String(status), async () => {
      const rendering = await this.#render(new Request(this.#options.siteUrl), undefined, status);
      return this.#finish(rendering, cachePolicy.none);
    });
    if (!page) throw new Error(`there is no page for the status ${status}`);
    return sendPage(request, reply.code(status), page);
  }

  async #answerShared(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { calendar, now } = this.#options.services;
    const { key, until } = calendar.state(now());
    const { page, own } = await this.#keep(this.#pages, request, key, async (rendering) => {
      const { response } = rendering;
      const cacheControl = response.headers.get("cache-control");
      const isShared = cacheControl === cachePolicy.live || cacheControl === cachePolicy.page;
      if (!isShared) return undefined;
      if (isHtml(response)) return this.#finish(rendering, cacheControl);
      return finishPage(await response.text(), Object.fromEntries(response.headers), quality.personal);
    });
    if (!page) return this.#send(request, reply, own);
    if (!until || page.headers["cache-control"] !== cachePolicy.live) return sendPage(request, reply, page);
    const control = liveFor(Math.max(0, Math.floor((until.getTime() - now().getTime()) / 1_000)));
    return sendPage(request, reply, { ...page, headers: { ...page.headers, "cache-control": control } });
  }

  async #answerForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { services, session } = this.#options;
    const { page: template, own } = await this.#keep(
      this.#forms,
      request,
      "",
      async ({ response, nonce }) => new FormTemplate(await response.text(), nonce),
    );
    if (!template) return this.#send(request, reply, own);

    const nonce = newNonce();
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    const html = Buffer.from(template.fill({ ...serveForm(context), nonce }));
    const encoding = preferredEncoding(request.headers["accept-encoding"]);
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    const source = `'nonce-${nonce}'`;
    reply
      .headers(pageHeaders({ scripts: [source], styles: [source] }, session?.origin))
      .type("text/html; charset=utf-8")
      .header("cache-control", cachePolicy.personal)
      .header("vary", "Accept-Encoding");
    if (encoding === "identity") return reply.send(html);
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality.personal };
    return reply.send(encoding === "br" ? await brotli(html, { params }) : await zip(html));
  }

  /**
   * The kept page of an address (without its query), or a rendering for this request alone.
   *
   * @param state of what the page shows
   * @param make turns a rendering into the page to keep; undefined when it must not be shared
   */
  async #keep<Page>(
    cache: RenderedPageCache<Page>,
    request: FastifyRequest,
    state: string,
    make: (rendering: Rendering) => Promise<Page | undefined>,
  ): Promise<{ page: Page; own?: never } | { page?: never; own: Rendering }> {
    const { siteUrl } = this.#options;
    const address = new URL(pathOf(request.url), siteUrl);
    const render = () => this.#render(toWebRequest(request, siteUrl, address), request);
    let own: Rendering | undefined;
    const renderPage = async () => {
      own = await render();
      // An older page is better than none.
      if (own.response.status >= 500) throw new Error(`answered ${own.response.status}`);
      return own.response.status === 200 ? make(own) : undefined;
    };
    const kept = cache.get(address.pathname, renderPage, state);
    const page = await kept.catch(() => undefined);
    return page ? { page } : { own: own ?? (await render()) };
  }

  /** @param problem status of a request that is not answered: its page is rendered instead of the address's own */
  async #render(
    webRequest: Request,
    request: FastifyRequest | undefined,
    problem: number | null = null,
  ): Promise<Rendering> {
    const { siteUrl, services, session, turns, log } = this.#options;
    const nonce = newNonce();
    const context = new RouterContextProvider();
    context.set(siteUrlContext, siteUrl);
    context.set(clockContext, services.now);
    context.set(servicesContext, services);
    context.set(sessionContext, session);
    context.set(visitorContext, {
      address: request?.ip ?? "",
      arrived: performance.now(),
      log: request?.log ?? log,
    });
    context.set(nonceContext, nonce);
    context.set(problemContext, problem);
    const handle = () => this.#handle(webRequest, context);
    // The page about overload must not wait for its turn.
    if (problem !== null) return { response: await handle(), nonce };
    const response = await turns[webRequest.method === "GET" ? "reads" : "posts"].run(handle);
    return {
      response: response ?? new Response(null, { status: 503, headers: { "Retry-After": "5" } }),
      nonce,
    };
  }

  /** Finishes a page that is the same for everybody: it has hashes instead of a nonce, which must not be used twice. */
  async #finish({ response, nonce }: Rendering, cacheControl: string): Promise<FinishedPage> {
    const html = (await response.text()).replaceAll(` nonce="${nonce}"`, "");
    return finishPage(html, htmlHeaders(html, cacheControl, this.#options.session?.origin), quality.kept);
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    { response, nonce }: Rendering,
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
    reply.header("vary", "Accept-Encoding");
    if (!response.body) return reply.send();

    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    const encoding = preferredEncoding(request.headers["accept-encoding"]);
    if (encoding === "identity") return reply.send(body);
    reply.header("content-encoding", encoding).removeHeader("content-length");
    // Each part leaves at once: a late part of a page must not hold back the first.
    const compressor =
      encoding === "br"
        ? createBrotliCompress({
            flush: constants.BROTLI_OPERATION_FLUSH,
            params: { [constants.BROTLI_PARAM_QUALITY]: quality.personal },
          })
        : createGzip({ flush: constants.Z_SYNC_FLUSH });
    body.once("error", (error) => compressor.destroy(error));
    return reply.send(body.pipe(compressor));
  }
}

interface Rendering {
  response: Response;
  nonce: string;
}

function newNonce(): string {
  return randomBytes(16).toString("base64");
}

function isHtml(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") ?? false;
}
