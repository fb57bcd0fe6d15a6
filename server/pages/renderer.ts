import { randomBytes } from "node:crypto";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
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
import type { Turns } from "../edge/turns.ts";
import type { Metrics } from "../metrics/metrics.ts";

export interface RendererOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: string;
  siteUrl: string;
  services: Services;
  metrics: Pick<Metrics, "rendering" | "looksInto">;
  session: SessionService | null;
  formScripts: FormScripts | null;
  /**
   * Separate limits for renderings and for posts, so that a slow database delays no page; and for forms that are more than
   * the posts' limit: they are shown again as they came.
   */
  turns: Record<"reads" | "posts" | "refusals", Pick<Turns, "run">>;
  log: FastifyBaseLogger;
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
  /** Whether the address has a form. */
  isForm?: boolean | undefined;
}

/** Renders by React Router's build, each rendering with a context of its own. */
export class Renderer {
  readonly #options: RendererOptions;
  readonly #handle: ReturnType<typeof createRequestHandler>;

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#handle = createRequestHandler(options.build, options.mode);
  }

  /** Answers 503 when too many wait for a rendering; a form with all that is in it, unless too many wait for that too. */
  async render(
    webRequest: Request,
    { request, at, problem, isForm = false }: RenderingOptions = {},
  ): Promise<Rendering> {
    const { turns, services, metrics } = this.#options;
    const nonce = newNonce();
    const context = this.#contextOf(request, at);
    context.set(nonceContext, nonce);
    context.set(problemContext, problem ?? null);
    const isPost = webRequest.method !== "GET";
    const kind = problem !== undefined ? "problem" : isPost ? "post" : "page";
    const handle = () => metrics.rendering(kind, () => this.#handle(webRequest, context));
    // The page about overload must not wait for its turn.
    if (problem !== undefined) return { response: await handle(), nonce };
    const hasLeft = leaving(request);
    let response = await turns[isPost ? "posts" : "reads"].run(handle, hasLeft);
    if (!response && isPost && isForm && !hasLeft()) {
      context.set(servicesContext, takingNothing(services));
      response = await turns.refusals.run(handle, hasLeft);
    }
    return {
      response: response ?? new Response(null, { status: 503, headers: { "Retry-After": "5" } }),
      nonce,
    };
  }

  /**
   * What a route's action says to the page's own script, which needs no page.
   *
   * @param id of the route
   * @returns undefined when too many posts wait
   */
  async act(id: string, webRequest: Request, request: FastifyRequest): Promise<ActionAnswer | undefined> {
    const { build, turns, metrics } = this.#options;
    const { routes } = typeof build === "function" ? await build() : build;
    const action = routes[id]?.module.action as Action | undefined;
    if (!action) throw new Error(`${id} has no action`);
    const context = this.#contextOf(request);
    const run = () => metrics.rendering("post", () => action({ request: webRequest, context }));
    return turns.posts.run(run, leaving(request));
  }

  #contextOf(request: FastifyRequest | undefined, at?: Date): RouterContextProvider {
    const { siteUrl, services, session, formScripts, log } = this.#options;
    const context = new RouterContextProvider();
    context.set(siteUrlContext, siteUrl);
    context.set(clockContext, at ? () => at : services.now);
    context.set(servicesContext, services);
    context.set(sessionContext, session);
    context.set(formScriptsContext, formScripts);
    context.set(visitorContext, {
      address: request?.ip ?? "",
      arrived: performance.now(),
      log: request?.log ?? log,
    });
    return context;
  }
}

/**
 * Whether a visitor may have gone: the connection is closed, or its other end sends nothing more, which a browser that waits
 * for an answer never says. What was sent counts all the same.
 */
function leaving(request: FastifyRequest | undefined): () => boolean {
  const socket = request?.raw.socket;
  return () => socket !== undefined && (socket.destroyed || socket.readableEnded);
}

/** What React Router's `data` makes. */
export interface ActionAnswer {
  data: unknown;
  init: { status?: number; headers?: Record<string, string> } | null;
}

/** With these a form is shown again, whatever is in it, and the database is not asked. */
function takingNothing(services: Services): Services {
  const refuse = async () => ({ kind: "failed", error: new Error("too many posts wait") }) as const;
  const none = async () => 0;
  return {
    ...services,
    submissions: { submit: refuse, quarantine: refuse },
    invalidPosts: { take: none, spent: none },
  };
}

type Action = (given: { request: Request; context: RouterContextProvider }) => Promise<ActionAnswer>;

export function newNonce(): string {
  return randomBytes(16).toString("base64");
}
