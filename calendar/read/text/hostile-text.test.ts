// Texts that are made to cost time, in whatever reads or writes them.

import { describe, expect, it } from "vitest";
import { RichText } from "#app/events/rich-text.tsx";
import { countProcessorTime } from "../../../tests/support/processor-time.ts";
import { escapeText, foldAgain, foldLine } from "../../ics/ics-lines.ts";
import { blocksOf, decodeCalendar, requireCalendar } from "../../ics/ics-text.ts";
import { timeZoneNamed } from "../../time/time-zone-name.ts";
import { parseCalendar } from "../read-calendar.ts";
import { cleanDescription } from "./description.ts";
import { eventLink, hostNotice, shorten } from "./event-text.ts";
import { plainText } from "./html-text.ts";
import { addressBlock, placeOf } from "./place.ts";
import { publicLink } from "./private-link.ts";
import { publicPlace, withoutPrivate } from "./private-text.ts";

const calendar = (...lines: string[]) =>
  [
    ...["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", "DTSTART:20261210T170000Z", ...lines],
    ...["END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");
const parse = (...lines: string[]) =>
  parseCalendar(calendar(...lines), {
    now: new Date("2026-11-21T10:00:00Z"),
    timeZone: "America/Los_Angeles",
  });

const readers: Record<string, (text: string) => unknown> = {
  RichText: (text) => RichText({ text, className: "" }),
  addressBlock: (text) => addressBlock(`Address:${text}`),
  cleanDescription,
  eventLink: (text) => eventLink(undefined, text, "https://events.example"),
  placeOf,
  plainText,
  hostNotice: (text) => hostNotice(`Hosted by${text}`),
  shorten: (text) => shorten(text, text.length - 1),
  escapeText,
  foldLine,
  foldAgain,
  blocksOf: (text) => blocksOf(text, "VEVENT"),
  decodeCalendar: (text) => decodeCalendar(Buffer.from(text)),
  requireCalendar: (text) => requireCalendar(`BEGIN:VCALENDAR${text}END:VCALENDAR`),
  publicLink,
  publicPlace: (text) => publicPlace(text),
  withoutPrivate: (text) => withoutPrivate(text),
  timeZoneNamed,
  "a line of parseCalendar": (text) => parse(text),
  "a description of parseCalendar": (text) => parse(`DESCRIPTION:${escapeText(text)}`),
  "a parameter of parseCalendar": (text) => parse(`ORGANIZER;CN="${text.replace(/["\s]/g, " ")}":x`),
  "dates of parseCalendar": (text) =>
    parse(`EXDATE;TZID=${text.replace(/[:;\s]/g, ",")}:${text.replace(/\s/g, ",")}`),
};
const pieces = [
  ...["a", ".", " ", "\n", "@", "-", "(", "=", "&", "%", "%25", ":", "\\", "<p", "_", "1", "é", "🌲"],
  ...[
    "https://x.",
    "https://",
    "a@",
    "a.",
    "x@y.",
    "\n ",
    " \n",
    "a\n\n",
    "pk=",
    "?pk=a&",
    "%3Fpk%3D",
    "a:b@",
    "zoom.us/j/",
  ],
  ...[
    "Passcode ",
    "passcode: ",
    "code ",
    "code: ",
    "word is ",
    "zoom ",
    "dial-in ",
    "a? b: ",
    "pin ",
    "1,",
    "1 ,,",
    "Address:\n",
    "Hosted by\n",
    "https://luma.com/",
    "BEGIN:VEVENT\n",
  ],
  ...[
    "a b ",
    "1 ",
    "1-",
    "+1 (",
    " (at) ",
    "a. ",
    ". ",
    "https://x/1a",
    "key a is ",
    "data: 1 ",
    "zoom 12 ",
    "1a",
  ],
  ...[
    "-::~:~::~\n",
    "or ",
    "event id",
    "https://a/manag",
    "token",
    "a-token",
    ";TZID=",
    "<a href=x>",
    "<script>",
    "<!--",
    "&amp;",
    "online ",
    "Hosted by A ",
    "[…] (",
    "docs.google.com/",
  ],
  ...[
    "[a b=",
    "________\n",
    "• ",
    "a: 1:1\n",
    "A zoom invites scheduled\na: b\na: 1:11\n",
    " (pin 1",
    "[a](https://a",
  ],
  ...[
    "+1 2345678\n",
    "Microsoft Teams\n",
    "-::~:~::~",
    "Meeting ID: 812 3456\n",
    "?aff=",
    "Info https://a/",
    "12:00 Monday, 1",
  ],
  ...["<div>", "<tr><td>", "<ul><li>", "<p>", "<head>", "<style></script>"],
];

/** The best of several, of the processor. @param enough when to look no further, in milliseconds */
function timeOf(task: () => unknown, enough: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 3 && best > enough; count += 1) {
    const time = countProcessorTime();
    try {
      task();
    } catch {
      // Refusing a text is an answer too.
    }
    best = Math.min(best, time());
  }
  return best;
}

describe.each(Object.entries(readers))(
  "%s takes no longer for each letter of a longer text",
  (_name, read) => {
    it.each(pieces)("of %j", (piece) => {
      const text = piece.repeat(25_000 / piece.length);
      const one = timeOf(() => read(text), 40);
      expect(one).toBeLessThan(500);
      // Processor time is told in steps of some milliseconds: only what takes many of them can be compared.
      if (one < 40) return;
      // What is quadratic takes sixteen times as long.
      const limit = 9 * one + 40;
      expect(timeOf(() => read(text.repeat(4)), limit)).toBeLessThan(limit);
    });
  },
);

it.each(["<div>", "<tr><td>", "<script>", "code\\n", "We sit. "])(
  "an entry with a megabyte of %j takes a few seconds at most",
  (piece) => {
    const lines = ["DESCRIPTION", "SUMMARY", "LOCATION", "X-ALT-DESC"].map(
      (name) => `${name}:${piece.repeat(1e6 / piece.length)}`,
    );
    for (const line of lines) expect(timeOf(() => parse(line), 3_000)).toBeLessThan(3_000);
  },
);
