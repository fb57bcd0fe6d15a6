import { lookup } from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP, type LookupFunction } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import ipaddr from "ipaddr.js";
import type { Agent } from "undici";
import { whyUnreachable } from "#system/unreachable.ts";
import { decodeCalendar, requireCalendar } from "../ics/ics-text.ts";

/** Validators from a feed's last answer, for the next conditional request (RFC 9110, section 13). */
export interface FeedValidators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

export type FeedAnswer =
  | ({ kind: "fresh"; text: string } & FeedValidators)
  /** The copy at hand is still right. */
  | { kind: "unchanged" };

/** Why a feed could not be read. The message never holds the feed's address, which may be secret. */
export class FeedError extends Error {
  override name = "FeedError";
  /** What the server asks to wait, in seconds; an hour at most. */
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

/** In seconds; longer waits that a server asks for are cut to this. */
const longestWait = 3_600;

/**
 * Asks a feed for its calendar. The address itself may lie in a private network; where another server is named by a
 * redirect, only public addresses are asked, or the feed could make this server call others in its private network.
 *
 * @param feed `https:`, `http:`, `webcal:` (read as https) or `file:`; a name and password in it are sent as Basic
 *   authorization (RFC 7617), to its own server only
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
  const authorization = basicAuthorization(url);
  let place = withoutCredentials(url);
  for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
    const response =
      place.origin === url.origin
        ? await fetch(place, { signal, headers: { ...headers, ...authorization }, redirect: "manual" })
        : await fetchPublic(place, { signal, headers });
    if (response.status === 304 && (known.etag || known.lastModified)) return { kind: "unchanged" };
    const target = response.status >= 300 && response.status < 400 && response.headers.get("location");
    if (!target) return readAnswer(response, now, limits);
    await response.body?.cancel();
    place = withoutCredentials(redirectTarget(place, target));
  }
  throw new FeedError(`the feed redirects more than ${limits.redirects} times`);
}

function withoutCredentials(url: URL): URL {
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  return plain;
}

function basicAuthorization({ username, password }: URL): { authorization?: string } {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** Asks a server that a redirect named. The address is checked on connecting, as DNS may have changed its answer by then. */
async function fetchPublic(
  place: URL,
  init: { signal: AbortSignal; headers: Record<string, string> },
): Promise<Response> {
  // An IP address is not looked up, so it is checked here.
  const literal = place.hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal)) requirePublic(literal);
  // Loaded with the first such redirect: it would be a seventh of the start, and 10 MB.
  const undici = await import("undici");
  publicAgent ??= new undici.Agent({ connect: { lookup: lookupPublic } });
  const response = await undici.fetch(place, { ...init, redirect: "manual", dispatcher: publicAgent });
  // The same class, declared in two packages.
  return response as unknown as Response;
}

const lookupPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    try {
      if (error) throw error;
      for (const { address } of found) requirePublic(address);
      const [first] = found;
      if (options.all || !first) done(null, found);
      else done(null, first.address, first.family);
    } catch (reason) {
      done(reason as NodeJS.ErrnoException, []);
    }
  });
};
let publicAgent: Agent | undefined;

/** @throws FeedError for every address but public ones of single machines (IANA's special-purpose registries) */
function requirePublic(address: string): void {
  const parsed = ipaddr.process(address);
  // The only IPv6 block that IANA has allocated for public addresses.
  const isGivenOut = parsed.kind() === "ipv4" || parsed.match(ipaddr.parseCIDR("2000::/3"));
  if (!isGivenOut || parsed.range() !== "unicast")
    throw new FeedError("the feed redirects to an address of a private network");
}

/**
 * Where a redirect leads.
 *
 * @throws FeedError for what is no web address, and for a redirect from https to http, which others could read
 */
export function redirectTarget(from: URL, location: string): URL {
  const target = URL.parse(location, from);
  if (!target || !/^https?:$/.test(target.protocol))
    throw new FeedError("the feed redirects to what is no web address");
  if (from.protocol === "https:" && target.protocol === "http:")
    throw new FeedError("the feed redirects from https to http");
  return target;
}

/** What an answer without a calendar means, where its keeper can do something. */
const refusals: Record<number, string> = {
  401: " (it wants a name and a password: https://NAME:PASSWORD@…)",
  404: " (nothing is at its address: copy it from the calendar again)",
  410: " (nothing is at its address any more: copy it from the calendar again)",
};

async function readAnswer(response: Response, now: Date, limits: FeedLimits): Promise<FeedAnswer> {
  if (!response.ok) {
    await response.body?.cancel();
    const wait = retryAfter(response.headers.get("retry-after"), now);
    throw new FeedError(`the feed answered ${response.status}${refusals[response.status] ?? ""}`, wait);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Throwing out of the loop ends the download.
    if (size > limits.bytes) throw new FeedError(`the feed is larger than ${limits.bytes} bytes`);
    chunks.push(chunk);
  }
  // What follows takes tens of milliseconds of a large one, as reading it did.
  await nextTurn();
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
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), longestWait);
}

function reasonOf(error: unknown, limits: FeedLimits): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `the feed did not answer within ${limits.timeout / 1_000} s`;
  if (error.cause instanceof FeedError) return error.cause.message;
  // What is no calendar was reached.
  const isReached = !(error.cause instanceof Error || "code" in error);
  return isReached ? error.message : `the feed cannot be reached: ${whyUnreachable(error)}`;
}
