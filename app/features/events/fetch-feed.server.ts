import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { decodeCalendar, requireCalendar } from "./ics-text.ts";

/** What a feed said of itself, for the next question (RFC 9110, section 13). */
export interface FeedValidators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

export type FeedAnswer =
  | ({ kind: "fresh"; text: string } & FeedValidators)
  /** The copy at hand is still right. */
  | { kind: "unchanged" };

/** Why a feed could not be read. The message names no more of its address than the origin: the rest may be secret. */
export class FeedError extends Error {
  override name = "FeedError";
  /** What the server asks to wait, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(message: string, retryAfter?: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

export interface FeedLimits {
  /** For the whole answer, in milliseconds. */
  timeout: number;
  /** Of the decompressed text. */
  bytes: number;
  redirects: number;
}

export const feedLimits: FeedLimits = { timeout: 10_000, bytes: 5_000_000, redirects: 5 };

/**
 * Asks a feed for its calendar.
 *
 * @param feed `https:`, `http:`, `webcal:` (read as https) or `file:`
 * @throws FeedError
 */
export async function fetchFeed(
  feed: string,
  known: FeedValidators,
  now: Date,
  limits = feedLimits,
): Promise<FeedAnswer> {
  try {
    const url = new URL(feed.replace(/^webcal:/i, "https:"));
    if (url.protocol === "file:") {
      const bytes = await readFile(fileURLToPath(url));
      return { kind: "fresh", text: requireCalendar(decodeCalendar(bytes)) };
    }
    return await askServer(url, known, now, limits);
  } catch (error) {
    throw error instanceof FeedError ? error : new FeedError(reasonOf(error, limits));
  }
}

async function askServer(
  url: URL,
  known: FeedValidators,
  now: Date,
  limits: FeedLimits,
): Promise<FeedAnswer> {
  const signal = AbortSignal.timeout(limits.timeout);
  const headers = {
    accept: "text/calendar, text/plain;q=0.5",
    ...(known.etag ? { "if-none-match": known.etag } : {}),
    ...(known.lastModified ? { "if-modified-since": known.lastModified } : {}),
  };
  let place = url;
  for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
    const response = await fetch(place, { signal, headers, redirect: "manual" });
    if (response.status === 304 && (known.etag || known.lastModified)) return { kind: "unchanged" };
    const target = response.status >= 300 && response.status < 400 && response.headers.get("location");
    if (!target) return readAnswer(response, now, limits);
    await response.body?.cancel();
    place = redirectTarget(place, target);
  }
  throw new FeedError(`the feed redirects more than ${limits.redirects} times`);
}

/**
 * Where a redirect leads.
 *
 * @throws FeedError for what is no web address, and for the way from https to http, on which others could read along
 */
export function redirectTarget(from: URL, location: string): URL {
  const target = URL.parse(location, from);
  if (!target || !/^https?:$/.test(target.protocol))
    throw new FeedError("the feed redirects to what is no web address");
  if (from.protocol === "https:" && target.protocol === "http:")
    throw new FeedError("the feed redirects from https to http");
  return target;
}

async function readAnswer(response: Response, now: Date, limits: FeedLimits): Promise<FeedAnswer> {
  if (!response.ok) {
    await response.body?.cancel();
    const wait = retryAfter(response.headers.get("retry-after"), now);
    throw new FeedError(`the feed answered ${response.status}`, wait);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop ends the download.
    if (size > limits.bytes) throw new FeedError(`the feed is larger than ${limits.bytes} bytes`);
    chunks.push(chunk);
  }
  const charset = /charset="?([\w-]+)/i.exec(response.headers.get("content-type") ?? "")?.[1];
  return {
    kind: "fresh",
    text: requireCalendar(decodeCalendar(Buffer.concat(chunks), charset)),
    etag: response.headers.get("etag") ?? undefined,
    lastModified: response.headers.get("last-modified") ?? undefined,
  };
}

/** Seconds, from either form of the header (RFC 9110, section 10.2.3). */
function retryAfter(value: string | null, now: Date): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now.getTime()) / 1_000);
}

function reasonOf(error: unknown, limits: FeedLimits): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `the feed did not answer within ${limits.timeout / 1_000} s`;
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const code = (cause ?? error) as Error & { code?: string };
  return code.code ? `the feed cannot be reached (${code.code})` : error.message;
}
