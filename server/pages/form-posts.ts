import type { FastifyReply, FastifyRequest } from "fastify";
import { cachePolicy } from "#app/cache-policy.ts";
import { answerContext, servicesContext } from "#app/context.ts";
import { answerForm } from "#app/forms/posts/answer-form.server.ts";
import type { Services } from "#app/services.ts";
import type { ReactRouterHandler } from "./react-router-handler.ts";
import { leaving, type Renderer, type RendererOptions, tooMany } from "./renderer.ts";
import { toWebRequest } from "./web-request.ts";

/** Takes the posts of forms, so many at a time. */
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
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { turns, metrics, services, siteUrl } = this.#options;
    const webRequest = toWebRequest(request, siteUrl);
    const { nonce, context } = this.#renderer.newContext(request);
    // React Router has a part in it only when the form is shown again: its ways make a sixth of the garbage of a post.
    const handle = async () => {
      const answer = await answerForm(webRequest, context);
      if (!answer.outcome) return new Response(null, answer);
      context.set(answerContext, answer);
      return this.#renderer.handle(webRequest, context);
    };
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
  async answerScript(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { turns, metrics, siteUrl } = this.#options;
    const webRequest = toWebRequest(request, siteUrl);
    const { context } = this.#renderer.newContext(request);
    const take = () => metrics.rendering("post", () => answerForm(webRequest, context));
    const answer = await turns.posts.run(take, leaving(request));
    const { status = 503, headers = {}, outcome } = answer ?? {};
    if (!outcome) return this.#router.answerProblem(request, reply, status);
    return reply.code(status).headers(headers).header("cache-control", cachePolicy.personal).send(outcome);
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
