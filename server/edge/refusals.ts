import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { cachePolicy } from "#app/cache-policy.ts";
import { canonicalPath } from "#app/seo/canonical-path.ts";
import type { Services } from "#app/services.ts";
import { isCrossSite } from "./cross-site.ts";
import type { PageRoute, PageRouter } from "./page-routes.ts";
import { isRead, pathOf } from "./request.ts";

/** The longest address, in characters; RFC 9110, section 15.5.15. */
const longestAddress = 2_000;

interface Edge {
  router: PageRouter;
  routes: PageRoute[];
  services: Pick<Services, "invalidPosts">;
  siteUrl: string;
  /** Files of the build by their addresses, which need not be routes. */
  files: ReadonlyMap<string, unknown>;
  /** Whether all addresses are known; in development Vite has its own. */
  isBuilt: boolean;
}

/** What refuses or redirects a request before it reaches a route. It knows the routes that are added after it was made. */
export function refusals(app: FastifyInstance, { router, routes, services, siteUrl, files, isBuilt }: Edge) {
  /** Allowed methods by address, in Fastify's spelling. */
  const methods = new Map([...files.keys()].map((path) => [path, new Set(["GET", "HEAD"])]));
  app.addHook("onRoute", ({ url, method }) => {
    methods.set(url, new Set([...(methods.get(url) ?? []), ...[method].flat()].sort()));
  });

  /** Refuses or redirects a request before it reaches a route; undefined when it may go on. */
  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const path = pathOf(request.url);
    const target = canonicalPath(path);
    const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
    if (request.url.length > longestAddress) return router.answerProblem(request, reply, 414);
    // RFC 9112, section 3.2: one host, but for HTTP/1.0.
    const isHosted = hosts.length === 1 || (hosts.length === 0 && request.raw.httpVersion === "1.0");
    const isTunnel = request.method === "CONNECT";
    if (target === undefined || !isHosted || isTunnel) return router.answerProblem(request, reply, 400);
    if (target !== path && !methods.has(path) && isAddress(target))
      // 308 keeps a form post a post; 301 is what every crawler knows.
      return reply
        .header("cache-control", cachePolicy.page)
        .redirect(target + request.url.slice(path.length), isRead(request) ? 301 : 308);
    if (isCrossSite(request, siteUrl)) return router.answerProblem(request, reply, 403);
    // Fastify's parameters match any text; ours are letters, digits and hyphens.
    if (request.routeOptions.url?.includes(":") && !isPage(path))
      return router.answerProblem(request, reply, 404);
    if (!request.is404) return request.method === "POST" ? refuseFlood(request, reply) : undefined;
    const allowed = methodsOf(path);
    if (allowed.length > 0)
      return router.answerProblem(request, reply.header("allow", allowed.join(", ")), 405);
    // In development Vite's own addresses, and pages that were added a moment ago.
    return isBuilt ? router.answerProblem(request, reply, 404) : router.answer(request, reply);
  }

  function isPage(path: string): boolean {
    return routes.some(({ pattern }) => pattern.test(path));
  }

  /** A page, a file or a word of the process; no pattern of the router's, which nobody asks for. */
  function isAddress(path: string): boolean {
    return isPage(path) || (methods.has(path) && !/[:*]/.test(path));
  }

  /** Refuses clients that keep sending invalid forms, before their bodies are read. */
  async function refuseFlood(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> {
    const wait = await services.invalidPosts.spent(request.ip).catch(() => 0);
    return wait > 0
      ? router.answerProblem(request, reply.header("retry-after", String(wait)), 429)
      : undefined;
  }

  /** Allowed methods of an address; empty for an unknown one. Does not ask the router, which would read a pattern in it. */
  function methodsOf(path: string): string[] {
    const url = routes.find(({ pattern }) => pattern.test(path))?.path ?? path;
    return [...(methods.get(url) ?? [])];
  }

  return refuse;
}
