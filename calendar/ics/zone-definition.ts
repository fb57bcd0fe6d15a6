import { utcText } from "../time/ical-time.ts";
import { type Clock, dayLength } from "../time/wall-time.ts";
import { escapeText } from "./ics-lines.ts";

/** The clock changes that are told: those of series that run now. */
export const firstYear = 2000;
export const yearsAhead = 10;
/** No zone has changed its clocks twice within so many days (Morocco and Egypt around Ramadan come nearest, with 29). */
const step = 28 * dayLength;

/**
 * A VTIMEZONE (RFC 5545, section 3.6.5) for a zone that a feed only names: its clock changes from `firstYear` on, and of the next
 * `yearsAhead`.
 *
 * @param tzid the name that the feed's times have, without quotes
 */
export function zoneDefinition(tzid: string, { wallOf }: Clock, now: Date): string {
  const offset = (instant: number) => wallOf(instant) - instant;
  const begin = Date.UTC(firstYear);
  const parts = new Map<string, { from: number; to: number; walls: number[] }>();
  const add = (wall: number, from: number, to: number) => {
    const key = `${from} ${to}`;
    const part = parts.get(key) ?? { from, to, walls: [] };
    parts.set(key, part);
    part.walls.push(wall);
  };
  add(0, offset(begin), offset(begin));
  for (let at = begin; at < Date.UTC(now.getUTCFullYear() + yearsAhead); at += step) {
    const [from, to] = [offset(at), offset(at + step)];
    if (from !== to) add(changeBetween(at, at + step, offset) + from, from, to);
  }
  const lines = [...parts.values()].flatMap(({ from, to, walls }) => {
    const kind = to > from ? "DAYLIGHT" : "STANDARD";
    return [
      ...[`BEGIN:${kind}`, `DTSTART:${wallText(walls[0] ?? 0)}`],
      // ical.js takes the first of a list, and does not count DTSTART beside one.
      ...(walls.length > 1 ? walls.map((wall) => `RDATE:${wallText(wall)}`) : []),
      ...[`TZOFFSETFROM:${offsetText(from)}`, `TZOFFSETTO:${offsetText(to)}`, `END:${kind}`],
    ];
  });
  return ["BEGIN:VTIMEZONE", `TZID:${escapeText(tzid)}`, ...lines, "END:VTIMEZONE"].join("\r\n");
}

/** The first instant, to the second, after which the offset is another one. */
function changeBetween(begin: number, end: number, offset: (instant: number) => number): number {
  let [before, after] = [begin, end];
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2_000) * 1_000;
    if (offset(middle) === offset(begin)) before = middle;
    else after = middle;
  }
  return after;
}

const wallText = (wall: number) => utcText(new Date(wall)).slice(0, -1);

function offsetText(offset: number): string {
  const seconds = Math.abs(offset) / 1_000;
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  const rest = seconds % 60;
  return `${offset < 0 ? "-" : "+"}${two(seconds / 3_600)}${two((seconds / 60) % 60)}${rest > 0 ? two(rest) : ""}`;
}
