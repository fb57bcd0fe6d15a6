import {
  MessageChannel,
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from "node:worker_threads";
import { inTurns } from "#system/in-turns.server.ts";
import type { ParseWindow } from "../read/occurrence.ts";
import type { SelectionRules } from "../read/own-series.ts";
import type { OwnCalendar } from "../read/parsed-calendar.ts";
import { type CalendarPart, joinParts, partsOf } from "./calendar-parts.ts";

/**
 * Limits of a thread in milliseconds of this process's own time: for the entries of one UID, and for everything else. On a busy
 * machine much time passes in which the thread has no turn.
 */
const readingTimeouts = { series: 3_000, calendar: 10_000 };
/** If more UIDs than this take too long, the whole calendar counts as unreadable. */
const mostAbandoned = 20;

/** What a thread of this file is for. */
const role = "reads calendars";

interface Message {
  /** UID of the entries that the thread is about to look at. */
  series?: string;
  /** Without what came in parts before. */
  parsed?: Omit<OwnCalendar, keyof CalendarPart>;
  error?: string;
}

/** What the thread is told. */
interface ReadingTask {
  text: string;
  window: ParseWindow;
  rules: SelectionRules;
  /** UIDs of entries to leave out. */
  abandoned: ReadonlySet<string>;
  /** Gets events and entries, some at a time. */
  parts: MessagePort;
}

/**
 * `readOwnCalendar` on a thread of its own, so that a large one delays no visitor. Entries on which the thread
 * hangs are given up, and the calendar is read again without them.
 *
 * @param worker this file, bundled or not
 * @throws when the calendar cannot be read, or not in time
 */
export async function parseInWorker(
  worker: URL,
  text: string,
  window: ParseWindow,
  rules: SelectionRules,
  limits = readingTimeouts,
): Promise<OwnCalendar> {
  const abandoned = new Set<string>();
  while (abandoned.size <= mostAbandoned) {
    const { port1: ours, port2: parts } = new MessageChannel();
    const outcome = await readOnce(worker, { text, window, rules, abandoned, parts }, limits);
    if (outcome.parsed) return { ...outcome.parsed, ...joinParts(await inTurns(partsIn(ours))) };
    if (outcome.series === undefined)
      throw new Error(outcome.error ?? "the calendar could not be read in time");
    abandoned.add(outcome.series);
  }
  throw new Error(`more than ${mostAbandoned} entries of the calendar could not be read in time`);
}

function* partsIn(port: MessagePort): Generator<CalendarPart> {
  for (let part = receiveMessageOnPort(port); part; part = receiveMessageOnPort(port)) yield part.message;
}

/** The thread's last message, or the UID of the entry on which it hangs. */
function readOnce(worker: URL, task: ReadingTask, limits: typeof readingTimeouts): Promise<Message> {
  return new Promise((resolve) => {
    const thread = new Worker(worker, {
      workerData: role,
      resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 },
    });
    let series: string | undefined;
    let timer: NodeJS.Timeout | undefined;
    let turn: NodeJS.Immediate | undefined;
    const end = (outcome: Message) => {
      clearTimeout(timer);
      clearImmediate(turn);
      resolve(outcome);
      void thread.terminate();
    };
    const wait = (time: number) => {
      clearTimeout(timer);
      clearImmediate(turn);
      const begun = processorTime();
      const look = () => {
        const left = time - (processorTime() - begun);
        if (left > 0) timer = setTimeout(look, left);
        // What the thread has said while this one did not listen comes first.
        else turn = setImmediate(() => end(series === undefined ? {} : { series }));
      };
      timer = setTimeout(look, time);
    };
    wait(limits.calendar);
    thread.on("message", (message: Message) => {
      if (message.series === undefined) return end(message);
      series = message.series;
      wait(limits.series);
    });
    thread.once("error", (error) => end({ error: error.message }));
    thread.postMessage(task, [task.parts]);
  });
}

/** What this process has computed so far, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

// The thread announces each entry before it reads it.
if (workerData === role)
  parentPort?.on("message", async ({ text, window, rules, abandoned, parts }: ReadingTask) => {
    try {
      // Loaded here only: the process that answers visitors does without it.
      const { readOwnCalendar } = await import("../read/read-calendar.ts");
      const onSeries = (series: string) => parentPort?.postMessage({ series });
      const { events, entries, ...parsed } = readOwnCalendar(text, window, rules, { abandoned, onSeries });
      for (const part of partsOf({ events, entries })) parts.postMessage(part);
      // Who does not look at the report has its sum.
      parentPort?.postMessage({ parsed: { ...parsed, report: rules.isExplained ? parsed.report : [] } });
    } catch (error) {
      parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
    }
  });
