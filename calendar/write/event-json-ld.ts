import type { Event } from "schema-dts";
import { localDay } from "#system/language.ts";
import { type CalendarEvent, isHostNamed } from "../event.ts";
import { zonedTime } from "../time/wall-time.ts";

interface Place {
  siteUrl: string;
  /** Absolute address of the event's picture or card. */
  image: string;
  /** Name of the event's host when the feed names none (not a host name). */
  host: string;
  /** Names under which the organization itself is a host. */
  ownHosts: readonly string[];
}

/**
 * An event as Google documents it (developers.google.com/search/docs/appearance/structured-data/event). Offers are left
 * out, as the feed has no prices, and so is the place when nobody knows it, though Google wants one.
 */
export function eventJsonLd(event: CalendarEvent, { siteUrl, image, host, ownHosts }: Place): Event {
  const url = `${siteUrl}/events/${event.slug}`;
  const organizer = event.organizer ?? host;
  const isOwn = isHostNamed(organizer, [host, ...ownHosts]);
  const time = (date: Date) =>
    event.isAllDay ? localDay(date, event.timeZone) : zonedTime(date, event.timeZone);
  // In a calendar the end is the day after the last one; search engines expect the last day.
  const end = event.isAllDay ? new Date(Math.max(event.start.getTime(), event.end.getTime() - 1)) : event.end;
  return {
    "@type": "Event",
    name: event.title,
    startDate: time(event.start),
    ...(end > event.start ? { endDate: time(end) } : {}),
    ...(event.description ? { description: event.description } : {}),
    eventStatus: event.isCancelled
      ? "https://schema.org/EventCancelled"
      : "https://schema.org/EventScheduled",
    ...attendance(event),
    image: [image],
    organizer: { "@type": "Organization", name: organizer, ...(isOwn ? { url: siteUrl } : {}) },
    url,
  };
}

/** Where one takes part: a link to join online is never published, so the event's page stands for it. */
function attendance({ location, isOnline, geo, url, hasJoinLink }: CalendarEvent) {
  const mode = (name: "Offline" | "Online" | "Mixed") =>
    `https://schema.org/${name}EventAttendanceMode` as const;
  const online = { "@type": "VirtualLocation", url } as const;
  if (!location) return isOnline ? { eventAttendanceMode: mode("Online"), location: online } : {};
  const place = {
    "@type": "Place",
    name: placeName(location),
    address: location,
    ...(geo ? { geo: { "@type": "GeoCoordinates", ...geo } as const } : {}),
  } as const;
  if (!hasJoinLink) return { eventAttendanceMode: mode("Offline"), location: place };
  return { eventAttendanceMode: mode("Mixed"), location: [place, online] };
}

/** A place up to the first comma after a word, none of those in brackets: its name, or its street. */
function placeName(location: string): string {
  let name = "";
  let depth = 0;
  for (const letter of location) {
    if ("([{".includes(letter)) depth += 1;
    if (")]}".includes(letter)) depth = Math.max(0, depth - 1);
    if (letter === "," && depth === 0 && /\p{L}/u.test(name)) break;
    name += letter;
  }
  return name.trim();
}
