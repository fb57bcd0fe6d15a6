import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pathOf } from "./request.ts";

/** Logs one answer: what was asked for, without anything that a visitor may have typed. */
export async function logAnswer(
  request: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
): Promise<void> {
  const fields = { ...answerFields(request, statusCode), ms: Math.round(elapsedTime) };
  if (statusCode === 404) request.log.warn({ ...fields, referrer: referrerOf(request) }, "not found");
  else request.log.info(fields, "answered");
}

/** What the log says of an answer, but for its time. */
export function answerFields(
  { method, url = "" }: Pick<IncomingMessage, "method" | "url">,
  status: number,
): Record<string, unknown> {
  return { method, path: readablePath(pathOf(url)), status };
}

function referrerOf(request: FastifyRequest): string | undefined {
  const url = URL.parse(request.headers.referer ?? "");
  return url ? `${url.protocol}//${url.host}${readablePath(url.pathname)}` : undefined;
}

/** Parts of a path, and characters of one, that are logged at most. */
const most = { parts: 8, part: 120 };

/**
 * A path whose parts look like ours or like another site's: short words. What is something else, an e-mail address, a number to call
 * or a sentence, is `…`.
 */
export function readablePath(path: string): string {
  const parts = path.split("/", most.parts + 2);
  const isWord = (part: string) =>
    part.length <= most.part && /^[\w.~-]*$/.test(part) && !/^[\d.-]{7,}$/.test(part);
  const readable = parts.slice(0, most.parts + 1).map((part) => (isWord(part) ? part : "…"));
  return [...readable, ...(parts.length > most.parts + 1 ? ["…"] : [])].join("/");
}
