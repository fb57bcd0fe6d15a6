import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { inTurns } from "#system/in-turns.server.ts";
import type { ParseWindow } from "../read/occurrence.ts";
import type { OwnCalendar, SelectionRules } from "../read/read-own-calendar.ts";

/**
 * Limits of a thread in milliseconds of this process's own time: for the entries of one UID, and for everything else. On a busy
 * machine much time passes in which the thread has no turn.
 */
const patience = { series: 3_000, calendar: 10_000 };
/** If more UIDs than this take too long, the whole calendar counts as unreadable. */
const mostAbandoned = 20;

interface Message {
  /** UID of the entries that the thread is about to look at. */
  series?: string;
  /** Without what came in parts before. */
  parsed?: Omit<OwnCalendar, keyof CalendarPart>;
  error?: string;
}

/** A part of what was read. */
export type CalendarPart = Pick<OwnCalendar, "events" | "entries">;

/** What the thread is told. */
export interface ReadingTask {
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
 * @param worker calendar-worker.server.ts, bundled or not
 * @throws when the calendar cannot be read, or not in time
 */
export async function parseInWorker(
  worker: URL,
  text: string,
  window: ParseWindow,
  rules: SelectionRules,
  limits = patience,
): Promise<OwnCalendar> {
  const abandoned = new Set<string>();
  while (abandoned.size <= mostAbandoned) {
    const { port1: ours, port2: parts } = new MessageChannel();
    const outcome = await readOnce(worker, { text, window, rules, abandoned, parts }, limits);
    if (outcome.parsed) return { ...outcome.parsed, ...(await joinParts(ours)) };
    if (outcome.series === undefined)
      throw new Error(outcome.error ?? "the calendar could not be read in time");
    abandoned.add(outcome.series);
  }
  throw new Error(`more than ${mostAbandoned} entries of the calendar could not be read in time`);
}

async function joinParts(port: MessagePort): Promise<CalendarPart> {
  const parts = await inTurns(partsIn(port));
  return {
    events: parts.flatMap(({ events }) => events),
    entries: parts.flatMap(({ entries }) => entries),
  };
}

function* partsIn(port: MessagePort): Generator<CalendarPart> {
  for (let part = receiveMessageOnPort(port); part; part = receiveMessageOnPort(port)) yield part.message;
}

/** The thread's last message, or the UID of the entry on which it hangs. */
function readOnce(worker: URL, task: ReadingTask, limits: typeof patience): Promise<Message> {
  return new Promise((resolve) => {
    const thread = new Worker(worker, {
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
