import { createHash } from "node:crypto";
import { cachePolicy } from "#app/http/cache-policy.ts";

/** The answer while there has never been a calendar. */
export function sendNoIcs(): Response {
  return new Response(null, { status: 503, headers: { "Retry-After": "60", "Cache-Control": "no-store" } });
}

/** A calendar as an answer, or 304 when the program that asks has it (RFC 9110, section 13.1.2). */
export function sendIcs(request: Request, ics: string, fileName?: string): Response {
  const etag = `"${createHash("sha256").update(ics).digest("base64url").slice(0, 22)}"`;
  const headers = {
    "Content-Type": "text/calendar; charset=utf-8",
    "Cache-Control": cachePolicy.live,
    ETag: etag,
    ...(fileName ? { "Content-Disposition": `attachment; filename="${fileName}"` } : {}),
  };
  const known = request.headers.get("if-none-match")?.split(",") ?? [];
  const hasIt = known.some((tag) => tag.trim().replace(/^W\//, "") === etag);
  return hasIt ? new Response(null, { status: 304, headers }) : new Response(ics, { headers });
}
