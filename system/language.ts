/** A number in words of the site's language, for example twenty-six. */
export { toCardinal as inWords } from "n2words/en-US";

/** The language of the site's words, dates and numbers (BCP 47). Its words are in `content/`. */
export const language = "en-US";

/** How times of day are written, for Intl. */
export const timeOfDay = { hour: "numeric", minute: "2-digit" } as const;

/** Whether the site's language says its singular behind the number. */
export function isSingular(count: number): boolean {
  return new Intl.PluralRules(language).select(count) === "one";
}

/**
 * For example `1 entry`, `0 entries`, `2 mistakes`: a count in a sentence for the staff, which is English whatever the site speaks.
 *
 * @param more by default with an s
 */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

/** For dates that code takes apart again: it stays when the site speaks another language. */
export const machineLanguage = "en-US";

/** For example `2026-12-10 09:00:00`, in the zone (IANA). Swedish writes dates as ISO 8601 does. */
export function localTime(date: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(date);
}

/** For example `2026-12-10`, in the zone. */
export function localDay(date: Date, timeZone: string): string {
  return localTime(date, timeZone).slice(0, 10);
}
