import { type CalendarEvent, isUpcoming, placeInWords } from "../event.ts";
import { eventOf, type Occurrence, type ParseWindow } from "./occurrence.ts";
import { type EntryRules, type Reading, type SelectionRules, takePublicPart } from "./own-series.ts";
import type { ParsedCalendar } from "./parsed-calendar.ts";
import { readSeries } from "./recurrence/series.ts";
import { describeOwn, type EntryReport } from "./report.ts";
import { slugOf } from "./slug.ts";
import { shorten } from "./text/event-text.ts";
import type { Zones } from "./zones.ts";

/** Completes the reports, for who asks what becomes of each entry (`isExplained`). */
export function explain({ entries, others }: ParsedCalendar, rules: SelectionRules, now: Date): void {
  for (const one of [...others, ...entries]) completeReport(one.report, eventOf(one.own, rules), rules);
  for (const { report, dates } of entries) report.slug = slugOfNext(dates, now);
}

/** What the entries of a UID that are left out, for whatever reason, would be by themselves. */
export function explainOthers(
  group: Reading[],
  zones: Zones,
  window: ParseWindow,
  rules: EntryRules,
  { others }: ParsedCalendar,
): void {
  for (const reading of group.filter(({ report }) => report.end === undefined)) {
    const { entry, report } = reading;
    try {
      const { component } = reading.publicPart ?? takePublicPart(reading, rules);
      const series = entry.hasProperty("recurrence-id")
        ? { master: undefined, overrides: [component] }
        : { master: component, overrides: [] };
      const found = readSeries(series, zones, window);
      const own = found.own.get(component);
      if (!own) throw found.broken.get(component);
      const dates = found.dates.map(({ occurrence }) => occurrence);
      describeOwn(report, own, dates);
      report.rules.push(...found.problems);
      others.push({ own, report });
    } catch (error) {
      if (report.notes.some(({ code }) => code === "unreadable")) continue;
      report.notes.push({ code: "unreadable", detail: shorten(String((error as Error).message), 200) });
    }
  }
}

function slugOfNext(dates: readonly Occurrence[], now: Date): string | undefined {
  const [first] = dates;
  const next = dates.find((one) => isUpcoming(one, now) && !one.isCancelled) ?? first;
  return next && slugOf(next.uid, next.recurrenceId);
}

function completeReport(report: EntryReport, shown: CalendarEvent, { placeWords }: SelectionRules): void {
  report.isPictured = shown.image !== undefined;
  if (!report.texts) return;
  const { title, description, place, link } = report.texts;
  title.after = shown.title;
  description.after = shown.description;
  place.after = (placeWords ? placeInWords(shown, placeWords) : shown.location) ?? "";
  link.after = shown.url;
}
