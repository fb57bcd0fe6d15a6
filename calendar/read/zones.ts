import ICAL from "ical.js";
import { timeZoneNamed } from "../time/time-zone-name.ts";
import { type Clock, clockBy, clockOf, dayLength } from "../time/wall-time.ts";

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
    /** The feed explains it in a VTIMEZONE of its own. */
    | "VTIMEZONE"
    | "UTC"
    /** Floating: the zone that the calendar names (X-WR-TIMEZONE), or the source's. */
    | "calendar's zone"
    | "site's zone"
    /** Nobody knows the name: read in the calendar's or the site's zone. */
    | "unknown name";
}

/** A zone as a calendar's times have it. */
export interface Zone {
  clock: Clock;
  /** IANA name of the zone to write the times in. */
  shown: string;
  reading: ZoneReading;
}

/** The zones of one calendar. */
export interface Zones {
  /** VTIMEZONEs by TZID. */
  described: ReadonlyMap<string, ICAL.Component>;
  /** The zone of a TZID; of floating times and whole days without one. */
  named(tzid: unknown): Zone;
  /** Of a time in UTC, which a TZID may stand beside all the same. */
  utc(tzid: unknown): Zone;
}

/**
 * @param calendar a VCALENDAR
 * @param siteZone IANA name, of times in UTC, and of floating times when the calendar names no zone (X-WR-TIMEZONE)
 */
export function zonesOf(calendar: ICAL.Component | null, siteZone: string): Zones {
  const own = timeZoneNamed(String(calendar?.getFirstPropertyValue("x-wr-timezone") ?? ""))?.zone;
  const floating = own ?? siteZone;
  const zone = (
    shown: string,
    name: string | undefined,
    by: ZoneReading["by"],
    clock = clockOf(shown),
  ): Zone => ({
    clock,
    shown,
    reading: { name, readAs: shown, by },
  });
  const all = calendar?.getAllSubcomponents("vtimezone") ?? [];
  const described = new Map(all.map((one) => [String(one.getFirstPropertyValue("tzid")), one]));
  const read = (name: string): Zone => {
    if (name === "") return zone(floating, undefined, own ? "calendar's zone" : "site's zone");
    const known = timeZoneNamed(name);
    if (known && known.by !== "offset") return zone(known.zone, name, known.by);
    const component = described.get(name);
    const place = timeZoneNamed(String(component?.getFirstPropertyValue("x-lic-location") ?? ""));
    if (place?.by === "IANA name") return zone(place.zone, name, "VTIMEZONE");
    if (component) return zone(known?.zone ?? floating, name, "VTIMEZONE", describedClock(component));
    return known ? zone(known.zone, name, "offset") : zone(floating, name, "unknown name");
  };
  const seen = new Map<string, Zone>();
  const named = (tzid: unknown) => {
    const name = typeof tzid === "string" ? tzid : "";
    const found = seen.get(name) ?? read(name);
    seen.set(name, found);
    return found;
  };
  const inUtc = zone(siteZone, undefined, "UTC");
  return {
    described,
    named,
    utc: (tzid) => (tzid && named(tzid).reading.by !== "unknown name" ? named(tzid) : inUtc),
  };
}

/** The clocks that a VTIMEZONE describes. */
function describedClock(component: ICAL.Component): Clock {
  const zone = new ICAL.Timezone(component);
  const offset = (wall: number) => {
    const date = new Date(wall);
    const time = new ICAL.Time(
      {
        ...{ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
        ...{ hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() },
      },
      ICAL.Timezone.localTimezone,
    );
    return zone.utcOffset(time) * 1_000;
  };
  // At a change ical.js goes by the earlier of the two times on the wall.
  return clockBy((instant) =>
    offset(instant + Math.min(offset(instant - dayLength), offset(instant + dayLength))),
  );
}
