import { parentPort } from "node:worker_threads";
import { readOwnCalendar } from "../read/read-own-calendar.ts";
import type { CalendarPart, ReadingTask } from "./parse-in-worker.server.ts";

/** Events, and entries, that are sent together. */
const partSize = 250;

/** A thread that reads a calendar and announces each entry before it reads it. */
parentPort?.on("message", ({ text, window, rules, abandoned, parts }: ReadingTask) => {
  try {
    const onSeries = (series: string) => parentPort?.postMessage({ series });
    const { events, entries, ...parsed } = readOwnCalendar(text, window, rules, { abandoned, onSeries });
    for (let place = 0; place < Math.max(events.length, entries.length); place += partSize) {
      const partOf = <Item>(items: Item[]) => items.slice(place, place + partSize);
      parts.postMessage({ events: partOf(events), entries: partOf(entries) } satisfies CalendarPart);
    }
    // Who does not look at the report has its sum.
    parentPort?.postMessage({ parsed: { ...parsed, report: rules.isExplained ? parsed.report : [] } });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
