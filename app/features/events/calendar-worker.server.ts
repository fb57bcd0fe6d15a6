import { parentPort } from "node:worker_threads";
import { type ParseWindow, parseCalendar } from "./ics-parser.ts";

/** A thread that reads a calendar, and says of each series that it is about to follow it. */
parentPort?.on(
  "message",
  ({ text, window, abandoned }: { text: string; window: ParseWindow; abandoned: ReadonlySet<string> }) => {
    try {
      const onSeries = (uid: string) => parentPort?.postMessage({ series: uid });
      parentPort?.postMessage({ parsed: parseCalendar(text, window, { abandoned, onSeries }) });
    } catch (error) {
      parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
    }
  },
);
