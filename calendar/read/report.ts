import type { Withheld } from "./private-text.ts";

/**
 * What the reader did with one VEVENT of a feed, for those who keep the feed. The texts may hold secrets, so they are here
 * only when asked for (`EntryRules.isExplained`), and are neither logged nor published.
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
  /** Every date that the site knows of: starts in UTC, ISO 8601; past and cancelled ones as well. */
  dates: string[];
  /** How many of them are still to come and not cancelled: 0 means that the entry is on no list. */
  upcoming: number;
  /** Address on this site of the first date, when it has any; see `CalendarEvent`. */
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

export type NoteCode =
  /** CLASS is not PUBLIC, of the entry or of its series. */
  | "private"
  /** Neither organizer nor description names a host. */
  | "not ours"
  | "excluded title"
  | "cancelled"
  /** It has begun, and no later date follows. */
  | "over"
  /** It has no date within the days that the site looks ahead. */
  | "too far ahead"
  /** EXDATE or changed dates leave nothing of it. */
  | "no date left"
  /** A later version of the entry (SEQUENCE) counts. */
  | "superseded"
  /** It cannot be read, see `detail`. */
  | "unreadable"
  /** A rule that RFC 5545 forbids: only the entry's own start is shown. */
  | "rule not followed"
  /** Looking for further dates was given up after so many steps. */
  | "dates cut"
  | "unknown zone"
  /** An end or a date of the series that cannot be read was left out. */
  | "time ignored"
  | "no uid"
  | "text cut"
  /** Something secret was removed; see `secrets`. */
  | "withheld";

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
