import type { EntryReport, Note, NoteCode } from "#calendar/read/report.ts";
import type { ZoneReading } from "#calendar/read/zones.ts";

/** What is said of an entry, and what its keeper can do. `{detail}` is filled in. */
const sentences: Record<NoteCode, string> = {
  private: "it is not public: set it to public in the calendar if everybody may see it",
  "not ours":
    "no host of ours is named ({detail}): name one in the entry, add a name to hosts in content/site.yaml, or write `ours: all` for this feed in content/events/sources.yaml",
  "excluded title":
    "its title has words that are left out ({detail}): excludedTitles in content/events/sources.yaml",
  cancelled: "it is cancelled",
  over: "it is over, or has begun",
  "too far ahead": "its next date is further ahead than the site looks: it comes by itself",
  "no date left": "all its dates are taken out or moved: look at the exceptions of the series",
  superseded: "a later version of the same entry counts",
  unreadable: "it cannot be read ({detail}): save it again in the calendar",
  "rule not followed":
    "its rule of repetition is not followed, so only its own start is shown: choose another repetition, or enter the dates one by one",
  "dates cut": "looking for further dates was given up: end the series, or choose a simpler rule",
  "date skipped":
    "a date is left out, as clocks skip its hour on that day ({detail}): enter it by itself if it takes place",
  "unknown zone":
    "nobody knows its time zone ({detail}): choose one in the calendar, or set zone for this feed in content/events/sources.yaml",
  "time ignored": "an end, or a date of the series, cannot be read and was left out: look at its times",
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
  return name === undefined ? `${by}, shown in ${readAs}` : `"${name}" (${by}), read as ${readAs}`;
}
