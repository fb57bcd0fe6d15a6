import type ICAL from "ical.js";
import { readDuration, readTime } from "../time/ical-time.ts";
import { dayLength } from "../time/wall-time.ts";

/** jCal (RFC 7265), as ical.js keeps it. */
export type Property = [
  name: string,
  parameters: Record<string, unknown>,
  type: string,
  ...values: unknown[],
];
/** A component in jCal. */
export type Parsed = [name: string, properties: Property[], components: Parsed[]];

/** How a rule is kept that ical.js cannot read, see `readEntries`; it is not published. */
export const forbiddenRule = "x-forbidden-rrule";
/** RFC 5545, section 3.3.10; RFC 7529, section 4. */
const ruleParts =
  /^(?:freq|until|count|interval|wkst|rscale|skip|by(?:second|minute|hour|day|monthday|yearday|weekno|month|setpos))$/;
/** What goes without saying; older programs do not know these names. */
const defaultPart = /^(?:rscale=gregorian|skip=omit)$/i;
const stamps = ["dtstamp", "created", "last-modified"];
const times = ["dtstart", "dtend", "recurrence-id", "rdate", "exdate", ...stamps];
const longestDuration = 10 * 366 * dayLength;

/** An entry's properties as ical.js has parsed them. */
export function propertiesOf(component: ICAL.Component): Property[] {
  return (component.jCal as unknown as Parsed)[1];
}

/** Puts them behind those that a component has. */
export function addProperties(component: ICAL.Component, properties: Property[]): void {
  propertiesOf(component).push(...properties);
}

/** The value of a property as text; empty when it is missing. Never ical.js's own reading, which may throw. */
export function textOf(component: ICAL.Component, name: string): string {
  return String(propertiesOf(component).find(([own]) => own === name)?.[3] ?? "");
}

/** Whether the values of a property are times, see `publicTimes`. */
export function hasTimes([name]: Property): boolean {
  return times.includes(name);
}

/** Times as they may be published; none of a property that holds anything else. */
export function publicTimes([name, { tzid, range }, type, ...values]: Property): Property[] {
  // RFC 2445 also had THISANDPRIOR.
  const isFuture = /^thisandfuture$/i.test(String(range));
  const parameters = { ...(tzid ? { tzid } : {}), ...(isFuture ? { range: "THISANDFUTURE" } : {}) };
  // When an entry was written is said in UTC alone (RFC 5545, section 3.8.7).
  if (stamps.includes(name) && !readTime(String(values[0]))?.isUtc) return [];
  // An unreadable start is kept, so that the entry is refused because of it.
  if (name !== "dtstart" && !values.every((value) => isTime([value].flat().join("/")))) return [];
  // Some programs do not say that a date is one.
  if (type === "date-time" && values.length > 0 && values.every((value) => /T::$/.test(String(value))))
    return [[name, {}, "date", ...values.map((value) => String(value).slice(0, 10))]];
  return [[name, parameters, type, ...values]];
}

/** A length; none when it cannot be read. @throws for decades, which would keep ical.js busy for hours */
export function publicDuration([name, , type, value]: Property): Property[] {
  const length = readDuration(String(value));
  if (!length) return [];
  if (length.days * dayLength + length.exact > longestDuration) throw new Error("it lasts too long");
  return [[name, {}, type, value]];
}

/** Whether a text has nothing but what times, periods and offsets are written with. */
export function isTime(text: string): boolean {
  return /^[-+:./\dDHMPSTWZ]{1,64}$/i.test(text);
}

/** A rule with its known parts; one that says no frequency, or chooses days by what nobody knows, is kept as one that cannot be read. */
export function publicRule(value: unknown): Property[] {
  if (typeof value !== "object" || value === null) return [];
  const all = Object.entries(value);
  const parts = all.filter(([name, part]) => {
    const isReadable = [part].flat().every((one) => /^[-+:\w]{1,32}$/.test(String(one)));
    return isReadable && ruleParts.test(name) && !defaultPart.test(`${name}=${part}`);
  });
  if (!parts.some(([name]) => name === "freq")) return [[forbiddenRule, {}, "unknown", ""]];
  const strange = all.find(([name]) => name.startsWith("by") && !ruleParts.test(name));
  if (strange) return [[forbiddenRule, {}, "unknown", strange.join("=").toUpperCase().slice(0, 200)]];
  return [["rrule", {}, "recur", Object.fromEntries(parts)]];
}
