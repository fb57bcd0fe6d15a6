import { Worker } from "node:worker_threads";
import type { ParsedCalendar, ParseWindow } from "./ics-parser.ts";

/** What a thread may take for one calendar, in milliseconds; then it is stopped, whatever holds it up. */
const patience = 10_000;

/**
 * Reads a calendar on a thread of its own, so that a large one holds up no visitor and one that never ends can be
 * stopped.
 *
 * @param worker calendar-worker.server.ts, bundled or not
 * @throws when the calendar cannot be read, or not in time
 */
export function parseInWorker(worker: URL, text: string, window: ParseWindow): Promise<ParsedCalendar> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(worker, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      void thread.terminate();
    };
    const timer = setTimeout(
      () => end(() => reject(new Error(`the calendar could not be read within ${patience / 1_000} s`))),
      patience,
    );
    thread.once("message", ({ parsed, error }: { parsed?: ParsedCalendar; error?: string }) =>
      end(() => (parsed ? resolve(parsed) : reject(new Error(error)))),
    );
    thread.once("error", (error) => end(() => reject(error)));
    thread.postMessage({ text, window });
  });
}
