import { isTimeZone, properName } from "./wall-time.ts";
import { outlookPlaces, windowsZones } from "./windows-zones.ts";

export interface NamedZone {
  /** IANA name, or an offset such as `+05:30`. */
  zone: string;
  by: "IANA name" | "Outlook's name" | "offset";
}

/** Longer ones are none. */
const longest = 200;

/**
 * The zone that a calendar's TZID means: IANA's own name in any case, an old program's path that ends in one
 * (`/mozilla.org/20050126_1/Europe/Berlin`), a Windows name (`Pacific Standard Time`), what Outlook shows for it
 * (`(UTC-08:00) Pacific Time (US & Canada)`), or an offset (`GMT+0100`). Undefined for a name that only the feed defines.
 */
export function timeZoneNamed(tzid: string): NamedZone | undefined {
  if (tzid.length > longest) return undefined;
  const name = tzid.trim().replace(/^["']|["']$/g, "");
  const own = [...new Set([name, ...pathEnds(name)])].find(isPlaceName);
  if (own) return { zone: own, by: "IANA name" };
  const outlooks = windowsZone(name) ?? displayedZone(name.replace(/^\([^)]*\)\s*/, ""));
  if (outlooks) return { zone: outlooks, by: "Outlook's name" };
  const offset = offsetZone(name);
  return offset ? { zone: offset, by: "offset" } : undefined;
}

function pathEnds(name: string): string[] {
  const parts = name.split("/").filter(Boolean);
  return [3, 2, 1].map((count) => parts.slice(-count).join("/"));
}

/** Intl accepts offsets such as +02:00 as zones, but they are no names; it takes long to refuse one. */
function isPlaceName(name: string): boolean {
  return /^[A-Za-z][\w+/-]*$/.test(name) && isTimeZone(name);
}

const byLowerCase = new Map(Object.entries(windowsZones).map(([name, zone]) => [name.toLowerCase(), zone]));

function windowsZone(name: string): string | undefined {
  const spelled = name.toLowerCase().replace(/\s+/g, " ");
  return (
    byLowerCase.get(spelled) ??
    byLowerCase.get(spelled.replace(/\b(?:daylight|summer) time/, "standard time"))
  );
}

/** Where IANA's names have the places that Outlook lists. */
const regions = [
  "US",
  "Canada",
  "America",
  "Europe",
  "Asia",
  "Africa",
  "Australia",
  "Pacific",
  "Atlantic",
  "Indian",
];

/** Outlook shows six at most. */
const mostPlaces = 8;

/** A zone by the places that Outlook shows for it, for example `Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`. */
function displayedZone(name: string): string | undefined {
  const places = name.split(",", mostPlaces).map((place) =>
    place
      .toLowerCase()
      .replace(/\(.*$| time\b.*$| islands?$| is\.$/g, "")
      .trim(),
  );
  const exception = outlookPlaces[places[0] ?? ""];
  if (exception) return exception;
  const found = places
    .filter((place) => /^\p{L}[\p{L} .'-]{2,40}$/u.test(place))
    .flatMap((place) => regions.map((region) => `${region}/${place.replaceAll(" ", "_")}`))
    .find(isTimeZone);
  return found && properName(found);
}

/** `GMT+0100`, `UTC-5`, `+05:30`, `(GMT-08:00) Somewhere`. */
function offsetZone(name: string): string | undefined {
  const found = /^\(?(?:UTC|GMT)?\s?([+-])(\d{1,2}):?(\d\d)?(?:\)|$)/i.exec(name);
  if (!found) return undefined;
  const [, sign, hours = "", minutes = "00"] = found;
  if (minutes !== "00") {
    const offset = `${sign}${hours.padStart(2, "0")}:${minutes}`;
    return isTimeZone(offset) ? offset : undefined;
  }
  // IANA counts westwards.
  const zone = Number(hours) === 0 ? "UTC" : `Etc/GMT${sign === "+" ? "-" : "+"}${Number(hours)}`;
  return isTimeZone(zone) ? zone : undefined;
}
