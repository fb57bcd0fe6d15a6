import ICAL from "ical.js";
import { readTime } from "../time/ical-time.ts";
import { timeZoneNamed } from "../time/time-zone-name.ts";
import { type Clock, clockBy, clockOf, dayLength } from "../time/wall-time.ts";
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

/** @param calendar a VCALENDAR */
export function zonesOf(calendar: ICAL.Component | null, { timeZone, hasOwnZone = false }: ZoneRules): Zones {
  /** What the calendar names as its own zone. */
  const own = hasOwnZone || !calendar ? "" : textOf(calendar, "x-wr-timezone").trim();
  const floating = timeZoneNamed(own)?.zone ?? timeZone;
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
    if (name === "" && own === "")
      return zone(floating, undefined, hasOwnZone ? "source's zone" : "site's zone");
    if (name === "") {
      const found = read(own);
      if (found.reading.by === "unknown name") return found;
      return zone(found.shown, undefined, "calendar's zone", found.clock);
    }
    const known = timeZoneNamed(name);
    if (known && known.by !== "offset") return zone(known.zone, name, known.by);
    const component = described.get(name);
    const place = timeZoneNamed(String(component?.getFirstPropertyValue("x-lic-location") ?? ""));
    if (place?.by === "IANA name") return zone(place.zone, name, "X-LIC-LOCATION");
    if (component) return zone(known?.zone ?? floating, name, "VTIMEZONE", describedClock(component));
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

/** The clocks that a VTIMEZONE describes; before its first change those that were in use when it came (RFC 5545, section 3.6.5). */
function describedClock(component: ICAL.Component): Clock {
  const zone = new ICAL.Timezone(component);
  const first = firstChange(component);
  const offset = (wall: number) => {
    // ical.js says UTC there.
    if (wall < first.wall + Math.min(0, first.to - first.from)) return first.from;
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

/** When the clocks of a zone first change, as they show it then, and their offsets before and after in milliseconds. */
function firstChange(component: ICAL.Component): { wall: number; from: number; to: number } {
  const offsetOf = (part: ICAL.Component, name: string) => {
    const [sign, hours, minutes, seconds] = textOf(part, name).match(/[+-]|\d+/g) ?? [];
    const length = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0);
    return (sign === "-" ? -1_000 : 1_000) * length;
  };
  const changes = component.getAllSubcomponents().map((part) => ({
    wall: readTime(textOf(part, "dtstart"))?.wall ?? Number.NEGATIVE_INFINITY,
    from: offsetOf(part, "tzoffsetfrom"),
    to: offsetOf(part, "tzoffsetto"),
  }));
  return changes.reduce((first, one) => (one.wall < first.wall ? one : first));
}
