import { localDay } from "#system/language.ts";
import type { CalendarEvent } from "../event.ts";
import { utc } from "./event-ics.ts";

/** How much of a description fits into an address that every browser takes. */
const longestDetails = 1_000;

/** Google Calendar's form for a new event, filled in. */
export function googleLink(event: CalendarEvent): string {
  const time = (date: Date) =>
    event.isAllDay ? localDay(date, event.timeZone).replaceAll("-", "") : utc(date);
  return link("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: event.title,
    dates: `${time(event.start)}/${time(event.end)}`,
    details: details(event),
    location: event.location ?? "",
  });
}

/** Outlook's form on the web. */
export function outlookLink(event: CalendarEvent): string {
  const time = (date: Date) =>
    event.isAllDay ? localDay(date, event.timeZone) : date.toISOString().replace(/\.\d{3}/, "");
  return link("https://outlook.live.com/calendar/0/deeplink/compose", {
    rru: "addevent",
    path: "/calendar/action/compose",
    subject: event.title,
    startdt: time(event.start),
    enddt: time(event.end),
    allday: String(event.isAllDay),
    body: details(event),
    location: event.location ?? "",
  });
}

function details({ url, description }: CalendarEvent): string {
  const text = [...description].slice(0, longestDetails).join("");
  return `${url}\n\n${text}${text.length < description.length ? "…" : ""}`;
}

function link(base: string, parameters: Record<string, string>): string {
  return `${base}?${new URLSearchParams(parameters)}`;
}
