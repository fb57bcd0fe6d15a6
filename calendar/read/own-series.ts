import type ICAL from "ical.js";
import type { PlaceWords } from "../event.ts";
import { compareVersions } from "../version.ts";
import { type EventRules, type ParseWindow, versionOf } from "./occurrence.ts";
import type { ParsedCalendar } from "./parsed-calendar.ts";
import { addProperties, textOf } from "./properties.ts";
import {
  decodedName,
  exceptFor,
  isPublic,
  mostRead,
  type PublicEntry,
  type PublicRules,
  publicEntry,
} from "./public-entry.ts";
import { addZones, publishedText } from "./published-text.ts";
import { readSeries } from "./recurrence/series.ts";
import {
  describeDates,
  describeTimes,
  type EntryReport,
  type Note,
  type NoteCode,
  noteBroken,
} from "./report.ts";
import { hostNotice, shorten } from "./text/event-text.ts";
import { plainText } from "./text/html-text.ts";
import { publicUid } from "./text/public-uid.ts";
import type { Zones } from "./zones.ts";

/** Which entries are ours, and how they are shown. */
export interface SelectionRules extends EventRules {
  /** Names of the organization: an entry is ours when its organizer or its host notice names one, as whole words. */
  hosts: string[];
  /** Every entry is ours, whoever its host is. An organizer is named only when that is one of `hosts`: any other may be a private person. */
  isAllOurs?: boolean;
  /** Entries whose titles hold one of these are not taken. */
  excludedTitles: string[];
  /** The organization's own addresses and numbers, which texts may say; see `Permitted`. */
  contacts: string[];
  /** Whether the report has texts and secrets. */
  isExplained?: boolean;
  /** For the places in the report. */
  placeWords?: PlaceWords;
}

/** The properties by which an entry is recognized as ours, unchanged. */
interface EntryClaims {
  title: string;
  description: string;
  /** CN and address of the organizer. */
  organizer: [name: string, address: string];
}

/** Which entries are read, and what of them is known to be for everybody. */
export interface EntryRules extends PublicRules {
  /** Without it every entry is taken. */
  selection?: SelectionRules;
}

/** An entry on its way through the reader. */
export interface Reading {
  entry: ICAL.Component;
  report: EntryReport;
  publicPart?: PublicEntry;
}

const loggedNotes: NoteCode[] = [
  "rule not followed",
  "dates cut",
  "date skipped",
  "time ignored",
  "line ignored",
  "ends first",
  "unknown zone",
];

/** Adds to the result what the entries of one UID come to: those that are public and ours, in their latest version, and when they take place. */
export function readGroup(
  group: Reading[],
  zones: Zones,
  window: ParseWindow,
  rules: EntryRules,
  result: ParsedCalendar,
): void {
  for (const { entry, report } of group) describeTimes(entry, report, zones);
  const { master, overrides, broken } = publicSeries(group, rules);
  for (const [{ report }, error] of broken) noteBroken(report, error, result.skipped, rules.people);
  const shown = master ? [master, ...overrides] : overrides;
  const found = readSeries(
    { master: componentOf(master), overrides: overrides.flatMap((one) => componentOf(one) ?? []) },
    zones,
    window,
  );
  for (const { report, publicPart } of shown) {
    if (!publicPart) continue;
    const { component, hasJoinLink } = publicPart;
    const problem = found.broken.get(component);
    if (problem) noteBroken(report, problem, result.skipped, rules.people);
    if (found.superseded.includes(component)) report.notes.push({ code: "superseded" });
    const own = found.own.get(component);
    if (!own) continue;
    const dates = found.dates.flatMap(({ source, occurrence }) => (source === component ? [occurrence] : []));
    for (const one of [own, ...dates]) one.hasJoinLink = hasJoinLink;
    if (component === master?.publicPart?.component) describeRules(report, found);
    describeDates(report, own, dates, window.now.getTime());
    const lines = found.lines.get(component);
    const times = found.isFollowable ? lines : undefined;
    const id = `${textOf(component, "uid")}\n${textOf(component, "recurrence-id")}`;
    const version = versionOf(component);
    const text = publishedText(component, lines);
    result.entries.push({ id, version, text, own, report, dates, times });
    addZones(text, zones, window.now, result.zones);
  }
  for (const { occurrence } of found.dates) result.occurrences.push(occurrence);
  result.cut += shown.reduce((sum, { publicPart }) => sum + (publicPart?.cut ?? 0), 0);
  const reasons = loggedReasons(shown);
  const [first] = group;
  if (first && reasons.length > 0)
    result.withheld.push({ uid: publicUid(first.report.uid, rules.people), reasons });
}

/** Notes what of the rules of a series is not followed. */
function describeRules(
  { rules, notes }: EntryReport,
  { problems, isCut, skipped }: ReturnType<typeof readSeries>,
): void {
  rules.push(...problems);
  if (problems.length > 0) notes.push({ code: "rule not followed" });
  if (isCut) notes.push({ code: "dates cut" });
  if (skipped.length > 0) notes.push({ code: "date skipped", detail: shorten(skipped.join(", "), 200) });
}

/** What whoever keeps the feed would want to know of these entries. */
function loggedReasons(shown: Reading[]): string[] {
  const reasons = shown.flatMap(({ publicPart, report }) => [
    ...(publicPart?.withheld ?? []),
    ...report.notes.flatMap(({ code }) => (loggedNotes.includes(code) ? [code] : [])),
  ]);
  return [...new Set(reasons)];
}

/**
 * The public part of a series. An override that is not public leaves a gap, not the original occurrence; one that cannot be read
 * costs itself only.
 *
 * @throws when the series itself cannot be read, see `publicEntry`
 */
function publicSeries(
  group: Reading[],
  { selection, ...publicRules }: EntryRules,
): { master: Reading | undefined; overrides: Reading[]; broken: [Reading, error: unknown][] } {
  const isOverride = ({ entry }: Reading) => entry.hasProperty("recurrence-id");
  const masters = group.filter((one) => !isOverride(one));
  const isSecret = !masters.every((one) => isPublic(one.entry));
  // The same entry in several versions: the latest counts (RFC 5545, section 3.8.7.4).
  const [latest, ...older] = masters.sort((a, b) => compareVersions(versionOf(b.entry), versionOf(a.entry)));
  const refusal = ({ entry }: Reading): Note | undefined => {
    if (isSecret || !isPublic(entry)) return { code: "private" };
    return selection && reasonToLeaveOut(claimsOf(entry, latest?.entry), selection);
  };
  for (const { report } of older) report.notes.push({ code: "superseded" });
  const [shown, hidden]: [Reading[], Reading[]] = [[], []];
  const broken: [Reading, unknown][] = [];
  for (const reading of latest ? [latest, ...group.filter(isOverride)] : group) {
    const note = refusal(reading);
    if (note) {
      reading.report.notes.push(note);
      hidden.push(reading);
      continue;
    }
    try {
      takePublicPart(reading, publicRules);
      shown.push(reading);
    } catch (error) {
      if (!isOverride(reading)) throw error;
      broken.push([reading, error]);
    }
  }
  const master = shown.find((one) => one === latest);
  const gaps = hidden.filter(isOverride).flatMap(({ entry }) => exceptFor(entry));
  if (master?.publicPart) addProperties(master.publicPart.component, gaps);
  return { master, overrides: shown.filter(isOverride), broken };
}

/** Takes the public part of an entry, and notes what is kept back. @throws see `publicEntry` */
export function takePublicPart(reading: Reading, publicRules: PublicRules): PublicEntry {
  const { report, entry } = reading;
  const part = publicEntry(entry, publicRules);
  reading.publicPart = part;
  if (part.cut > 0) report.notes.push({ code: "text cut" });
  if (part.withheld.size > 0) report.notes.push({ code: "withheld", detail: [...part.withheld].join(", ") });
  report.secrets?.push(...part.secrets);
  return part;
}

/** A changed date without an organizer counts as its series' organizer's. */
function claimsOf(entry: ICAL.Component, master: ICAL.Component = entry): EntryClaims {
  const owners = entry.hasProperty("organizer") ? [entry] : [entry, master];
  const organizer = owners.at(-1)?.getFirstProperty("organizer");
  const descriptions = new Set(owners.map((one) => textOf(one, "description").slice(0, mostRead)));
  return {
    title: textOf(entry, "summary"),
    description: [...descriptions].join("\n"),
    organizer: [String(organizer?.getFirstParameter("cn") ?? ""), String(organizer?.getFirstValue() ?? "")],
  };
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

const componentOf = (reading: Reading | undefined) => reading?.publicPart?.component;
