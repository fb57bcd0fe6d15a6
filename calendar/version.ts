import type { CalendarEvent } from "./event.ts";

/** What tells which of several versions of an entry counts. */
export type Version = Pick<CalendarEvent, "sequence" | "stamp" | "lastModified">;

/**
 * Above 0 when the first is the later version: by SEQUENCE, then by when it was written (RFC 5546, section 2.1.5). Some programs write
 * the moment of the download as DTSTAMP, so LAST-MODIFIED goes before it where both have one.
 */
export function compareVersions(a: Version, b: Version): number {
  const [one = "", other = ""] =
    a.lastModified && b.lastModified ? [a.lastModified, b.lastModified] : [a.stamp, b.stamp];
  return a.sequence - b.sequence || Number(one > other) - Number(one < other);
}

/** The latest version of each; of those that are alike the first. */
export function latestOf<Item extends { id: string }>(
  items: Iterable<Item>,
  versionOf: (item: Item) => Version,
): Item[] {
  const byId = new Map<string, Item>();
  for (const item of items) {
    const known = byId.get(item.id);
    if (!known || compareVersions(versionOf(item), versionOf(known)) > 0) byId.set(item.id, item);
  }
  return [...byId.values()];
}
