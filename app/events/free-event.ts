import type { CalendarEvent } from "#calendar/event.ts";
import texts from "#content/events/texts.yaml";

/** What is said of an event that is free; calendars do not tell it, so the owner names the words of such titles. */
export function freeWords({ title }: Pick<CalendarEvent, "title">): typeof texts.free {
  // What stands in the place of a title is no word of the calendar's.
  if (title === texts.untitled) return undefined;
  const isFree = texts.free?.titles.some((words) => title.toLowerCase().includes(words.toLowerCase()));
  return isFree ? texts.free : undefined;
}
