import type ICAL from "ical.js";
import { readDuration, readTime, utcText } from "../time/ical-time.ts";
import { type Clock, dayLength, utcClock } from "../time/wall-time.ts";
import { type Property, propertiesOf, textOf } from "./properties.ts";
import type { Zone, Zones } from "./zones.ts";

/**
 * A time of a calendar. Whole days have no instant until a zone is chosen, so their instant is that of their midnight in UTC, and
 * the whole series is followed there.
 */
export interface Moment {
  form: "date" | "utc" | "wall";
  instant: number;
  /** The zone's in which it is written. */
  clock: Clock;
  zone: Zone;
}

/** The times of an entry. */
export interface EntryTimes {
  start: Moment;
  /** The end of an occurrence that starts at an instant of the series (see `Moment`). */
  endOf: (instant: number) => number;
}

/** Start and length of an entry. @throws when it has no start that can be read */
export function timesOf(entry: ICAL.Component, zones: Zones): EntryTimes {
  const [first] = propertiesOf(entry).filter(([name]) => name === "dtstart");
  if (!first) throw new Error("it has no start");
  const start = momentOf(first, zones)[0];
  if (!start) throw new Error("its start is no time that there is");
  const [end] = momentsOf(entry, "dtend", zones);
  const duration = readDuration(textOf(entry, "duration")) ?? { days: 0, exact: 0 };
  if (start.form === "date") {
    const length = end
      ? end.clock.wallOf(end.instant) - start.instant
      : duration.days * dayLength + duration.exact;
    const days = Math.max(1, Math.ceil(length / dayLength));
    return { start, endOf: (instant) => instant + days * dayLength };
  }
  // An end gives the exact time between, a duration may have days of 23 hours (RFC 5545, sections 3.3.6, 3.8.5.3).
  const exact = end ? instantIn(end) - start.instant : duration.exact;
  const nominal = end ? 0 : duration.days * dayLength;
  return {
    start,
    endOf: (instant) => {
      const moved = nominal ? start.clock.instantOf(start.clock.wallOf(instant) + nominal) : instant;
      return Math.max(instant, moved + exact);
    },
  };
}

/**
 * The zones as the entries of a series have them: beside a start that has a zone, times in UTC are shown in that zone, and those
 * without one are in it.
 *
 * @param group the entries of one UID
 */
export function zonesOfSeries(group: readonly { entry: ICAL.Component }[], zones: Zones): Zones {
  const master = group.find(({ entry }) => !entry.hasProperty("recurrence-id"));
  const [start] = master ? momentsOf(master.entry, "dtstart", zones) : [];
  if (start?.form !== "wall") return zones;
  const own = start.zone;
  const inUtc: Zone = { ...own, reading: { name: undefined, readAs: own.shown, by: "UTC" } };
  return {
    ...zones,
    named: (tzid) => (tzid ? zones.named(tzid) : own),
    utc: (tzid) => {
      const found = zones.utc(tzid);
      return found.reading.by === "UTC" ? inUtc : found;
    },
  };
}

/** Every value of a kind of property that can be read as a time; of a period its start. */
export function momentsOf(entry: ICAL.Component, name: string, zones: Zones): Moment[] {
  return propertiesOf(entry)
    .filter((property) => property[0] === name)
    .flatMap((property) => momentOf(property, zones));
}

/** RDATEs that are periods: their starts and ends as instants. */
export function periodsOf(entry: ICAL.Component, zones: Zones): { start: Moment; end: number }[] {
  return propertiesOf(entry)
    .filter(([name, , type]) => name === "rdate" && type === "period")
    .flatMap(([name, parameters, , ...values]) =>
      values.flatMap((value) => {
        const [from, to] = [value].flat().map(String);
        const [start, end] = momentOf([name, parameters, "date-time", from, to], zones);
        if (!start) return [];
        if (end) return [{ start, end: instantIn(end) }];
        const { days, exact } = readDuration(to ?? "") ?? { days: 0, exact: 0 };
        const moved = start.clock.instantOf(start.clock.wallOf(start.instant) + days * dayLength);
        return [{ start, end: moved + exact }];
      }),
    );
}

/** The instant at which a time comes: of a whole day its midnight in the zone of the calendar. */
export function instantIn({ form, instant, zone }: Moment): number {
  return form === "date" ? zone.clock.instantOf(instant) : instant;
}

/** As iCalendar text in the form of a series' start, for example `20261210T090000`. */
export function textIn({ form, clock }: Moment, instant: number): string {
  const text = utcText(new Date(clock.wallOf(instant)));
  if (form === "date") return text.slice(0, 8);
  return form === "utc" ? text : text.slice(0, -1);
}

function momentOf([, { tzid }, type, ...values]: Property, zones: Zones): Moment[] {
  return values.flatMap((value): Moment[] => {
    const found = readTime(String(type === "period" ? [value].flat()[0] : value));
    if (!found) return [];
    const { wall, hasTime, isUtc } = found;
    if (!hasTime) return [{ form: "date", instant: wall, clock: utcClock, zone: zones.named(undefined) }];
    const zone = isUtc ? zones.utc(tzid) : zones.named(tzid);
    if (isUtc) return [{ form: "utc", instant: wall, clock: utcClock, zone }];
    return [{ form: "wall", instant: zone.clock.instantOf(wall), clock: zone.clock, zone }];
  });
}
