// docs/specification.md, 'Sources', 'Calendar files'

import { expect, it } from "vitest";
import { feedEntriesIcs } from "./feed-entries-ics.ts";

it("one file has the latest version of each entry, and the zones", () => {
  const version = (sequence: number) => ({ sequence, stamp: undefined, lastModified: undefined });
  const text = feedEntriesIcs({
    entries: [
      { id: "a", version: version(0), text: "A0" },
      { id: "b", version: version(0), text: "B0" },
      { id: "a", version: version(1), text: "A1" },
    ],
    zones: new Map([
      ["Y", "ZONE Y"],
      ["Z", "ZONE Z"],
    ]),
  });
  expect(text.split("\r\n")).toEqual([
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//selected entries//EN"],
    ...["ZONE Y", "ZONE Z", "A1", "B0", "END:VCALENDAR", ""],
  ]);
});
