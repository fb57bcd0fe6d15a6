import { timeOfDay } from "#system/language.ts";

/** What a program without Intl needs to write a moment as the language does. */
export interface TimeWords {
  /** The time of day for each hour: `9:{minute} AM`. */
  hours: string[];
  /** From Sunday on, and from January on, each as it stands in `when`. */
  weekdays: string[];
  months: string[];
  /** A moment with its day: `{weekday}, {month} {day}, {time}`. */
  when: string;
}

/** @param language BCP 47, one that writes the digits 0 to 9 */
export function timeWords(language: string): TimeWords {
  const withDay = { weekday: "short", month: "short", day: "numeric", ...timeOfDay } as const;
  const clock = new Intl.DateTimeFormat(language, { ...timeOfDay, timeZone: "UTC" });
  const calendar = new Intl.DateTimeFormat(language, { ...withDay, timeZone: "UTC" });
  const time = (hour: number) => withPlaces(clock.formatToParts(Date.UTC(2026, 0, 1, hour)), ["minute"]);
  const part = (name: string, moment: number) =>
    calendar.formatToParts(moment).find(({ type }) => type === name)?.value ?? "";
  const moment = withPlaces(calendar.formatToParts(0), ["weekday", "month", "day", "minute"]);
  return {
    hours: Array.from({ length: 24 }, (_, hour) => time(hour)),
    // The fourth of January 2026 is a Sunday.
    weekdays: Array.from({ length: 7 }, (_, day) => part("weekday", Date.UTC(2026, 0, 4 + day))),
    months: Array.from({ length: 12 }, (_, month) => part("month", Date.UTC(2026, month))),
    when: moment.replace(time(0), "{time}"),
  };
}

/** The text, with the names of some parts in their place. */
function withPlaces(parts: Intl.DateTimeFormatPart[], names: string[]): string {
  const texts = parts.map(({ type, value }) => (names.includes(type) ? `{${type}}` : value));
  return texts.join("").replace("\u202f", " ");
}
