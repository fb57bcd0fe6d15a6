import { parentPort } from "node:worker_threads";
import type { ParseWindow } from "../read/occurrence.ts";
import { readOwnCalendar, type SelectionRules } from "../read/select-events.ts";

interface Task {
  text: string;
  window: ParseWindow;
  rules: SelectionRules;
  abandoned: ReadonlySet<string>;
}

/** A thread that reads a calendar and announces each entry before it reads it. */
parentPort?.on("message", ({ text, window, rules, abandoned }: Task) => {
  try {
    const onSeries = (series: string) => parentPort?.postMessage({ series });
    parentPort?.postMessage({ parsed: readOwnCalendar(text, window, rules, { abandoned, onSeries }) });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
