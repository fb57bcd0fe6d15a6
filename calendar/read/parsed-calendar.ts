import type { CalendarEvent } from "../event.ts";
import type { Version } from "../version.ts";
import type { Occurrence } from "./occurrence.ts";
import type { EntryReport } from "./report.ts";

export interface ParsedCalendar {
  occurrences: Occurrence[];
  /** The selected entries as they may be published. */
  entries: ParsedEntry[];
  /** VTIMEZONEs of the zones that they name, by TZID. */
  zones: Map<string, string>;
  /** Entries that could not be read. They do not affect the others. */
  skipped: { uid: string; reason: string }[];
  /** How many texts were too long and were cut. */
  cut: number;
  /** Entries of which something is not shown, or only guessed, and why, without what it was. */
  withheld: { uid: string; reasons: string[] }[];
  /** What was done with each VEVENT, in the feed's order; those that cannot be parsed come first. */
  report: EntryReport[];
  /** What the entries that are left out would be; only when asked for (`SelectionRules.isExplained`), and never published. */
  others: Pick<ParsedEntry, "own" | "report">[];
}

/** A VEVENT as text. */
export interface ParsedEntry {
  /** UID and RECURRENCE-ID: the same in every version of the entry. */
  id: string;
  version: Version;
  text: string;
  /** Of a series that every program can follow, and of its changes: the lines that say when. */
  times: string[] | undefined;
  /** The entry by itself, at its own start. */
  own: Occurrence;
  report: EntryReport;
  /** What the report says of its dates. */
  dates: Occurrence[];
}

/** A public entry of ours. */
export interface CalendarEntry extends Pick<ParsedEntry, "id" | "version" | "text" | "times"> {
  uid: string;
  recurrenceId: string | undefined;
  /** Of one that has `times`: the entry by itself, in the words that the pages show. */
  shown: CalendarEvent | undefined;
}

/** Our part of one calendar: what the pages show, and the entries behind it. */
export interface OwnCalendar extends Omit<ParsedCalendar, "occurrences" | "entries" | "others"> {
  /** Cleaned for the pages, past and cancelled ones included. */
  events: CalendarEvent[];
  entries: CalendarEntry[];
  /** How many entries were read, ours or not. */
  count: number;
  /** See `nothingSelected`. */
  nothing: string | undefined;
}
