import type ICAL from "ical.js";
import { timeZoneNamed } from "../time/time-zone-name.ts";
import { type Clock, clockOf } from "../time/wall-time.ts";
import { describedClock } from "./described-zone.ts";
import { textOf } from "./properties.ts";

/** How a TZID was understood. */
export interface ZoneReading {
  /** TZID as the feed writes it; undefined for UTC, floating times and days. */
  name: string | undefined;
  /** IANA name of the zone in which the times are written on the site. */
  readAs: string;
  by:
    | "IANA name"
    | "Outlook's name"
    | "offset"
    /** The VTIMEZONE in the feed says of which place it is. */
    | "X-LIC-LOCATION"
    /** The VTIMEZONE in the feed explains it, and `readAs` is only how it is written on the site. */
    | "VTIMEZONE"
    | "UTC"
    /** Floating: the zone that is said of the feed, or the one that the calendar names (X-WR-TIMEZONE). */
    | "source's zone"
    | "calendar's zone"
    | "site's zone"
    /** Nobody knows the name: read like a floating time. */
    | "unknown name";
}

/** The zone of a calendar. */
export interface ZoneRules {
  /** IANA name. Times in UTC are shown in it; floating times and days are in it, unless the calendar names a zone (X-WR-TIMEZONE). */
  timeZone: string;
  /** `timeZone` is said of this feed, and counts more than what the calendar names. */
  hasOwnZone?: boolean;
}

/** A zone as a calendar's times have it. */
export interface Zone {
  clock: Clock;
  /** IANA name of the zone to write the times in. */
  shown: string;
  /** The name for other programs, which know IANA's, and what a VTIMEZONE beside the times explains. */
  tzid: string;
  reading: ZoneReading;
}

/** The zones of one calendar. */
export interface Zones {
  /** VTIMEZONEs that can be followed, by TZID. */
  described: ReadonlyMap<string, { component: ICAL.Component; clock: Clock }>;
  /** The zone of a TZID; of floating times and whole days without one. */
  named(tzid: unknown): Zone;
  /** Of a time in UTC, which a TZID may stand beside all the same. */
  utc(tzid: unknown): Zone;
}

/** @param calendar a VCALENDAR */
export function zonesOf(calendar: ICAL.Component | null, { timeZone, hasOwnZone = false }: ZoneRules): Zones {
  /** What the calendar names as its own zone. */
  const named = hasOwnZone || !calendar ? "" : textOf(calendar, "x-wr-timezone").trim();
  const floating = timeZoneNamed(named)?.zone ?? timeZone;
  const zone = (
    shown: string,
    name: string | undefined,
    by: ZoneReading["by"],
    clock = clockOf(shown),
    tzid = by === "Outlook's name" || by === "unknown name" ? shown : (name ?? shown),
  ): Zone => ({ clock, shown, tzid, reading: { name, readAs: shown, by } });
  const all = calendar?.getAllSubcomponents("vtimezone") ?? [];
  const described = new Map(
    all.flatMap((component) => {
      const [tzid, clock] = [textOf(component, "tzid"), describedClock(component)];
      return tzid && clock ? [[tzid, { component, clock }] as const] : [];
    }),
  );
  const read = (name: string): Zone => {
    if (name === "" && named === "")
      return zone(floating, undefined, hasOwnZone ? "source's zone" : "site's zone");
    if (name === "") {
      const found = read(named);
      if (found.reading.by === "unknown name") return found;
      return zone(found.shown, undefined, "calendar's zone", found.clock, found.tzid);
    }
    const known = timeZoneNamed(name);
    if (known && known.by !== "offset") return zone(known.zone, name, known.by);
    const own = described.get(name);
    const place = own && timeZoneNamed(textOf(own.component, "x-lic-location"));
    if (place?.by === "IANA name") return zone(place.zone, name, "X-LIC-LOCATION");
    if (own) return zone(known?.zone ?? floating, name, "VTIMEZONE", own.clock);
    return known ? zone(known.zone, name, "offset") : zone(floating, name, "unknown name");
  };
  const seen = new Map<string, Zone>();
  const byName = (tzid: unknown) => {
    const name = typeof tzid === "string" ? tzid : "";
    const found = seen.get(name) ?? read(name);
    seen.set(name, found);
    return found;
  };
  const inUtc = zone(timeZone, undefined, "UTC");
  return {
    described,
    named: byName,
    utc: (tzid) => (tzid && byName(tzid).reading.by !== "unknown name" ? byName(tzid) : inUtc),
  };
}
