import { localDay } from "#system/language.ts";
import type { CalendarEvent } from "../event.ts";
import { utcText } from "../time/ical-time.ts";

/** In characters of the address, written as it is sent: every browser and server takes it whole. */
const longest = { link: 2_000, title: 500, place: 500, page: 500 };

/** Google Calendar's form for a new event, filled in. */
export function googleLink(event: CalendarEvent): string {
  const time = (date: Date) =>
    event.isAllDay ? localDay(date, event.timeZone).replaceAll("-", "") : utcText(date);
  return link(event, "https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: cutTo(event.title, longest.title),
    dates: `${time(event.start)}/${time(event.end)}`,
    location: cutTo(event.location ?? "", longest.place),
    details: "",
  });
}

/** Outlook's form on the web. */
export function outlookLink(event: CalendarEvent): string {
  const time = (date: Date) =>
    event.isAllDay ? localDay(date, event.timeZone) : date.toISOString().replace(/\.\d{3}/, "");
  return link(event, "https://outlook.live.com/calendar/0/deeplink/compose", {
    rru: "addevent",
    path: "/calendar/action/compose",
    subject: cutTo(event.title, longest.title),
    startdt: time(event.start),
    enddt: time(event.end),
    allday: String(event.isAllDay),
    location: cutTo(event.location ?? "", longest.place),
    body: "",
  });
}

/** The form's address; its last parameter gets the event's link and as much of its description as fits. */
function link({ url, description }: CalendarEvent, base: string, parameters: Record<string, string>): string {
  // URLSearchParams would write blanks as plus signs, and Outlook shows those.
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const address = `${base}?${pairs.join("&")}`;
  // A part of an address leads nowhere.
  const page = url.length <= longest.page ? url : "";
  const details = cutTo(`${page}\n\n${description}`.trim(), longest.link - address.length);
  return `${address}${encodeURIComponent(details)}`;
}

/** As much of a text as takes so many characters of an address. */
function cutTo(text: string, length: number): string {
  const ellipsis = "…";
  const sizeOf = (part: string) => encodeURIComponent(part).length;
  const whole = text.toWellFormed();
  if (sizeOf(whole) <= length) return whole;
  let size = sizeOf(ellipsis);
  let start = "";
  for (const letter of whole) {
    size += sizeOf(letter);
    if (size > length) break;
    start += letter;
  }
  return `${start.trimEnd()}${ellipsis}`;
}
