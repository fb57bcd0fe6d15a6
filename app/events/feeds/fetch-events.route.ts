import { feedEntriesIcs } from "#calendar/write/feed-entries-ics.ts";
import { knownCalendar } from "../find-event.server.ts";
import type { Route } from "./+types/fetch-events.route.ts";
import { sendIcs, sendNoIcs } from "./send-ics.ts";

/** GET or POST /functions/fetch-events; docs/specification.md, 'Files and endpoints'. */
export async function loader({ context }: Pick<Route.LoaderArgs, "context">) {
  const snapshot = await knownCalendar(context);
  return snapshot ? sendIcs(feedEntriesIcs(snapshot)) : sendNoIcs();
}

export const action = loader;
