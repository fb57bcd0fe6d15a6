/** The server's end of the process that renders pages: starts it, and tells it what to make. `page-process.ts` is the other end. */

import { fork } from "node:child_process";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FormScripts, SessionService } from "#app/context.ts";
import { type CalendarPart, partsOf } from "#calendar/feed/calendar-parts.ts";
import type { CalendarSnapshot, CalendarSource } from "#calendar/feed/calendar-source.server.ts";
import { serverProcess } from "#system/server-process.ts";
import type { FinishedPage } from "./finished-page.ts";

/** What pages are made of beside the calendar. */
export interface RenderingSettings {
  siteUrl: string;
  session: SessionService | null;
  formScripts: FormScripts | null;
}

export interface WantedPage {
  path: string;
  /** The page shows how things are at this time. */
  at: Date;
  /** `shows` of the page that is kept, or empty; undefined where the page is rendered in any case. */
  known?: string | undefined;
}

/** What became of a page. */
export interface MadePage {
  /** Undefined when the one that is kept is still right, and when there is none for everybody. */
  page?: FinishedPage | undefined;
  /** A digest of what the page was rendered from. */
  shows?: string | undefined;
  /** Why it could not be rendered. */
  failure?: string | undefined;
}

/** What the process is told: pieces of the calendar, then what it is to make of them. */
export type RenderingOrder =
  | { part: CalendarPart }
  | {
      settings: RenderingSettings;
      calendar: Omit<CalendarSnapshot, keyof CalendarPart>;
      freshFor: CalendarSource["freshFor"];
      pages: WantedPage[];
    };

/** A process that says nothing for so long is given up, in milliseconds. */
const answerTimeout = 60_000;

/** Renders and compresses pages in the order given, and hands each over with its place. */
export type RenderPages = (
  calendar: CalendarSnapshot,
  pages: WantedPage[],
  onPage: (place: number, made: MadePage) => void,
  signal: AbortSignal,
) => Promise<void>;

/**
 * Has pages rendered by a process of its own, which ends with the last of them: the thread that answers is not kept, nor is any
 * memory.
 *
 * @param program page-process.ts, bundled
 * @returns rejects when the process ends before the last page, or says nothing for a minute, or as the signal says
 */
export function renderingProcess(
  program: URL,
  settings: RenderingSettings,
  freshFor: number,
  limit = answerTimeout,
): RenderPages {
  return async ({ events, entries, ...calendar }, pages, onPage, signal) => {
    // Starting a process can take as long as what came before, and as telling it what to make.
    await nextTurn();
    signal.throwIfAborted();
    const { promise: end, resolve, reject } = Promise.withResolvers<void>();
    const child = fork(program, { serialization: "advanced", execArgv: [...serverProcess.arguments] });
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    const watch = setTimeout(() => reject(new Error(`no page for ${limit} ms`)), limit);
    let place = 0;
    child.on("message", (made: MadePage) => {
      watch.refresh();
      onPage(place, withOwnMemory(made));
      place += 1;
      if (place === pages.length) resolve();
    });
    child.on("error", reject);
    child.once("exit", (code, killer) => reject(new Error(`the process ended: ${killer ?? code}`)));
    // Waits until it was taken: meanwhile others have their turn.
    const tell = (order: RenderingOrder) =>
      new Promise<void>((sent) => child.send(order, (error) => (error ? reject(error) : sent())));
    const tellAll = async () => {
      await nextTurn();
      for (const part of partsOf({ events, entries })) await tell({ part });
      await tell({ settings, calendar, freshFor, pages });
    };
    try {
      await Promise.race([end, tellAll().then(() => end)]);
      child.disconnect();
    } finally {
      clearTimeout(watch);
      signal.removeEventListener("abort", abort);
      // It ends by itself when nobody listens any more, but for one that hangs.
      if (child.connected) child.kill("SIGKILL");
    }
  };
}

/** What comes from a process lies in the memory of all that came with it. */
function withOwnMemory(made: MadePage): MadePage {
  if (!made.page) return made;
  const { bodies, headers } = made.page;
  return {
    ...made,
    page: { headers, bodies: { br: Buffer.from(bodies.br), gzip: Buffer.from(bodies.gzip) } },
  };
}
