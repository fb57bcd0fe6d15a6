import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import {
  answerContext,
  clockContext,
  type FormAnswer,
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
  /** Id of the route, when the address has a form. */
  form?: string | undefined;
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
    { request, at, problem, form }: RenderingOptions = {},
  ): Promise<Rendering> {
    const { turns, services, metrics } = this.#options;
    const nonce = newNonce();
    const context = this.#contextOf(request, at);
    context.set(nonceContext, nonce);
    context.set(problemContext, problem ?? null);
    const isPost = webRequest.method !== "GET";
    const kind = problem !== undefined ? "problem" : isPost ? "post" : "page";
    const render = async () =>
      (isPost && form ? await this.#leadOn(form, webRequest, context) : undefined) ??
      (await this.#handle(webRequest, context));
    const handle = () => metrics.rendering(kind, render);
    // The page about overload must not wait for its turn.
    if (problem !== undefined) return { response: await handle(), nonce };
    const hasLeft = leaving(request);
    let response = await turns[isPost ? "posts" : "reads"].run(handle, hasLeft);
    if (!response && isPost && form && !hasLeft()) {
      context.set(servicesContext, takingNothing(services));
      response = await turns.refusals.run(handle, hasLeft);
    }
    return {
      response: response ?? new Response(null, { status: 503 }),
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
    const { turns, metrics } = this.#options;
    const action = await this.#actionOf<ActionAnswer>(id);
    const context = this.#contextOf(request);
    const run = () => metrics.rendering("post", () => action({ request: webRequest, context }));
    return turns.posts.run(run, leaving(request));
  }

  /**
   * Takes a form. React Router has a part in it only when the form is shown again: its ways make a sixth of the garbage of a post.
   *
   * @returns the answer that leads on to another page; undefined when a page is to be rendered
   */
  async #leadOn(id: string, request: Request, context: RouterContextProvider): Promise<Response | undefined> {
    const action = await this.#actionOf<FormAnswer>(id);
    const answer = action({ request, context });
    context.set(answerContext, answer);
    // What went wrong is told when the page is rendered.
    const outcome = await answer.catch(() => undefined);
    return outcome instanceof Response ? outcome : undefined;
  }

  async #actionOf<Answer>(id: string): Promise<Action<Answer>> {
    const { build } = this.#options;
    const { routes } = typeof build === "function" ? await build() : build;
    const action = routes[id]?.module.action as Action<Answer> | undefined;
    if (!action) throw new Error(`${id} has no action`);
    return action;
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

type Action<Answer> = (given: { request: Request; context: RouterContextProvider }) => Promise<Answer>;

export function newNonce(): string {
  return randomBytes(16).toString("base64");
}
