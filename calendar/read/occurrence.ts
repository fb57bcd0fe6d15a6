/** One occurrence of a calendar entry: times as instants, texts as in the feed but without what is private. */
export interface Occurrence {
  uid: string;
  /** Original start of one of a series, as iCalendar text; different for each occurrence. */
  recurrenceId: string | undefined;
  title: string;
  description: string;
  location: string;
  url: string | undefined;
  /** Name of the organizer. */
  organizer: string | undefined;
  isCancelled: boolean;
  start: Date;
  end: Date;
  isAllDay: boolean;
  timeZone: string;
  sequence: number;
  /** DTSTAMP and LAST-MODIFIED; UTC, ISO 8601. */
  stamp: string | undefined;
  lastModified: string | undefined;
  /** WGS 84, degrees. */
  geo: { latitude: number; longitude: number } | undefined;
}

export interface ParseWindow {
  now: Date;
  /** Zone of floating times and of times in UTC, IANA. */
  timeZone: string;
}
