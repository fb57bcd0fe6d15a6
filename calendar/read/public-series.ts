import type ICAL from "ical.js";
import { compareVersions } from "../version.ts";
import { versionOf } from "./occurrence.ts";
import { propertiesOf, textOf } from "./properties.ts";
import {
  exceptFor,
  isPublic,
  mostRead,
  type Openness,
  type PublicEntry,
  publicEntry,
} from "./public-entry.ts";
import type { EntryReport, Note } from "./report.ts";

/** The properties by which an entry is recognized as ours, unchanged. */
export interface EntryClaims {
  title: string;
  description: string;
  /** CN and address of the organizer. */
  organizer: [name: string, address: string];
}

/** Which entries are read, and what of them is known to be for everybody. */
export interface EntryRules extends Openness {
  /** Why an entry is not taken; undefined when it is. */
  refusalOf?: (claims: EntryClaims) => Note | undefined;
  /** Whether the report has texts and secrets. */
  isExplained?: boolean;
}

/** An entry on its way through the reader. */
export interface Reading {
  entry: ICAL.Component;
  report: EntryReport;
  open?: PublicEntry;
}

/**
 * The public part of a series. An override that is not public leaves a gap, not the original occurrence; one that cannot be read
 * costs itself only.
 *
 * @throws when the series itself cannot be read, see `publicEntry`
 */
export function publicSeries(
  group: Reading[],
  { refusalOf, ...openness }: EntryRules,
): { master: Reading | undefined; overrides: Reading[]; broken: [Reading, error: unknown][] } {
  const isOverride = ({ entry }: Reading) => entry.hasProperty("recurrence-id");
  const masters = group.filter((one) => !isOverride(one));
  const isSecret = !masters.every((one) => isPublic(one.entry));
  // The same entry in several versions: the latest counts (RFC 5545, section 3.8.7.4).
  const [latest, ...older] = masters.sort((a, b) => compareVersions(versionOf(b.entry), versionOf(a.entry)));
  const refusal = ({ entry }: Reading): Note | undefined => {
    if (isSecret || !isPublic(entry)) return { code: "private" };
    return refusalOf?.(claimsOf(entry, latest?.entry));
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
      openEntry(reading, openness);
      shown.push(reading);
    } catch (error) {
      if (!isOverride(reading)) throw error;
      broken.push([reading, error]);
    }
  }
  const master = shown.find((one) => one === latest);
  const gaps = hidden.filter(isOverride).flatMap(({ entry }) => exceptFor(entry));
  if (master?.open) propertiesOf(master.open.component).push(...gaps);
  return { master, overrides: shown.filter(isOverride), broken };
}

/** Takes the public part of an entry, and notes what is kept back. @throws see `publicEntry` */
export function openEntry(reading: Reading, openness: Openness): PublicEntry {
  const { report, entry } = reading;
  const part = publicEntry(entry, openness);
  reading.open = part;
  if (part.cut > 0) report.notes.push({ code: "text cut" });
  if (part.withheld.size > 0) report.notes.push({ code: "withheld", detail: [...part.withheld].join(", ") });
  report.secrets?.push(...part.secrets);
  return part;
}

/** A changed date that names no organizer is whose its series is. */
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
