import { clockContext, siteUrlContext } from "#app/context.ts";
import { upcomingEvents } from "#calendar/event.ts";
import { eventsIcs } from "#calendar/write/event-ics.ts";
import texts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import type { Route } from "./+types/events-ics.route.ts";
import { knownCalendar } from "./find-event.server.ts";
import { sendIcs, sendNoIcs } from "./send-ics.ts";

/** GET /events.ics: the upcoming events, for subscribing; docs/specification.md, 'Calendar files'. */
export async function loader({ context }: Route.LoaderArgs) {
  const snapshot = await knownCalendar(context);
  if (!snapshot) return sendNoIcs();
  const ics = eventsIcs(upcomingEvents(snapshot.events, context.get(clockContext)()), {
    name: `${site.name}: ${texts.page.title}`,
    host: new URL(context.get(siteUrlContext)).hostname,
    refreshSeconds: 3_600,
    // Not the current time, which would make every answer different and so uncacheable.
    now: snapshot.checkedAt,
  });
  return sendIcs(ics);
}
