import type { FastifyReply, FastifyRequest } from "fastify";
import type { RouterContextProvider } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import { answerContext, type FormAnswer, servicesContext } from "#app/context.ts";
import type { Services } from "#app/services.ts";
import type { PageRoute } from "../edge/page-routes.ts";
import type { ReactRouterHandler } from "./react-router-handler.ts";
import { leaving, type Renderer, type RendererOptions, tooMany } from "./renderer.ts";
import { toWebRequest } from "./web-request.ts";

/** What React Router's `data` makes. */
interface ActionAnswer {
  data: unknown;
  init: { status?: number; headers?: Record<string, string> } | null;
}

type Action<Answer> = (given: { request: Request; context: RouterContextProvider }) => Promise<Answer>;

/** Hands the posts of forms to the action of their route, so many at a time. */
export class FormPosts {
  readonly #options: RendererOptions;
  readonly #renderer: Renderer;
  readonly #router: ReactRouterHandler;

  constructor(options: RendererOptions, renderer: Renderer, router: ReactRouterHandler) {
    this.#options = options;
    this.#renderer = renderer;
    this.#router = router;
  }

  /**
   * Answers a form that was sent without JavaScript: leads on to another page, or shows it again. When too many wait it is shown again
   * as it came; when too many wait for that too, the answer is 503.
   */
  async answer(request: FastifyRequest, reply: FastifyReply, { id }: PageRoute): Promise<FastifyReply> {
    const { turns, metrics, services, siteUrl } = this.#options;
    const webRequest = toWebRequest(request, siteUrl);
    const { nonce, context } = this.#renderer.newContext(request);
    const handle = async () =>
      (await this.#leadOn(id, webRequest, context)) ?? (await this.#renderer.handle(webRequest, context));
    const take = () => metrics.rendering("post", handle);
    const hasLeft = leaving(request);
    let response = await turns.posts.run(take, hasLeft);
    if (!response && !hasLeft()) {
      context.set(servicesContext, takingNothing(services));
      response = await turns.refusals.run(take, hasLeft);
    }
    return this.#router.send(request, reply, { response: response ?? tooMany(), nonce });
  }

  /** Answers a form that the page's own script has sent: its outcome as JSON. What is no form, and one too many, gets a page. */
  async answerScript(request: FastifyRequest, reply: FastifyReply, { id }: PageRoute): Promise<FastifyReply> {
    const { turns, metrics, siteUrl } = this.#options;
    const webRequest = toWebRequest(request, siteUrl);
    const { context } = this.#renderer.newContext(request);
    const action = await this.#actionOf<ActionAnswer>(id);
    const take = () => metrics.rendering("post", () => action({ request: webRequest, context }));
    const answer = await turns.posts.run(take, leaving(request)).catch((error: unknown) => {
      const { init } = error as Partial<ActionAnswer>;
      if (!init) throw error;
      return { data: null, init };
    });
    if (!answer) return this.#router.answerProblem(request, reply, 503);
    const { status = 200, headers = {} } = answer.init ?? {};
    if (answer.data === null) return this.#router.answerProblem(request, reply, status);
    return reply
      .code(status)
      .headers(headers)
      .header("cache-control", cachePolicy.personal)
      .send(answer.data);
  }

  /**
   * Takes a form by the action of its route (`app/forms/form.route.tsx`). React Router has a part in it only when the form is shown
   * again, and then finds the answer in the context when it calls the action itself: its ways make a sixth of the garbage of a post.
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
