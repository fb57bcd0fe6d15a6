import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import {
  clockContext,
  type FormScripts,
  formScriptsContext,
  nonceContext,
  problemContext,
  type SessionService,
  servicesContext,
  sessionContext,
  siteUrlContext,
  visitorContext,
} from "#app/context.ts";
import type { Services } from "#app/services.ts";
import type { Visitor } from "#submissions/receive/receive-post.server.ts";
import type { Log } from "#system/log.ts";
import type { Turns } from "../edge/turns.ts";
import type { Metrics } from "../metrics/metrics.ts";

export interface RendererOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: string;
  siteUrl: string;
  services: Services;
  metrics: Pick<Metrics, "rendering">;
  session: SessionService | null;
  formScripts: FormScripts | null;
  /**
   * Separate limits for renderings and for posts, so that a slow database delays no page; and for forms that are more than
   * the posts' limit: they are shown again as they came.
   */
  turns: Record<"reads" | "posts" | "refusals", Pick<Turns, "run">>;
  log: Log;
}

export interface Rendering {
  response: Response;
  nonce: string;
}

interface RenderingOptions {
  /** Whose request it is; undefined for a page that is rendered before anybody asks. */
  request?: FastifyRequest | undefined;
  /** The page shows how things are at this time; without it now. */
  at?: Date | undefined;
  /** Status of a request that is not answered: its page is rendered instead of the address's own. */
  problem?: number | undefined;
}

/** Renders by React Router's build, each rendering with a context of its own. */
export class Renderer {
  readonly #options: RendererOptions;
  /** As React Router does by itself. */
  readonly handle: (webRequest: Request, context: RouterContextProvider) => Promise<Response>;

  constructor(options: RendererOptions) {
    this.#options = options;
    this.handle = createRequestHandler(options.build, options.mode);
  }

  /** Answers 503 when too many wait for a rendering. */
  async render(webRequest: Request, { request, at, problem }: RenderingOptions = {}): Promise<Rendering> {
    const { turns, metrics } = this.#options;
    const { nonce, context } = this.newContext(request, at);
    context.set(problemContext, problem ?? null);
    const isPost = webRequest.method !== "GET";
    const kind = problem !== undefined ? "problem" : isPost ? "post" : "page";
    const handle = () => metrics.rendering(kind, () => this.handle(webRequest, context));
    // The page about overload must not wait for its turn.
    if (problem !== undefined) return { response: await handle(), nonce };
    const response = await turns[isPost ? "posts" : "reads"].run(handle, leaving(request));
    return { response: response ?? tooMany(), nonce };
  }

  /** What routes are told of a rendering. */
  newContext(request: FastifyRequest | undefined, at?: Date) {
    const { siteUrl, services, session, formScripts } = this.#options;
    const nonce = newNonce();
    const context = new RouterContextProvider();
    context.set(nonceContext, nonce);
    context.set(siteUrlContext, siteUrl);
    context.set(clockContext, at ? () => at : services.now);
    context.set(servicesContext, services);
    context.set(sessionContext, session);
    context.set(formScriptsContext, formScripts);
    context.set(visitorContext, this.visitorOf(request));
    return { nonce, context };
  }

  /** Who sends the request, and when it came; of a page that nobody has asked for yet, nobody. */
  visitorOf(request: FastifyRequest | undefined): Visitor {
    return {
      address: request?.ip ?? "",
      arrived: performance.now(),
      log: request?.log ?? this.#options.log,
    };
  }
}

/**
 * Whether a visitor may have gone: the connection is closed, or its other end sends nothing more, which a browser that waits
 * for an answer never says. What was sent counts all the same.
 */
export function leaving(request: FastifyRequest | undefined): () => boolean {
  const socket = request?.raw.socket;
  return () => socket !== undefined && (socket.destroyed || socket.readableEnded);
}

/** No answer, for there were too many requests. */
export function tooMany(): Response {
  return new Response(null, { status: 503 });
}

export function newNonce(): string {
  return randomBytes(16).toString("base64");
}
