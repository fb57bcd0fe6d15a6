import type { Route } from "./+types/fetch-events.route.ts";
import { knownCalendar } from "./find-event.server.ts";
import { sendIcs, sendNoIcs } from "./send-ics.ts";

/** GET or POST /functions/fetch-events: the selected public entries of the feed, or 503 when there is none; CONTRACT.md. */
export async function loader({ request, context }: Pick<Route.LoaderArgs, "request" | "context">) {
  const snapshot = await knownCalendar(context);
  return snapshot ? sendIcs(request, snapshot.ics) : sendNoIcs();
}

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method === "POST") return loader({ request, context });
  const headers = { Allow: "GET, HEAD, POST", "Cache-Control": "no-store" };
  return new Response(null, { status: 405, headers });
}
