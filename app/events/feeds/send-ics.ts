import { cachePolicy, retryAfter } from "#app/cache-policy.ts";

/** The answer while there has never been a calendar. */
export function sendNoIcs(): Response {
  return new Response(null, {
    status: 503,
    headers: { "Retry-After": String(retryAfter.noCalendar), "Cache-Control": cachePolicy.none },
  });
}

/** A calendar as an answer. */
export function sendIcs(ics: string, fileName?: string): Response {
  return new Response(ics, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Cache-Control": cachePolicy.live,
      ...(fileName ? { "Content-Disposition": `attachment; filename="${fileName}"` } : {}),
    },
  });
}
