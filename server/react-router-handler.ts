import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
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
import { cachePolicy } from "#app/http/cache-policy.ts";
import type { Services } from "#app/services.ts";
import { type FinishedPage, finishPage, preferredEncoding, sendPage } from "./finished-page.ts";
import { RenderedPageCache } from "./rendered-page-cache.ts";
import { pageHeaders } from "./security-headers.ts";

export type Build = ServerBuild | (() => Promise<ServerBuild>);

/** Effort of brotli for pages that live for seconds and for pages of one visitor. */
const quality = { kept: 10, personal: 5 };

/** Answers by React Router's build: rendered pages, form posts, feeds and files made on request. */
export class ReactRouterHandler {
  readonly #handle: ReturnType<typeof createRequestHandler>;
  readonly #siteUrl: string;
  readonly #services: Services;
  readonly #session: SessionService | null;
  readonly #cache = new RenderedPageCache(() => performance.now());

  constructor(
    build: Build,
    mode: string,
    siteUrl: string,
    services: Services,
    session: SessionService | null,
  ) {
    this.#handle = createRequestHandler(build, mode);
    this.#siteUrl = siteUrl;
    this.#services = services;
    this.#session = session;
  }

  /** @param problem status of a request that the edge refused: its page is rendered instead of the address's own */
  async answer(request: FastifyRequest, reply: FastifyReply, problem?: number): Promise<FastifyReply> {
    const isRead = problem === undefined && (request.method === "GET" || request.method === "HEAD");
    const isKept = isRead && !request.url.includes("?");
    if (isKept) {
      const path = request.url;
      const kept = this.#cache.find(path, async () => this.#finishShared(await this.#render(request)));
      if (kept) return sendPage(request, reply, kept);
    }
    const rendering = await this.#render(request, problem);
    // A shared cache may hold it, with any query: then it must not carry a nonce.
    const finished = isRead ? await this.#finishShared(rendering) : undefined;
    if (!finished) return this.#send(request, reply, rendering);
    if (isKept) this.#cache.keep(request.url, finished);
    return sendPage(request, reply, finished);
  }

  async #render(request: FastifyRequest, problem?: number): Promise<Rendering> {
    const nonce = randomBytes(16).toString("base64");
    const context = new RouterContextProvider();
    context.set(siteUrlContext, this.#siteUrl);
    context.set(clockContext, this.#services.now);
    context.set(servicesContext, this.#services);
    context.set(sessionContext, this.#session);
    context.set(visitorContext, { address: request.ip, log: request.log });
    context.set(nonceContext, nonce);
    context.set(problemContext, problem ?? null);
    return { response: await this.#handle(toWebRequest(request, this.#siteUrl, problem), context), nonce };
  }

  /** A page that says by its headers that it is the same for everybody becomes one; others give undefined. */
  async #finishShared({ response, nonce }: Rendering): Promise<FinishedPage | undefined> {
    // In development pages load modules that no hash can name.
    if (import.meta.env.DEV) return undefined;
    const cacheControl = response.headers.get("cache-control");
    const isShared = cacheControl === cachePolicy.live || cacheControl === cachePolicy.page;
    if (!isShared || response.status !== 200 || !isHtml(response)) return undefined;
    // A nonce must not be used twice; hashes of what is inline take its place.
    const html = (await response.text()).replaceAll(` nonce="${nonce}"`, "");
    return finishPage(html, {
      cacheControl,
      quality: quality.kept,
      service: this.#session?.origin,
    });
  }

  #send(request: FastifyRequest, reply: FastifyReply, { response, nonce }: Rendering): FastifyReply {
    const source = `'nonce-${nonce}'`;
    reply.code(response.status);
    for (const [name, value] of response.headers) reply.header(name, value);
    if (isHtml(response)) {
      reply.headers(pageHeaders({ scripts: [source], styles: [source] }, this.#session?.origin));
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

function isHtml(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") ?? false;
}

/**
 * The request as React Router reads it. Its origin is the site's own, whatever a proxy or a visitor wrote into Host;
 * `Origin` has been checked at the edge and goes, because behind a proxy it would not match.
 */
function toWebRequest(request: FastifyRequest, siteUrl: string, problem?: number): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === "origin" || name.startsWith(":")) continue;
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
  }
  const hasBody = problem === undefined && request.method !== "GET" && request.method !== "HEAD";
  return new Request(new URL(request.url, siteUrl), {
    method: hasBody ? request.method : "GET",
    headers,
    body: hasBody && Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null,
  });
}
