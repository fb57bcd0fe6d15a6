import { Worker } from "node:worker_threads";
import type { ParseWindow } from "../read/occurrence.ts";
import type { OwnCalendar, SelectionRules } from "../read/select-events.ts";

/** Time limits of a thread in milliseconds: for the entries of one UID, and for everything else. */
const patience = { series: 3_000, calendar: 10_000 };
/** If more UIDs than this take too long, the whole calendar counts as unreadable. */
const mostAbandoned = 20;

interface Message {
  /** UID of the entries that the thread is about to look at. */
  series?: string;
  parsed?: OwnCalendar;
  error?: string;
}

/**
 * Reads our part of a calendar on a thread of its own, so that a large one delays no visitor. Entries on which the thread
 * hangs are given up, and the calendar is read again without them.
 *
 * @param worker calendar-worker.server.ts, bundled or not
 * @throws when the calendar cannot be read, or not in time
 */
export async function parseInWorker(
  worker: URL,
  text: string,
  window: ParseWindow,
  rules: SelectionRules,
): Promise<OwnCalendar> {
  const abandoned = new Set<string>();
  while (abandoned.size <= mostAbandoned) {
    const outcome = await readOnce(worker, { text, window, rules, abandoned });
    if (outcome.parsed) return outcome.parsed;
    if (outcome.series === undefined)
      throw new Error(outcome.error ?? "the calendar could not be read in time");
    abandoned.add(outcome.series);
  }
  throw new Error(`more than ${mostAbandoned} entries of the calendar could not be read in time`);
}

/** The thread's last message, or the UID of the entry on which it hangs. */
function readOnce(worker: URL, task: object): Promise<Message> {
  return new Promise((resolve) => {
    const thread = new Worker(worker, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    let series: string | undefined;
    let timer: NodeJS.Timeout | undefined;
    const end = (outcome: Message) => {
      clearTimeout(timer);
      resolve(outcome);
      void thread.terminate();
    };
    const wait = (time: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => end(series === undefined ? {} : { series }), time);
    };
    wait(patience.calendar);
    thread.on("message", (message: Message) => {
      if (message.series === undefined) return end(message);
      series = message.series;
      wait(patience.series);
    });
    thread.once("error", (error) => end({ error: error.message }));
    thread.postMessage(task);
  });
}
