import ICAL from "ical.js";
import { escapeText, unescapeText } from "../ics/ics-lines.ts";
import { decodeBytes } from "../ics/ics-text.ts";
import { forbiddenRule, type Property, propertiesOf } from "./properties.ts";

/** The property as which a line is kept that is none; it is not published. */
export const unreadableLine = "x-unreadable-line";

/** A feed's text as ical.js can read it: what programs write otherwise than RFC 5545 has it. */
export function mendedText(feed: string): string {
  return withReadableRules(withReadableTimes(withReadableTexts(feed)));
}

/** Without one of these nobody knows whether, when and for whom an entry is. */
const decisive =
  /^(?:BEGIN|END|UID|SUMMARY|CLASS|STATUS|SEQUENCE|DTSTART|DTEND|DURATION|RECURRENCE-ID|[RE]X?(?:RULE|DATE))\b/i;

/** A line, kept as `unreadableLine` when it cannot be read and the entry can do without it. */
export function readableLine(line: string): string {
  if (decisive.test(line)) return line;
  try {
    ICAL.parse.property(line);
    return line;
  } catch {
    return `${unreadableLine}:${line}`;
  }
}

/** Texts of vCalendar 1.0, which are quoted-printable (RFC 2045, section 6.7), as iCalendar has them. */
function withReadableTexts(text: string): string {
  return text.replace(
    /^([A-Z-]{1,40})((?:;[^:\r\n]{0,200})?);(?:ENCODING=)?QUOTED-PRINTABLE((?:;[^:\r\n]{0,200})?):((?:[^\r\n]*=\r?\n)*[^\r\n]*)/gim,
    (_text, name: string, before: string, after: string, value: string) => {
      const charset = /;CHARSET=([\w-]+)/i.exec(before + after)?.[1];
      const words = value
        // A sign that stands alone was the end of a line.
        .replace(/=\r?\n|=(?![\dA-F]{2})/gi, "")
        .replace(/(?:=[\dA-F]{2})+/gi, (run) =>
          decodeBytes(Buffer.from(run.replaceAll("=", ""), "hex"), charset),
        );
      return `${name}${before}${after}:${escapeText(unescapeText(words))}`;
    },
  );
}

/**
 * Times as ical.js can read them. It would take the first letters of each for the whole, so that a time with an offset (`…T090000+0100`) came
 * without it, and a time that is called a date as the whole day; it knows no small letters. Some programs write no seconds.
 */
function withReadableTimes(text: string): string {
  // A program that writes hours beside VALUE=DATE means them, midnight as well; one that writes midnight only means days.
  const hasTimedDates = /;VALUE=DATE(?:;[^:\r\n]{0,200})?:\d{8}T(?!0000)/i.test(text);
  return text.replace(
    /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE|DTSTAMP|CREATED|LAST-MODIFIED)((?:;(?:"[^"\r\n]*"|[^":\r\n])*)?):([^\r\n]*)/gim,
    (_line, name: string, parameters: string, values: string) => {
      const times = values.split(",").map(readableTime);
      return `${name}${hasTimedDates && times.some((time) => time.includes("T")) ? parameters.replace(/;VALUE=DATE(?=;|$)/i, "") : parameters}:${times.join()}`;
    },
  );
}

function readableTime(value: string): string {
  // ISO 8601's longer form is as clear.
  const written = value
    .trim()
    .toUpperCase()
    .replace(/^(\d{4})-(\d\d)-(\d\d)(?:(T\d\d):(\d\d)(?::(\d\d))?(Z?))?$/, "$1$2$3$4$5$6$7");
  // A period; its parts are looked at when it is read.
  if (written.includes("/")) return written;
  const [, day, time, seconds = "00", utc = ""] = /^(\d{8})(?:(T\d{4})(\d\d)?(Z?))?$/.exec(written) ?? [];
  if (day === undefined) return "?";
  return time === undefined ? day : `${day}${time}${seconds}${utc}`;
}

/** ical.js gives up on the whole calendar at a rule that it cannot read, and takes INTERVAL=0 for 1. Some programs write no seconds. */
function withReadableRules(text: string): string {
  return text.replace(/^RRULE(?:;[^:\r\n]{0,200})?:([^\r\n]*)/gim, (line, value: string) => {
    const rule = value
      .trim()
      .toUpperCase()
      .replace(/UNTIL=\d{8}T\d{4,5}(?!\d)/g, (until) => until.padEnd("UNTIL=20261210T090000".length, "0"));
    try {
      if (rule.length > 5_000 || !rule.includes("FREQ=") || /INTERVAL=0+(?:;|$)/.test(rule))
        throw new Error("no rule");
      ICAL.Recur.fromString(rule);
      return line.replace(value, rule);
    } catch {
      return `${forbiddenRule.toUpperCase()}:${rule.slice(0, 200)}`;
    }
  });
}

/** What says beside midnights that days are meant: Exchange's and Outlook's own property, Hotmail's, and that of old telephones. */
const wholeDay = /^x-(?:microsoft-(?:cdo|msncalendar)-alldayevent|funambol-allday)$/;

/** An entry from midnight to midnight that is said to be whole days has days, not hours of a zone. */
export function readWholeDays(entry: ICAL.Component): void {
  const properties = propertiesOf(entry);
  if (!properties.some(([name, , , said]) => wholeDay.test(name) && /^(?:true|1)$/i.test(String(said))))
    return;
  const isMidnight = ([, , , ...times]: Property) => times.every((time) => /T00:00:00Z?$/.test(String(time)));
  const isBound = ([name]: Property) => name === "dtstart" || name === "dtend";
  if (!properties.filter(isBound).every((bound) => bound[2] === "date" || isMidnight(bound))) return;
  const dates = properties.filter(
    (one) => one[2] === "date-time" && /^(?:dtstart|dtend|recurrence-id|rdate|exdate)$/.test(one[0]),
  );
  for (const date of dates.filter(isMidnight)) {
    const days = date.slice(3).map((time) => String(time).slice(0, "2026-12-10".length));
    date.splice(1, date.length, {}, "date", ...days);
  }
}
