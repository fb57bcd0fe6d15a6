import type ICAL from "ical.js";
import type { CalendarEvent } from "../event.ts";
import { readTime } from "../time/ical-time.ts";
import { dayLength } from "../time/wall-time.ts";
import type { Version } from "../version.ts";
import { type EntryTimes, instantIn, type Moment, textIn, timesOf } from "./entry-times.ts";
import { textOf } from "./properties.ts";
import { slugOf } from "./slug.ts";
import { cleanDescription } from "./text/description.ts";
import { eventLink } from "./text/event-text.ts";
import { addressBlock, placeOf } from "./text/place.ts";
import type { ZoneRules, Zones } from "./zones.ts";

/** What is made of an occurrence for the pages alone. */
type ForPages = "id" | "slug" | "location" | "isOnline" | "url" | "image";

/** One occurrence of a calendar entry: times as instants, texts as in the feed but without what is private. */
export interface Occurrence extends Omit<CalendarEvent, ForPages> {
  location: string;
  url: string | undefined;
}

export interface ParseWindow extends ZoneRules {
  now: Date;
  /** How far to look ahead, and then for all dates of a series; without it as the pages do. */
  days?: number;
}

/** What pages show beside an entry's own words. */
export interface EventRules {
  /** The title of an event that has none, or whose whole title is not for everybody. */
  untitled: string;
  /** The place of an event of which nothing is known but that it is online; also how a calendar may say so. */
  online: string;
  /** The link of events that have none; addresses below it count as events' pages. */
  listing: string;
  /** Further addresses below which pages are events. */
  platforms?: string[];
  /** Picture by words of the title; the first match counts. */
  images: { keywords: string[][]; file: string; alt: string }[];
}

/** What Outlook writes before the title of a meeting that is called off, and leaves its status as it was. */
export const calledOff =
  /^\s*(?:cancell?ed|abgesagt|annulé|cancelad[oa]|annullat[oa]|geannuleerd|odwołane|inställt|aflyst|avlyst) ?: /i;

/**
 * An entry at its own start, or at another one of its series.
 *
 * @throws when a time cannot be read
 */
export function occurrenceOf(
  component: ICAL.Component,
  { start, endOf }: EntryTimes,
  recurrenceId: string | undefined,
  at: { start?: number; end?: number | undefined } = {},
): Occurrence {
  const text = (name: string) => textOf(component, name);
  const from = at.start ?? start.instant;
  const inZone = (instant: number) => dateOf(instantIn({ ...start, instant }));
  const first = inZone(from);
  const last = at.end === undefined ? inZone(endOf(from)) : dateOf(at.end);
  const name = component.getFirstProperty("organizer")?.getFirstParameter("cn");
  return {
    uid: text("uid"),
    recurrenceId,
    title: text("summary").trim(),
    description: text("description"),
    location: text("location").trim(),
    url: text("url") || undefined,
    organizer: name ? String(name) : undefined,
    isCancelled: text("status").toUpperCase() === "CANCELLED" || calledOff.test(text("summary")),
    start: first,
    end: new Date(Math.max(first.getTime(), last.getTime())),
    isAllDay: start.form === "date",
    timeZone: start.zone.shown,
    ...versionOf(component),
    geo: geoOf(component),
    hasJoinLink: false,
  };
}

/** An occurrence as the pages show it. */
export function eventOf(occurrence: Occurrence, rules: EventRules): CalendarEvent {
  const { description, location, url, ...rest } = occurrence;
  const { uid, recurrenceId } = rest;
  // Signs that are left of what was taken out are no title.
  const title = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(rest.title) ? rest.title : rules.untitled;
  const own = placeOf(location, rules.online);
  const block = addressBlock(description) ?? "";
  const told = placeOf(own.place ? "" : block, rules.online);
  // Luma writes the event's own link in place of an address that it shows only to those who register.
  const isHidden = /^https?:\S+$/i.test(location) && block !== "" && !told.isVirtual;
  const shown = own.place || told.place || undefined;
  const link = eventLink(url, `${description}\n${location}`, rules.listing, rules.platforms);
  return {
    ...rest,
    title,
    id: recurrenceId ? `${uid}/${recurrenceId}` : uid,
    slug: slugOf(uid, recurrenceId),
    description: cleanDescription(description, link),
    location: shown,
    isOnline: !shown && ((own.isVirtual && !isHidden) || told.isVirtual || rest.hasJoinLink),
    url: link,
    image: imageOf(title, rules.images),
  };
}

function imageOf(title: string, images: EventRules["images"]): CalendarEvent["image"] {
  const words = title.toLowerCase();
  const match = images.find(({ keywords }) =>
    keywords.some((all) => all.every((word) => words.includes(word.toLowerCase()))),
  );
  return match && { file: match.file, alt: match.alt };
}

/** An override whose series is not in the feed; its recurrence id has the form that it would have there. */
export function orphanOf(component: ICAL.Component, original: Moment | undefined, zones: Zones): Occurrence {
  const times = timesOf(component, zones);
  // A time with a zone is the series' own; one in UTC may name a date of a series that has a zone.
  const form = original?.form === "wall" ? original : times.start;
  return occurrenceOf(component, times, original && textIn(form, keyOf(original, form)));
}

/** The instant by which a time names an occurrence of a series, whatever zone or kind it is written in. */
export function keyOf({ form, instant, zone }: Moment, start: Moment): number {
  if (start.form === "date") {
    // Midnight in UTC is how some programs write a day.
    const wall = form === "date" || instant % dayLength === 0 ? instant : zone.clock.wallOf(instant);
    return Math.floor(wall / dayLength) * dayLength;
  }
  if (form !== "date") return instant;
  const first = start.clock.wallOf(start.instant);
  return start.clock.instantOf(instant + first - Math.floor(first / dayLength) * dayLength);
}

function dateOf(instant: number): Date {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) throw new Error("it has a time that cannot be read");
  return date;
}

/** A whole number, not negative; 0 when there is none. */
export function numberOf(component: ICAL.Component, name: string): number {
  const value = Number(textOf(component, name));
  return Number.isInteger(value) && value >= 0 ? value : 0;
}

/** SEQUENCE, DTSTAMP and LAST-MODIFIED of an entry. */
export function versionOf(component: ICAL.Component): Version {
  return {
    sequence: numberOf(component, "sequence"),
    stamp: instantProperty(component, "dtstamp"),
    lastModified: instantProperty(component, "last-modified"),
  };
}

/** A time that is always in UTC; undefined when it is missing or cannot be read. */
function instantProperty(component: ICAL.Component, name: string): string | undefined {
  const time = readTime(textOf(component, name));
  return time && new Date(time.wall).toISOString();
}

function geoOf(component: ICAL.Component): Occurrence["geo"] {
  const [latitude, longitude] = [component.getFirstPropertyValue("geo")].flat().map(Number);
  if (latitude === undefined || longitude === undefined) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
