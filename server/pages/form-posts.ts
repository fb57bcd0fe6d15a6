import type { FastifyReply, FastifyRequest } from "fastify";
import { cachePolicy, retryAfter } from "#app/cache-policy.ts";
import { answerContext, type FormAnswer, servicesContext, visitorContext } from "#app/context.ts";
import { serveForm } from "#app/forms/served-form.server.ts";
import type { Services } from "#app/services.ts";
import { formAt } from "#submissions/forms/forms.ts";
import { receivedAddress } from "#submissions/forms/received-address.ts";
import { receivePost, type Visitor } from "#submissions/receive/receive-post.server.ts";
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
      const answer = await answerForm(webRequest, context.get(servicesContext), context.get(visitorContext));
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
    const { turns, metrics, services, siteUrl } = this.#options;
    const webRequest = toWebRequest(request, siteUrl);
    const visitor = this.#renderer.visitorOf(request);
    const take = () => metrics.rendering("post", () => answerForm(webRequest, services, visitor));
    const answer = await turns.posts.run(take, leaving(request));
    const { status = 503, headers = {}, outcome } = answer ?? {};
    if (!outcome) return this.#router.answerProblem(request, reply, status);
    return reply.code(status).headers(headers).header("cache-control", cachePolicy.personal).send(outcome);
  }
}

/**
 * Answers a form post; docs/specification.md, 'Answers to a form post'. A `.data` request comes from the page's own
 * script and gets the outcome; without JavaScript success leads on to another page.
 *
 * @throws when its services do
 */
async function answerForm(request: Request, services: Services, visitor: Visitor): Promise<FormAnswer> {
  const { pathname } = new URL(request.url);
  const form = formAt(pathname.replace(/(\/|\.data)$/, ""));
  const outcome = await receivePost(form, request, services, visitor);
  switch (outcome.kind) {
    case "unreadable":
      return { status: 400 };
    case "tooLong":
      return { status: 413 };
    case "invalid":
      return { status: 400, outcome };
    case "failed":
      return { status: 503, headers: { "Retry-After": String(retryAfter.notStored) }, outcome };
    case "limited": {
      const { retryAfterSeconds, given } = outcome;
      const minutes = Math.ceil(retryAfterSeconds / 60);
      const headers = { "Retry-After": String(retryAfterSeconds) };
      return { status: 429, headers, outcome: { kind: "limited", minutes, given } };
    }
    case "saved": {
      const { reference } = outcome;
      if (pathname.endsWith(".data"))
        return { status: 200, outcome: { kind: "saved", reference, next: serveForm(services) } };
      return { status: 303, headers: { Location: receivedAddress(form.path, reference) } };
    }
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
