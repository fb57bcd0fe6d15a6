import type { FastifyRequest } from "fastify";
import { isRead } from "../edge/request.ts";

/**
 * The request as React Router reads it. Its origin is always the site's, whatever Host says;
 * `Origin` was checked before and is left out, because behind a proxy it would not match.
 */
export function toWebRequest(
  request: FastifyRequest,
  siteUrl: string,
  address = new URL(request.url, siteUrl),
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === "origin" || name.startsWith(":")) continue;
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
  }
  const hasBody = !isRead(request);
  return new Request(address, {
    method: hasBody ? request.method : "GET",
    headers,
    body: hasBody && Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null,
  });
}
