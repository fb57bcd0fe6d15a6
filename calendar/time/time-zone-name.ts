import { windowsZones } from "../read/windows-zones.ts";
import { isTimeZone } from "./wall-time.ts";

/**
 * The IANA zone that a calendar's TZID means: its own name, an old program's path that ends in one
 * (`/mozilla.org/20050126_1/Europe/Berlin`), or Outlook's name. Undefined for a name that only the feed defines, which a
 * VTIMEZONE may explain.
 */
export function timeZoneNamed(tzid: string): string | undefined {
  const name = tzid.trim().replace(/^["']|["']$/g, "");
  if (name === "") return undefined;
  const candidates = [name, windowsZones[name], ...pathEnds(name)];
  // Intl accepts offsets such as +02:00 as zones, but they are no names to show.
  return candidates.find((candidate) => candidate && /^[A-Za-z]/.test(candidate) && isTimeZone(candidate));
}

function pathEnds(name: string): string[] {
  const parts = name.split("/").filter(Boolean);
  return [parts.slice(-3).join("/"), parts.slice(-2).join("/")];
}
