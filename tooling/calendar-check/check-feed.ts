import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CalendarEvent } from "#calendar/event.ts";
import { parseInWorker } from "#calendar/feed/calendar-worker.server.ts";
import { fetchFeed } from "#calendar/feed/fetch-feed.server.ts";
import type { Feed } from "#calendar/feed/watched-feed.server.ts";
import type { EntryReport } from "#calendar/read/report.ts";
import type { ZoneRules } from "#calendar/read/zones.ts";
import { loadContent } from "#content-model/load-content.ts";
import type { FeedContent } from "#server/calendar-feeds.ts";
import { counted } from "#system/language.ts";
import { asTypedHere } from "#system/own-commands.ts";
import { isRelease, root } from "../root.ts";

/** What of `content/` says how feeds are read. */
export function feedContent(): FeedContent {
  return {
    site: loadContent("site.yaml", root),
    sources: loadContent("events/sources.yaml", root),
    images: loadContent("events/images.yaml", root),
    texts: loadContent("events/texts.yaml", root),
  };
}

const worker = join(
  root,
  isRelease ? "build/server/calendar-worker.js" : "calendar/feed/calendar-worker.server.ts",
);

/** One feed as it is now, entry by entry. */
export interface FeedCheck extends ZoneRules {
  name: string;
  /** What the feed's calendars name as their own zone (X-WR-TIMEZONE), each once. */
  namedZones: string[];
  /** Those of them that the feed explains itself (VTIMEZONE). */
  explainedZones: string[];
  /** Why the feed gives no calendar. */
  failure?: string;
  /** Why nothing of it is shown, when none of its entries are ours. */
  nothing?: string | undefined;
  entries: EntryReport[];
  /** The moment of which this is said. */
  now: Date;
  events: CalendarEvent[];
}

/** Asks a feed and reads it as the site does. Nothing is kept. */
export async function checkFeed(feed: Feed, window: { now: Date; days?: number }): Promise<FeedCheck> {
  const { name, timeZone, hasOwnZone = false } = feed;
  const check = { name, timeZone, hasOwnZone, now: window.now };
  const none = { namedZones: [], explainedZones: [], entries: [], events: [] };
  try {
    const answer = await fetchFeed(feed.address, {}, window.now);
    const text = answer.kind === "fresh" ? answer.text : "";
    const { online, onlineWithLink } = loadContent("events/texts.yaml", root);
    const rules = { ...feed.rules, isExplained: true, placeWords: { online, onlineWithLink } };
    const { report, nothing, events } = await parseInWorker(
      pathToFileURL(worker),
      text,
      { ...window, timeZone, hasOwnZone },
      rules,
    );
    const valuesOf = (name: string) =>
      text.match(new RegExp(`(?<=^${name}(?:;[^:\\n]{0,200})?:).{1,200}$`, "gim")) ?? [];
    const namedZones = [...new Set(valuesOf("X-WR-TIMEZONE"))];
    const explained = new Set(valuesOf("TZID"));
    for (const { zone } of report) if (zone?.by === "unknown name") explained.delete(zone.name ?? "");
    const explainedZones = namedZones.filter((name) => explained.has(name));
    return { ...check, nothing, namedZones, explainedZones, entries: report, events };
  } catch (error) {
    return { ...check, ...none, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Why a feed adds nothing to the list of events, with what to do about it; undefined when it does. */
export function feedTrouble(check: FeedCheck): { what: string; todo?: string } | undefined {
  const { name, failure, nothing, entries } = check;
  const todo = asTypedHere("npm run calendar -- check says why");
  if (failure) return { what: `${name} cannot be read: ${failure}` };
  if (nothing) return { what: `${name}: ${nothing}`, todo };
  if (entries.some(({ upcoming }) => upcoming > 0)) return undefined;
  return { what: `${name}: ${counted(entries.length, "entry", "entries")}, no upcoming event`, todo };
}

/** Whether it is the sample calendar of `content/`. */
export function isSampleFeed({ address }: Feed): boolean {
  return address.endsWith("/sample-calendar.ics");
}
