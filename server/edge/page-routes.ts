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
  /** Whether its page depends on the query; all others are the same with any. */
  readsQuery: boolean;
}

/** The routes of the build without the catch-all. */
export function pageRoutes({ routes }: ServerBuild): PageRoute[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.id === "root" || route.path === "*") return [];
    const { default: component, action, handle } = route.module;
    const { path = "/" } = route;
    const parts = path.split(/:\w+/).map((part) => RegExp.escape(part));
    return {
      id: route.id,
      path,
      pattern: new RegExp(`^${parts.join("[\\w-]+")}$`),
      hasAction: action !== undefined,
      isForm: action !== undefined && component !== undefined,
      readsQuery: (handle as RouteHandle | undefined)?.readsQuery ?? false,
    };
  });
}
