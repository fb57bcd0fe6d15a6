import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { cachePolicy } from "#app/cache-policy.ts";
import { answerFields } from "./answer-log.ts";

/** For how long an answer is repeated, in milliseconds; a shared cache keeps one for 30 seconds at least. */
const lifetime = 1_000;
/** So many answers are kept; the one that was made first is forgotten. */
const mostKept = 500;

/** What an answer that any cache may keep depends on, beside the address. */
const deciding = new Set(["accept-encoding", "x-forwarded-proto"]);
/** With one of these, or a condition (`If-…`), a request asks for more than the whole page or file. */
const asking = new Set(["content-length", "expect", "range", "transfer-encoding", "upgrade"]);

interface Kept {
  /** Name and value in turn. */
  head: string[];
  body: Buffer;
  until: number;
  /** Has written what is the same in each line about a repetition: 1.06 times as many are answered so. */
  log: FastifyBaseLogger;
  /** Is told how long a repetition took, in milliseconds. */
  count(duration: number): void;
}

/** The types lack these. */
type Identifying = FastifyInstance & { genReqId(request: IncomingMessage): string };
type RawNaming = ServerResponse & { getRawHeaderNames(): string[] };

interface MicroCacheOptions {
  /** Whether the connection is to be closed with this answer. */
  isLast(answer: ServerResponse): boolean;
  /** What is to be told of each repetition of an answer, as its hooks tell of the answer. */
  counting(request: FastifyRequest): Kept["count"];
  /** Milliseconds that only go forward. */
  now?: () => number;
}

/**
 * Repeats for a second what every shared cache may keep for longer, byte for byte, before Fastify sees the request, whose hooks and
 * objects cost more than they can change; docs/decisions/0044-micro-cache.md.
 */
export class MicroCache {
  readonly #answers = new Map<string, Kept>();
  readonly #now: () => number;
  readonly #isLast: MicroCacheOptions["isLast"];
  readonly #counting: MicroCacheOptions["counting"];
  #isClosing = false;

  constructor({ isLast, counting, now = () => performance.now() }: MicroCacheOptions) {
    this.#isLast = isLast;
    this.#counting = counting;
    this.#now = now;
  }

  /** To be called when all other `onSend` hooks of the app are there, which may still change an answer. */
  watch(app: FastifyInstance): void {
    app.addHook("onSend", async (request, reply, payload) => this.#keep(request, reply, payload));
    app.addHook("preClose", async () => {
      this.#isClosing = true;
    });
    // Fastify's was the first; others put theirs before it.
    const answer = app.server.listeners("request").at(-1) as RequestListener | undefined;
    if (!answer) throw new Error("the app answers nothing");
    app.server.off("request", answer);
    app.server.on("request", (request, response) => {
      if (!this.#repeat(app, request, response)) answer(request, response);
    });
  }

  #repeat(app: FastifyInstance, request: IncomingMessage, response: ServerResponse): boolean {
    const key = keyOf(request);
    const kept = key === undefined ? undefined : this.#answers.get(key);
    const began = this.#now();
    if (!kept || kept.until < began || this.#isClosing || this.#isLast(response)) return false;
    const reqId = (app as Identifying).genReqId(request);
    response.once("finish", () => {
      const duration = this.#now() - began;
      kept.log.info({ reqId, ms: Math.round(duration) }, "answered");
      kept.count(duration);
    });
    response.writeHead(200, kept.head).end(kept.body);
    return true;
  }

  #keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const key = keyOf(request.raw);
    if (key === undefined || reply.statusCode !== 200 || !Buffer.isBuffer(payload) || !isShared(reply))
      return;
    const headers = { ...reply.getHeaders(), "content-length": payload.length };
    // As plugins have written them.
    const names = (reply.raw as RawNaming).getRawHeaderNames();
    const written = new Map(names.map((name) => [name.toLowerCase(), name]));
    this.#answers.delete(key);
    this.#answers.set(key, {
      head: Object.entries(headers).flatMap(([name, value]) => [written.get(name) ?? name, String(value)]),
      body: payload,
      until: this.#now() + lifetime,
      log: request.server.log.child(answerFields(request.raw, 200)),
      count: this.#counting(request),
    });
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size > mostKept) this.#answers.delete(oldest);
  }
}

/** What the answer to a plain request depends on; undefined for a request that asks for anything else. */
function keyOf({ method, url = "", httpVersion, rawHeaders, socket }: IncomingMessage): string | undefined {
  // Queries differ for each visitor of a campaign.
  if (method !== "GET" || httpVersion !== "1.1" || url.includes("?")) return;
  let key = url;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    if (name === "host") hosts += 1;
    else if (asking.has(name) || name.startsWith("if-")) return;
    else if (deciding.has(name)) key += `\n${name}: ${rawHeaders[index + 1]}`;
    // Whether it is believed depends on who says it.
    if (name === "x-forwarded-proto") key += ` from ${socket.remoteAddress}`;
  }
  return hosts === 1 ? key : undefined;
}

/** Whether every cache may keep the answer, for much longer than it is kept here. */
function isShared(reply: FastifyReply): boolean {
  const policy = String(reply.getHeader("cache-control"));
  const [, seconds = 0] = /^public\b.*\bs-maxage=(\d+)/.exec(policy) ?? [];
  return (
    (policy === cachePolicy.asset || Number(seconds) >= 30) &&
    ["Accept-Encoding", undefined].includes(reply.getHeader("vary") as string | undefined) &&
    reply.getHeader("connection") === undefined &&
    reply.getHeader("set-cookie") === undefined
  );
}
