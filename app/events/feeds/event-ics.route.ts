import { siteUrlContext } from "#app/context.ts";
import { eventsIcs } from "#calendar/write/events-ics.ts";
import { findEvent } from "../find-event.server.ts";
import type { Route } from "./+types/event-ics.route.ts";
import { sendIcs } from "./send-ics.ts";

/** GET /events/SLUG.ics: one event, to be added to a calendar; docs/specification.md, 'Calendar files'. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { event, snapshot } = await findEvent(context, params.slug);
  const host = new URL(context.get(siteUrlContext)).hostname;
  return sendIcs(eventsIcs([event], { host, changedAt: snapshot.changedAt }), `${event.slug}.ics`);
}
