import type { EntryReport, Note, NoteCode } from "#calendar/read/report.ts";
import type { ZoneReading } from "#calendar/read/zones.ts";
import { timeZoneNamed } from "#calendar/time/time-zone-name.ts";
import type { FeedCheck } from "./check-feed.ts";

/** What is said of an entry, and what its keeper can do. `{detail}` is filled in. */
const sentences: Record<NoteCode, string> = {
  private: "it is not public: set it to public in the calendar if everybody may see it",
  "not ours":
    "no host of ours is named ({detail}): name one in the entry, add a name to hosts in content/site.yaml, or write `ours: all` for this feed in content/events/sources.yaml",
  "excluded title":
    "its title has words that are left out ({detail}): excludedTitles in content/events/sources.yaml",
  cancelled: "it is cancelled ({detail}), so it is on no list; its page says so",
  over: "it is over, or has begun",
  "too far ahead": "its next date is further ahead than the site looks: it comes by itself",
  "no date left": "all its dates are taken out, moved or cancelled: look at the exceptions of the series",
  superseded: "a later version of the same entry counts",
  unreadable: "it cannot be read: {detail}: set it again in the calendar",
  "rule not followed":
    "its rule of repetition is not followed, so only its own start is shown: choose another repetition, or enter the dates one by one",
  "dates cut": "looking for further dates was given up: end the series, or choose a simpler rule",
  "date skipped":
    "a date is left out, as clocks skip its hour on that day ({detail}): enter it by itself if it takes place",
  "unknown zone":
    "nobody knows its time zone ({detail}): choose one in the calendar, or set zone for this feed in content/events/sources.yaml",
  "time ignored": "{detail} cannot be read and is left out: look at its times",
  "line ignored":
    "a line of it cannot be read and is left out ({detail}): set its texts again in the calendar, which has to fold and escape them",
  "ends first": "it ends before it starts, so it is shown without its end: look at its times",
  "no uid": "it has no UID, so its address changes with its start and title: let the calendar make one",
  "text cut": "a text is too long and was cut: shorten it",
  withheld: "parts are not for everybody and are not shown ({detail}); see below",
};

/** A note as a sentence. */
export function noteInWords({ code, detail }: Note, { organizer }: EntryReport): string {
  const who = organizer.filter(Boolean).join(", ");
  const found = code === "not ours" ? (who ? `organizer: ${who}` : "it has no organizer") : (detail ?? "");
  return sentences[code].replace("{detail}", found).replace(" ()", "");
}

/** How the entry's zone was understood; nothing where there is nothing to be said. */
export function zoneInWords(zone: ZoneReading | undefined): string | undefined {
  if (!zone) return;
  const { name, readAs, by } = zone;
  if (name === readAs) return readAs;
  if (by === "VTIMEZONE") return `"${name}" (explained by the feed), shown in ${readAs}`;
  if (name !== undefined) return `"${name}" (${by}), read as ${readAs}`;
  return by === "UTC" ? `UTC, shown in ${readAs}` : `none, read in ${readAs} (${by})`;
}

/** In which zone a feed's times without one are, why, and what to do where that may be wrong. */
export function feedZoneInWords(check: FeedCheck): string[] {
  const { timeZone, hasOwnZone, namedZones, explainedZones, entries } = check;
  const source = "for this feed in content/events/sources.yaml";
  const read = (zone: string, why: string) => `Times without a zone are read in ${zone}: ${why}.`;
  const known = [...new Set(namedZones.flatMap((name) => timeZoneNamed(name)?.zone ?? []))];
  const explained = explainedZones.filter((name) => !timeZoneNamed(name));
  const unknown = namedZones.filter((name) => !timeZoneNamed(name) && !explained.includes(name));
  const odd = unknown.map(
    (name) =>
      `"${name}", which the feed names as its zone (X-WR-TIMEZONE), is not known: write \`zone: …\` ${source}.`,
  );
  if (hasOwnZone) {
    const others = known.filter((zone) => zone !== timeZone).join(", ");
    const doubt = `The feed itself names ${others} (X-WR-TIMEZONE): if that is right, leave zone out ${source}.`;
    return [read(timeZone, `zone ${source}`), ...(others ? [doubt] : [])];
  }
  if (known.length > 0) {
    const [own] = known;
    const isElsewhere = own !== timeZone && entries.some(({ zone }) => zone?.by === "UTC");
    const hint = `Times in UTC are shown in ${timeZone}: to show them in ${own} write \`zone: ${own}\` ${source}.`;
    return [
      read(known.join(", "), "the feed names it as its own (X-WR-TIMEZONE)"),
      ...(isElsewhere ? [hint] : []),
      ...odd,
    ];
  }
  const own = explained.map((name) => `"${name}"`).join(", ");
  return [
    own
      ? `${read(own, "the feed names it as its own (X-WR-TIMEZONE) and explains it")} They are shown in ${timeZone}.`
      : read(timeZone, "timeZone of content/site.yaml"),
    ...odd,
    ...shownElsewhere(timeZone, entries).map((line) => `${line} ${source}.`),
  ];
}

/** Of a feed that nothing says the zone of: its times that are written in the site's zone and may be of another one. */
function shownElsewhere(timeZone: string, entries: EntryReport[]): string[] {
  const zones = entries.flatMap(({ zone }) => zone ?? []);
  const explained = zones.flatMap(({ name, by }) => (by === "VTIMEZONE" ? [`"${name}"`] : []));
  const others = new Set(
    zones.flatMap(({ name, by, readAs }) =>
      name && by !== "unknown name" && by !== "VTIMEZONE" ? readAs : [],
    ),
  );
  const [only, ...more] = others;
  const isSingle = only !== undefined && more.length === 0;
  const hasPlain = zones.some(({ name }) => name === undefined);
  const lines: string[] = [];
  if (isSingle && only !== timeZone && hasPlain)
    lines.push(`All its other times are in ${only}: if these are as well, write \`zone: ${only}\``);
  if (!isSingle && zones.some(({ by }) => by === "UTC"))
    lines.push(`Times in UTC are shown in ${timeZone}: to show them in another zone write \`zone: …\``);
  if (explained.length > 0)
    lines.push(
      `Times in ${[...new Set(explained)].join(", ")}, which the feed explains itself, are right and shown in ${timeZone}: to show them in another zone write \`zone: …\``,
    );
  return lines;
}
