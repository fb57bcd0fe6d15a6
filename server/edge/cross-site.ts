import type { FastifyRequest } from "fastify";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a browser sends this request on behalf of another site's page. Fetch metadata say so directly; older
 * browsers send `Origin`. A client that sends neither is not a browser acting for another site, and may post.
 *
 * @param siteUrl public origin, which a proxy in front may hide behind another Host
 */
export function isCrossSite(request: Pick<FastifyRequest, "method" | "headers">, siteUrl: string): boolean {
  if (safeMethods.has(request.method)) return false;
  const { origin, host } = request.headers;
  const fetchSite = request.headers["sec-fetch-site"];
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  if (origin === undefined) return false;
  return origin !== siteUrl && URL.parse(origin)?.host !== host;
}
