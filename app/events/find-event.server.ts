import type { RouterContextProvider } from "react-router";
import { cachePolicy, retryAfter } from "#app/cache-policy.ts";
import { servicesContext } from "#app/context.ts";
import type { CalendarEvent } from "#calendar/event.ts";
import type { CalendarSnapshot } from "#calendar/feed/calendar-source.server.ts";

/** The events as they are known; waits for the first look only while there has never been a copy. */
export async function knownCalendar(
  context: Readonly<RouterContextProvider>,
): Promise<CalendarSnapshot | undefined> {
  const { calendar } = context.get(servicesContext);
  return calendar.current() ?? (await calendar.soon());
}

/** @throws a 503 response while there is no feed */
export async function requireCalendar(context: Readonly<RouterContextProvider>): Promise<CalendarSnapshot> {
  const snapshot = await knownCalendar(context);
  const headers = { "Cache-Control": cachePolicy.none, "Retry-After": String(retryAfter.noCalendar) };
  if (!snapshot) throw new Response(null, { status: 503, headers });
  return snapshot;
}

/**
 * @throws a 404 response when the feed has no such event (any more), a 503 one while there is no feed
 */
export async function findEvent(
  context: Readonly<RouterContextProvider>,
  slug: string,
): Promise<{ event: CalendarEvent; snapshot: CalendarSnapshot }> {
  const snapshot = await requireCalendar(context);
  const event = snapshot.events.find((one) => one.slug === slug);
  if (!event) throw new Response(null, { status: 404, headers: { "Cache-Control": cachePolicy.none } });
  return { event, snapshot };
}
