import type { Picture } from "vite-imagetools";
import type { CalendarEvent } from "#calendar/event.ts";
import { dayNumber } from "#calendar/time/wall-time.ts";

const photos = import.meta.glob<Picture>("/content/events/images/*.{jpg,jpeg,png,webp,avif}", {
  eager: true,
  import: "default",
  query: { w: "720;1800", format: "avif;webp", effort: "2", as: "picture" },
});

/** As they are, since a drawing needs no sizes and is smaller than a picture of it; those in `dark` are for the dark theme. */
const drawings = import.meta.glob<string>("/content/events/images/**/*.svg", {
  eager: true,
  import: "default",
});

/** For sharing: social networks accept neither SVG nor AVIF. */
const cards = import.meta.glob<string>("/content/events/images/*.{svg,jpg,jpeg,png,webp,avif}", {
  eager: true,
  import: "default",
  query: { w: "1200", h: "630", fit: "cover", format: "png" },
});

/** @param file name in content/events/images/ */
export function eventPhoto(file: string): Picture | undefined {
  return photos[`/content/events/images/${file}`];
}

/** Address of a drawing, by its name in content/events/images/. */
export function eventDrawing(file: string): string | undefined {
  return drawings[`/content/events/images/${file}`];
}

/** Address of the same picture at the size of a social card. */
export function eventCard(file: string): string | undefined {
  return cards[`/content/events/images/${file}`];
}

/** A class for the part of its picture that a narrower box shows: another one than a week or a month before, so that the dates of a series differ. */
export function cropOf({ start, timeZone }: Pick<CalendarEvent, "start" | "timeZone">): string {
  const week = Math.floor(dayNumber(start, timeZone) / 7);
  return ["", " crop-1", " crop-2"][week % 3] ?? "";
}
