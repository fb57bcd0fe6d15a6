import { longDate, timeRange } from "#calendar/event.ts";
import { type Change, type EntryReport, isReason, type Note } from "#calendar/read/report.ts";
import { counted, localTime } from "#system/language.ts";
import type { FeedCheck } from "./check-feed.ts";
import { feedZoneInWords, noteInWords, zoneInWords } from "./words.ts";

/** What a feed gives, entry by entry. A line of the feed's own making never begins one here. */
export function printFeed(check: FeedCheck): string {
  return linesOf(check).map(oneLine).join("\n");
}

function linesOf(check: FeedCheck): string[] {
  const { name, failure, nothing, entries } = check;
  if (failure) return [`${name}: it cannot be read: ${failure}.`];
  const [shown, others] = [entries.filter(isShown), entries.filter((entry) => !isShown(entry))];
  const without = shown.filter(({ isPictured }) => !isPictured).length;
  const renamed = shown.filter(({ texts }) => texts && texts.title.before !== texts.title.after).length;
  return [
    `${name}: ${counted(entries.length, "entry", "entries")}, ${shown.length} shown, ${others.length} not.`,
    ...feedZoneInWords(check).map((line) => `  ${line}`),
    ...(entries.length === 0
      ? [
          "  It has no entries: look whether this is the address of the right calendar, and whether that is shared.",
        ]
      : []),
    ...(nothing ? [`  ${nothing}`] : []),
    ...(renamed > 0
      ? [
          `  ${renamed} of those shown ${renamed === 1 ? "has" : "have"} another title on the site: look for 'title in the feed' below.`,
        ]
      : []),
    ...(without > 0
      ? [
          `  ${without} of those shown ${without === 1 ? "has" : "have"} no picture: add words of their titles to content/events/images.yaml.`,
        ]
      : []),
    ...[...shown, ...others].flatMap((entry) => ["", ...printEntry(entry, check)]),
  ];
}

/** The same as data; all instants are UTC. */
export function feedAsJson({ events: _, ...check }: FeedCheck): object {
  const entries = check.entries.map((entry) => {
    const said = (notes: Note[]) => notes.map((note) => noteInWords(note, entry));
    return {
      shown: isShown(entry),
      reasons: said(entry.notes.filter(isReason)),
      remarks: said(entry.notes.filter((note) => !isReason(note))),
      ...entry,
    };
  });
  return { ...check, entries };
}

/** Whether a date of the entry is on the list of events. */
function isShown({ upcoming }: EntryReport): boolean {
  return upcoming > 0;
}

function printEntry(entry: EntryReport, { events, now, timeZone }: FeedCheck): string[] {
  const next = events.find(({ slug }) => slug === entry.slug);
  const zone = zoneInWords(entry.zone);
  const local = (instant: string) => {
    const moment = localTime(new Date(instant), entry.zone?.readAs ?? timeZone);
    return moment.slice(0, entry.isAllDay ? "2026-12-10".length : "2026-12-10 09:00".length);
  };
  // Whole days end with the last of them (RFC 5545, section 3.6.1, has the day after).
  const end = entry.end && local(new Date(Date.parse(entry.end) - (entry.isAllDay ? 1 : 0)).toISOString());
  const coming = entry.dates.filter((date) => date > now.toISOString());
  const past = entry.dates.length - coming.length;
  const lines = [
    `uid: ${entry.uid}`,
    entry.start ? `start: ${local(entry.start)}${end ? `, end: ${end}` : ""}` : "",
    next ? `on the page: ${longDate(next)}${next.isAllDay ? "" : `, ${timeRange(next)}`}` : "",
    entry.dates.length > 1
      ? `dates: ${[...coming.map(local), ...(past > 0 ? [`${past} before now`] : [])].join(", ")}`
      : "",
    next ? `address: /events/${next.slug}` : "",
    isShown(entry) && !entry.isPictured ? "picture: none" : "",
    zone ? `zone: ${zone}` : "",
    ...entry.notes.map((note) => `${isReason(note) ? "why" : "note"}: ${noteInWords(note, entry)}`),
    ...entry.rules.map(({ rule, problem }) => `rule: ${rule}: ${problem}`),
    ...Object.entries(entry.texts ?? {}).flatMap(([name, text]) =>
      printChange(name, text, entry, next !== undefined),
    ),
    ...(entry.secrets ?? []).map(({ reason, text }) => `not shown (${reason}): ${text}`),
  ];
  const title = entry.summary || "(without a title)";
  return [
    `${isShown(entry) ? "shown    " : "NOT SHOWN"} ${title}`,
    ...lines.filter(Boolean).map((line) => `  ${line}`),
  ];
}

function printChange(
  name: string,
  { before, after }: Change,
  entry: EntryReport,
  hasPage: boolean,
): string[] {
  const said = (text: string) => text || "(nothing)";
  if (before === after) return before ? [`${name}: ${before}`] : [];
  if (!entry.end) return before ? [`${name} in the feed: ${before}`] : [];
  const there = hasPage ? "on the site" : "as it would be shown";
  return [`${name} in the feed: ${said(before)}`, `${name} ${there}: ${said(after)}`];
}

function oneLine(text: string): string {
  return text.replace(/\s*[\n\r]\s*/g, " ¶ ");
}
