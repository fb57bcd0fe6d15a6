import type ICAL from "ical.js";
import { foldAgain, zonesIn } from "../ics/ics-lines.ts";
import { zoneDefinition } from "../ics/zone-definition.ts";
import { addProperties, forbiddenRule } from "./properties.ts";
import { publicZone } from "./public-entry.ts";
import type { Zones } from "./zones.ts";

/** What `seriesLines` writes. */
const timeNames = ["dtstart", "dtend", "duration", "rrule", "rdate", "exdate", "recurrence-id"];

/**
 * A public entry as text for other programs.
 *
 * @param lines that say when; without them its own stay, which not every program can follow
 */
export function publishedText(entry: ICAL.Component, lines: readonly string[] | undefined): string {
  entry.removeAllProperties(forbiddenRule);
  if (lines) for (const name of timeNames) entry.removeAllProperties(name);
  else if (entry.hasProperty("dtend")) entry.removeAllProperties("duration");
  // RFC 5545, section 3.6.1, asks for one; this never changes.
  if (!entry.hasProperty("dtstamp"))
    addProperties(entry, [["dtstamp", {}, "date-time", "1970-01-01T00:00:00Z"]]);
  return foldAgain(entry.toString().replace("\r\n", () => ["", ...(lines ?? []), ""].join("\r\n")));
}

/** Adds the VTIMEZONEs that a text needs: the feed's, or where it has none the clocks by which its times are read. */
export function addZones(text: string, zones: Zones, now: Date, found: Map<string, string>): void {
  for (const name of zonesIn(text.replaceAll("\r\n ", ""))) {
    if (found.has(name)) continue;
    const own = zones.described.get(name);
    found.set(
      name,
      foldAgain(own ? publicZone(own.component) : zoneDefinition(name, zones.named(name).clock, now)),
    );
  }
}
