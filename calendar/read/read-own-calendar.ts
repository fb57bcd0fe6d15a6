import { type CalendarEvent, isHostNamed, isUpcoming, type PlaceWords, placeInWords } from "../event.ts";
import { type ParsedCalendar, type ParsedEntry, type ParseWatch, parseCalendar } from "./ics-parser.ts";
import type { Occurrence, ParseWindow } from "./occurrence.ts";
import { decodedName } from "./public-entry.ts";
import type { EntryClaims } from "./public-series.ts";
import { type EntryReport, type Note, nothingSelected } from "./report.ts";
import { slugOf } from "./slug.ts";
import { cleanDescription } from "./text/description.ts";
import { eventLink, hostNotice } from "./text/event-text.ts";
import { plainText } from "./text/html-text.ts";
import { addressBlock, placeOf } from "./text/place.ts";

export interface SelectionRules {
  /** Names of the organization: an entry is ours when its organizer or its host notice names one, as whole words. */
  hosts: string[];
  /** Every entry is ours, whoever its host is. An organizer is named only when that is one of `hosts`: any other may be a private person. */
  isAllOurs?: boolean;
  /** Entries whose titles hold one of these are not taken. */
  excludedTitles: string[];
  /** The organization's own addresses and numbers, which texts may say; see `Open`. */
  contacts: string[];
  /** The title of an event that has none, or whose whole title is not for everybody. */
  untitled: string;
  /** The link of events that have none; addresses below it count as events' pages. */
  listing: string;
  /** Further addresses below which pages are events. */
  platforms?: string[];
  /** Picture by words of the title; the first match counts. */
  images: { keywords: string[][]; file: string; alt: string }[];
  /** Whether the report has texts and secrets. */
  isExplained?: boolean;
  /** For the places in the report. */
  placeWords?: PlaceWords;
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

/** Reads a calendar and selects from it; docs/specification.md, 'Event selection'. */
export function readOwnCalendar(
  text: string,
  window: ParseWindow,
  rules: SelectionRules,
  watch?: ParseWatch,
): OwnCalendar {
  const refusalOf = (claims: EntryClaims) => reasonToLeaveOut(claims, rules);
  const isHost = (name: string) => isHostNamed(name, rules.hosts);
  const { occurrences, entries, others, ...rest } = parseCalendar(
    text,
    window,
    { ...rules, refusalOf, isHost: rules.isAllOurs ? isHost : undefined },
    watch,
  );
  if (rules.isExplained) {
    for (const one of [...others, ...entries]) completeReport(one.report, toEvent(one.own, rules), rules);
    for (const { report, dates } of entries) report.slug = slugOfNext(dates, window.now);
  }
  return {
    ...rest,
    count: rest.report.length,
    nothing: nothingSelected(rest.report),
    events: occurrences.map((occurrence) => toEvent(occurrence, rules)),
    entries: entries.map(({ id, version, text, times, own }) => ({
      ...{ id, version, text, times },
      ...{ uid: own.uid, recurrenceId: own.recurrenceId },
      shown: times && toEvent(own, rules),
    })),
  };
}

function slugOfNext(dates: readonly Occurrence[], now: Date): string | undefined {
  const [first] = dates;
  const next = dates.find((one) => isUpcoming(one, now) && !one.isCancelled) ?? first;
  return next && slugOf(next.uid, next.recurrenceId);
}

function completeReport(report: EntryReport, shown: CalendarEvent, { placeWords }: SelectionRules): void {
  report.isPictured = shown.image !== undefined;
  if (!report.texts) return;
  const { title, description, place, link } = report.texts;
  title.after = shown.title;
  description.after = shown.description;
  place.after = (placeWords ? placeInWords(shown, placeWords) : shown.location) ?? "";
  link.after = shown.url;
}

function reasonToLeaveOut(
  { title, organizer, description }: EntryClaims,
  rules: SelectionRules,
): Note | undefined {
  const excluded = rules.excludedTitles.find((words) => title.toLowerCase().includes(words.toLowerCase()));
  if (excluded) return { code: "excluded title", detail: excluded };
  if (rules.isAllOurs) return undefined;
  const hostTexts = [...organizer.map(decodedName), hostNotice(plainText(description))].join("\n");
  return rules.hosts.some((host) => names(hostTexts, host)) ? undefined : { code: "not ours" };
}

/** Whether a text has a name as whole words, or as a hash tag in one piece. */
function names(text: string, name: string): boolean {
  const words = name.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (words === "") return false;
  const spaced = words.replace(/\s+/g, "[\\s_-]*");
  return new RegExp(
    `(?<![\\p{L}\\d])(?:${words.replace(/\s+/g, "\\s+")}|#${spaced})(?![\\p{L}\\d])`,
    "iu",
  ).test(text);
}

function toEvent(occurrence: Occurrence, rules: SelectionRules): CalendarEvent {
  const { description, location, url, ...rest } = occurrence;
  const { uid, recurrenceId } = rest;
  // Signs that are left of what was taken out are no title.
  const title = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(rest.title) ? rest.title : rules.untitled;
  const own = placeOf(location);
  const block = addressBlock(description) ?? "";
  const told = placeOf(own.place ? "" : block);
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

function imageOf(title: string, images: SelectionRules["images"]): CalendarEvent["image"] {
  const words = title.toLowerCase();
  const match = images.find(({ keywords }) =>
    keywords.some((all) => all.every((word) => words.includes(word.toLowerCase()))),
  );
  return match && { file: match.file, alt: match.alt };
}
