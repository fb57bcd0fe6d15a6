import { clockContext, siteUrlContext } from "#app/context.ts";
import { subscriptionParts } from "#calendar/write/subscription.ts";
import texts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import { inTurns } from "#system/in-turns.server.ts";
import { knownCalendar } from "../find-event.server.ts";
import type { Route } from "./+types/events-ics.route.ts";
import { sendIcs, sendNoIcs } from "./send-ics.ts";

/** GET /events.ics, for subscribing; docs/specification.md, 'Calendar files'. */
export async function loader({ context }: Route.LoaderArgs) {
  const snapshot = await knownCalendar(context);
  if (!snapshot) return sendNoIcs();
  const parts = subscriptionParts(snapshot.events, snapshot, {
    name: `${site.name}: ${texts.page.title}`,
    host: new URL(context.get(siteUrlContext)).hostname,
    refreshSeconds: 3_600,
    changedAt: snapshot.changedAt,
    now: context.get(clockContext)(),
  });
  return sendIcs((await inTurns(parts)).join(""));
}
