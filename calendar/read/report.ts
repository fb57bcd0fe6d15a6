import type ICAL from "ical.js";
import { counted } from "#system/language.ts";
import { readDuration } from "../time/ical-time.ts";
import { dayLength } from "../time/wall-time.ts";
import { instantIn, momentsOf } from "./entry-times.ts";
import { unreadableLine } from "./mended-text.ts";
import { calledOff, type Occurrence } from "./occurrence.ts";
import { propertiesOf, textOf } from "./properties.ts";
import { lookAheadDays } from "./recurrence/recurrence.ts";
import { shorten } from "./text/event-text.ts";
import type { Withheld } from "./text/private-text.ts";
import { publicUid } from "./text/public-uid.ts";
import type { ZoneReading, Zones } from "./zones.ts";

/**
 * What the reader did with one VEVENT of a feed, for those who keep the feed. The texts may hold secrets, so they are here
 * only when asked for (`SelectionRules.isExplained`), and are neither logged nor published.
 */
export interface EntryReport {
  /** At most 200 characters, as is every other text here that is not in `texts`. */
  uid: string;
  /** Of a changed date of a series: its original start as the feed writes it. */
  recurrenceId: string | undefined;
  summary: string;
  /** UTC, ISO 8601, of the entry itself (the first date of a series); undefined when it cannot be read. */
  start: string | undefined;
  end: string | undefined;
  isAllDay: boolean;
  /** Name and address of the organizer, as the feed has them. */
  organizer: [name: string, address: string];
  /** Every date that the site knows of: starts in UTC, ISO 8601; past and cancelled ones as well. Of an entry that is left out, when
   * it is explained (`SelectionRules.isExplained`), those that it would have by itself. */
  dates: string[];
  /** How many of them are still to come and not cancelled: 0 means that the entry is on no list. */
  upcoming: number;
  /** Address on this site of the next date, else of the first, when it has any; see `CalendarEvent`. */
  slug: string | undefined;
  /** Whether a picture goes with the title. */
  isPictured: boolean;
  /** What is to be said of the entry; why it is not shown when `upcoming` is 0. */
  notes: Note[];
  zone: ZoneReading | undefined;
  /** RRULEs that are not followed, or not to their end, and why, in plain words. */
  rules: { rule: string; problem: string }[];
  /** Only when asked for. */
  texts?: {
    title: Change;
    description: Change;
    place: Change;
    link: Change;
  };
  /** What was taken for a secret; only when asked for. */
  secrets?: { reason: Withheld; text: string }[];
}

/** A text as the feed has it, and as the site shows it. */
export interface Change {
  before: string;
  after: string;
}

export interface Note {
  code: NoteCode;
  /** For example the title's excluded words, or an error's message. */
  detail?: string;
}

/** What a note means for its entry: it is not one of ours, it is and is not shown, or it is shown and something is to be said of it. */
const meanings = {
  /** CLASS is not PUBLIC, of the entry or of its series. */
  private: "left out",
  /** Neither organizer nor description names a host. */
  "not ours": "left out",
  "excluded title": "left out",
  /** It cannot be read, see `detail`. */
  unreadable: "left out",
  cancelled: "not shown",
  /** It has begun, and no later date follows. */
  over: "not shown",
  /** It has no date within the days that the site looks ahead. */
  "too far ahead": "not shown",
  /** EXDATE or changed dates leave nothing of it. */
  "no date left": "not shown",
  /** A later version of the entry counts, see `compareVersions`. */
  superseded: "not shown",
  /** A rule that RFC 5545 forbids: only the entry's own start is shown. */
  "rule not followed": "shown",
  /** Looking for further dates was given up after so many steps. */
  "dates cut": "shown",
  /** Dates at an hour that clocks skip were left out (RFC 5545, section 3.3.10). */
  "date skipped": "shown",
  "unknown zone": "shown",
  /** Times that cannot be read were left out: `detail` says which. */
  "time ignored": "shown",
  /** Its end is before its start, and was left out. */
  "ends first": "shown",
  /** Lines that are no properties, or not well formed, were left out: `detail` is the first. */
  "line ignored": "shown",
  "no uid": "shown",
  "text cut": "shown",
  /** Something secret was removed; see `secrets`. */
  withheld: "shown",
} as const satisfies Record<string, "left out" | "not shown" | "shown">;

export type NoteCode = keyof typeof meanings;

/** Whether a note says why an entry is not shown. */
export function isReason({ code }: Note): boolean {
  return meanings[code] !== "shown";
}

export type { ZoneReading };

const longest = 200;
const lookAhead = lookAheadDays * dayLength;

/** What an entry says of itself; the rest is added while it is read. */
export function reportOf(entry: ICAL.Component, isExplained = false): EntryReport {
  const text = (name: string) => textOf(entry, name);
  const organizer = entry.getFirstProperty("organizer");
  const who = [organizer?.getFirstParameter("cn"), organizer?.getFirstValue()];
  const [name = "", address = ""] = who.map((one) => shorten(String(one ?? ""), longest));
  const as = (before: string) => ({ before, after: "" });
  return {
    uid: shorten(text("uid"), longest),
    recurrenceId: entry.hasProperty("recurrence-id") ? shorten(text("recurrence-id"), longest) : undefined,
    summary: shorten(text("summary"), longest),
    ...{
      start: undefined,
      end: undefined,
      isAllDay: false,
      organizer: [name, address],
      dates: [],
      upcoming: 0,
    },
    ...{ slug: undefined, isPictured: false, zone: undefined, rules: [] },
    notes: entry.hasProperty(unreadableLine)
      ? [{ code: "line ignored", detail: shorten(text(unreadableLine), longest) }]
      : [],
    ...(isExplained
      ? {
          texts: {
            title: as(text("summary")),
            description: as(text("description")),
            place: as(text("location")),
            link: as(text("url")),
          },
          secrets: [],
        }
      : {}),
  };
}

/** What the times of an entry beside its start say. */
const timeNames = {
  dtend: "its end",
  duration: "its length",
  exdate: "a date called off",
  rdate: "an added date",
  "recurrence-id": "the date that it changes",
};

/** Notes when an entry starts, and how its times were understood. */
export function describeTimes(entry: ICAL.Component, report: EntryReport, zones: Zones): void {
  const [start] = momentsOf(entry, "dtstart", zones);
  if (!start) return;
  report.zone = start.zone.reading;
  report.isAllDay = start.form === "date";
  const instant = new Date(instantIn(start));
  if (!Number.isNaN(instant.getTime())) report.start = instant.toISOString();
  if (report.zone.by === "unknown name")
    report.notes.push({ code: "unknown zone", detail: report.zone.name ?? "" });
  const lost = Object.entries(timeNames).flatMap(([name, words]) => {
    const values = propertiesOf(entry).flatMap(([own, , , ...all]) => (own === name ? all : []));
    const read =
      name === "duration"
        ? values.flatMap((one) => readDuration(String(one)) ?? [])
        : momentsOf(entry, name, zones);
    return values.length > read.length ? [words] : [];
  });
  if (lost.length > 0) report.notes.push({ code: "time ignored", detail: lost.join(", ") });
  const [end] = momentsOf(entry, "dtend", zones);
  if (end && instantIn(end) < instant.getTime()) report.notes.push({ code: "ends first" });
}

/** Notes when an entry is. */
export function describeOwn(report: EntryReport, own: Occurrence, dates: Occurrence[]): void {
  report.start = own.start.toISOString();
  report.end = own.end.toISOString();
  report.dates = dates.map(({ start }) => start.toISOString());
}

/** Notes the dates of an entry, and why none is to come. */
export function describeDates(report: EntryReport, own: Occurrence, dates: Occurrence[], now: number): void {
  describeOwn(report, own, dates);
  const coming = dates.filter(({ start }) => start.getTime() > now);
  report.upcoming = coming.filter(({ isCancelled }) => !isCancelled).length;
  if (report.upcoming > 0 || report.notes.some(({ code }) => code === "superseded")) return;
  const start = own.start.getTime();
  if (own.isCancelled || (coming.length > 0 && report.upcoming === 0))
    report.notes.push({
      code: "cancelled",
      ...(calledOff.test(own.title) ? { detail: "its title says so" } : {}),
    });
  else if (dates.length > 0 || start <= now) report.notes.push({ code: "over" });
  else report.notes.push({ code: start > now + lookAhead ? "too far ahead" : "no date left" });
}

const mostNamed = 10;

/** Whether an entry is one of ours, shown or not. */
function isSelected({ notes }: EntryReport): boolean {
  return !notes.some(({ code }) => meanings[code] === "left out");
}

/**
 * Why a feed shows nothing, for example '27 entries, 0 ours: organizers found: Jane Doe'; undefined when something of it is ours,
 * or nothing in it. Names only, as it goes to the log.
 */
export function nothingSelected(report: readonly EntryReport[]): string | undefined {
  if (report.length === 0 || report.some(isSelected)) return;
  const strangers = report.filter(({ notes }) => notes.some(({ code }) => code === "not ours"));
  const names = [...new Set(strangers.map(({ organizer: [name] }) => name.trim()))].filter(
    (name) => name && !name.includes("@"),
  );
  const found = names.slice(0, mostNamed).join(", ");
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  return `${counted(report.length, "entry", "entries")}, 0 ours: organizers found: ${found || "none"}${more}`;
}

/** Entries that could not be read, for the log. */
type Skipped = { uid: string; reason: string }[];

/** Notes that an entry cannot be read, and that for the log. */
export function noteBroken(
  report: EntryReport,
  error: unknown,
  skipped: Skipped,
  people: ReadonlySet<string> | undefined,
): void {
  report.notes.push({ code: "unreadable", detail: skip(skipped, publicUid(report.uid, people), error) });
}

/**
 * Notes for the log that an entry is left out; what a message quotes of the entry is for the report alone, which is returned.
 *
 * @param uid as it may be told
 */
export function skip(skipped: Skipped, uid: string, error: unknown): string {
  const reason = shorten(error instanceof Error ? error.message : String(error), 200);
  skipped.push({ uid: shorten(uid, 200), reason: reason.replace(/["'].*$/s, "…") });
  return reason;
}
