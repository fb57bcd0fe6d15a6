import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pageHeaders, sourcesOf } from "../edge/security-headers.ts";

/**
 * An answer that is the same for every visitor, ready for whoever takes it compressed. Uncompressed it would be two thirds of what
 * is kept, for programs alone: every browser takes one of both.
 */
export interface FinishedPage {
  bodies: { br: Buffer; gzip: Buffer };
  headers: Record<string, string>;
}

/** Larger ones, in bytes, such as a calendar of thousands of events, would take seconds of a processor and 60 MB to be a little smaller. */
const large = 1_000_000;

const [brotli, zip, unzip] = [promisify(brotliCompress), promisify(gzip), promisify(gunzip)];

/**
 * @param headers without those of encodings and validators
 * @param quality brotli's effort, 0 to 11: 11 for pages that are kept, less for pages that live for seconds
 * @param compressed bodies that a build has compressed already
 */
export async function finishPage(
  text: string,
  headers: Record<string, string>,
  quality: number,
  compressed?: { br: Buffer; gzip: Buffer },
): Promise<FinishedPage> {
  const identity = Buffer.from(text);
  const effort = identity.length < large ? quality : Math.min(quality, 5);
  const { br, gzip } = compressed ?? {
    br: await brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: effort,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    gzip: await zip(identity, { level: Math.min(effort, 9) }),
  };
  return {
    bodies: { br, gzip },
    headers: {
      ...headers,
      // Weak: one tag for all encodings of the same page (RFC 9110, section 8.8.1).
      etag: `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`,
      vary: "Accept-Encoding",
    },
  };
}

/**
 * Headers of HTML that is the same for everybody: the policy names its inline scripts and styles by hash.
 *
 * @param service origin of the auth service, see `pageHeaders`
 */
export function htmlHeaders(html: string, cacheControl: string, service?: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": cacheControl,
    ...pageHeaders(sourcesOf(html), service),
  };
}

/** Answers with the page in the best encoding, or with 304 when the browser has it. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: FinishedPage,
): Promise<FastifyReply> {
  reply.headers(page.headers);
  if (reply.statusCode === 200 && isKnown(page.headers.etag, request.headers["if-none-match"]))
    return reply.code(304).send();

  const encoding = preferredEncoding(request.headers["accept-encoding"]);
  if (encoding === "identity") return reply.send(await unzip(page.bodies.gzip));
  return reply.header("content-encoding", encoding).send(page.bodies[encoding]);
}

/** Whether the browser or cache has what has this tag: RFC 9110, section 13.1.2. Some proxies make a strong tag of a weak one. */
export function isKnown(etag = "", known = ""): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return known.trim() === "*" || known.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/** RFC 9110, section 12.5.3, for the encodings at hand: brotli rather than gzip, none if neither is acceptable. */
export function preferredEncoding(accept: string | string[] | undefined): "br" | "gzip" | "identity" {
  return negotiate(String(accept ?? "").toLowerCase(), ["br", "gzip"]) ?? "identity";
}
