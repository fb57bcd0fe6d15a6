import { parentPort } from "node:worker_threads";
import { type ParseWindow, parseCalendar } from "./ics-parser.ts";

/** A thread that reads a calendar. */
parentPort?.on("message", ({ text, window }: { text: string; window: ParseWindow }) => {
  try {
    parentPort?.postMessage({ parsed: parseCalendar(text, window) });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
