import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import type { RouteHandle } from "#app/route-handle.ts";

/** What Fastify has to know of a route of React Router's build. */
export interface PageRoute {
  id: string;
  /** In Fastify's syntax: `:name` matches one part of an address. */
  path: string;
  /** Matches the route's addresses. */
  pattern: RegExp;
  /** Whether it answers posts as well. */
  hasAction: boolean;
  /** Whether it is a page with a form, which is another one for each visitor. */
  isForm: boolean;
  /** Whether its page shows the reference that is in the query; all others are the same with any query. */
  showsReference: boolean;
}

/** What answers by the site's pages, for all that knows of pages no more than this. */
export interface PageRouter {
  /** Without a route: whatever lies at the address. */
  answer(request: FastifyRequest, reply: FastifyReply, route?: PageRoute): Promise<FastifyReply>;
  /** With the page about a request that is not answered. */
  answerProblem(request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply>;
}

/** The routes of the build, the one for any address by those that it has. */
export function pageRoutes({ routes }: ServerBuild): PageRoute[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.id === "root") return [];
    const { default: component, action } = route.module;
    const handle = route.module.handle as RouteHandle | undefined;
    const paths = handle?.addresses?.() ?? [route.path ?? "/"];
    return paths.map((path) => ({
      id: route.id,
      path,
      pattern: patternOf(path),
      hasAction: action !== undefined,
      isForm: action !== undefined && component !== undefined,
      showsReference: handle?.showsReference ?? false,
    }));
  });
}

function patternOf(path: string): RegExp {
  const parts = path.split(/:\w+/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join("[\\w-]+")}$`);
}
