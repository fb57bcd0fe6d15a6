import type { FastifyRequest } from "fastify";

/** The path of a request's target, without its query. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] as string;
}

/** Whether a request asks for something without changing anything. */
export function isRead({ method }: Pick<FastifyRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}
