import type { FastifyReply, FastifyRequest } from "fastify";
import { cachePolicy, retryAfter } from "#app/cache-policy.ts";
import { type ReceivedValues, receivedValues } from "#app/forms/received/received-values.server.tsx";
import { serveForm } from "#app/forms/served-form.server.ts";
import type { PageRoute, PageRouter } from "../edge/page-routes.ts";
import { isRead, pathOf } from "../edge/request.ts";
import { pageHeaders } from "../edge/security-headers.ts";
import { sendPage } from "./finished-page.ts";
import { isHtml, KeptPages, type KeptPagesOptions } from "./kept-pages.ts";
import type { PageTemplate } from "./page-template.ts";
import { newNonce, Renderer, type Rendering } from "./renderer.ts";
import { sendParts, sendWhole } from "./send-personal.ts";
import { toWebRequest } from "./web-request.ts";

/** Answers by React Router's build: rendered pages, feeds and files made on request. */
export class ReactRouterHandler implements PageRouter {
  readonly #options: KeptPagesOptions;
  readonly #renderer: Renderer;
  readonly pages: KeptPages;

  constructor(options: KeptPagesOptions, renderer = new Renderer(options)) {
    this.#options = options;
    this.#renderer = renderer;
    this.pages = new KeptPages(options, renderer);
  }

  /** Renders a page only when no kept rendering can be sent. */
  async answer(request: FastifyRequest, reply: FastifyReply, route?: PageRoute): Promise<FastifyReply> {
    const { siteUrl } = this.#options;
    const received = route?.showsReference ? receivedValues(new URL(request.url, siteUrl)) : undefined;
    const lacksReference = route?.showsReference && !received;
    // In development each page is new, and loads modules that no hash can name.
    if (this.#options.mode === "development" || !route || !isRead(request) || lacksReference) {
      const webRequest = toWebRequest(request, siteUrl);
      return this.send(request, reply, await this.#renderer.render(webRequest, { request }));
    }
    if (received) return this.#answerReceived(request, reply, received);
    return route.isForm ? this.#answerForm(request, reply) : this.#answerShared(request, reply);
  }

  /** The site's own page about a request that cannot be answered; it is rendered once for each status. */
  async answerProblem(request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply> {
    const page = await this.pages.problem(status);
    if (!page) throw new Error(`there is no page for the status ${status}`);
    // But for a route that knows better, for example when the calendar comes again.
    if (status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", retryAfter.overload);
    return sendPage(request, reply.code(status), page);
  }

  async #answerShared(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { page, own } = await this.pages.shared({ path: pathOf(request.url), request });
    return page ? sendPage(request, reply, page) : this.send(request, reply, own, { mayBeLate: true });
  }

  async #answerForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { page: template, own } = await this.pages.form({ path: pathOf(request.url), request });
    if (!template) return this.send(request, reply, own);
    return this.#sendFilled(request, reply, template, { ...serveForm(this.#options.services) });
  }

  /** The page that follows a form. */
  async #answerReceived(
    request: FastifyRequest,
    reply: FastifyReply,
    values: ReceivedValues,
  ): Promise<FastifyReply> {
    const path = `${pathOf(request.url)}?reference=${values.reference}`;
    const { page: template, own } = await this.pages.received({ path, request }, values);
    return template
      ? this.#sendFilled(request, reply, template, { ...values })
      : this.send(request, reply, own);
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
   * Sends a rendering that is not kept. In one piece when nothing of it is late: an instance that is killed cuts an
   * answer in parts, which the proxy then cannot ask of another one.
   */
  async send(
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
