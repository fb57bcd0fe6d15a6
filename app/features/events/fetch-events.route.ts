import { cachePolicy } from "#app/http/cache-policy.ts";
import type { Route } from "./+types/fetch-events.route.ts";
import { knownCalendar } from "./find-event.server.ts";

/** GET or POST /functions/fetch-events: the calendar as it is used, or 503 when there is none; CONTRACT.md. */
export async function loader({ context }: Pick<Route.LoaderArgs, "context">) {
  const snapshot = await knownCalendar(context);
  if (!snapshot) return new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  return new Response(snapshot.ics, {
    headers: { "Content-Type": "text/calendar; charset=utf-8", "Cache-Control": cachePolicy.live },
  });
}

export const action = loader;
