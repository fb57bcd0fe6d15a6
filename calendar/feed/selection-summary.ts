import { counted } from "#system/language.ts";
import type { EntryReport, NoteCode } from "../read/report.ts";

/** What keeps an entry from being one of ours. */
const reasons: ReadonlySet<NoteCode> = new Set(["private", "not ours", "excluded title", "unreadable"]);
const mostNamed = 10;

/** Whether an entry is one of ours, shown or not. */
export function isSelected({ notes }: EntryReport): boolean {
  return !notes.some(({ code }) => reasons.has(code));
}

/**
 * Why a feed shows nothing, for example '27 entries, 0 ours: organizers found: Jane Doe'; undefined when something of it is ours,
 * or nothing in it. Names only, as it goes to the log.
 */
export function nothingSelected(report: readonly EntryReport[]): string | undefined {
  if (report.length === 0 || report.some(isSelected)) return;
  const strangers = report.filter(({ notes }) => notes.some(({ code }) => code === "not ours"));
  const names = [...new Set(strangers.map(({ organizer: [name] }) => name.trim()))].filter(
    (name) => name && !name.includes("@"),
  );
  const found = names.slice(0, mostNamed).join(", ");
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  return `${counted(report.length, "entry", "entries")}, 0 ours: organizers found: ${found || "none"}${more}`;
}
