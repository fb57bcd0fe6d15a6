import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Log } from "#app/services.ts";
import type { CalendarEvent } from "./event.ts";
import { parseCalendar } from "./ics-parser.ts";
import { type SelectionRules, selectEvents } from "./select-events.ts";

/** Our events as last read, past ones included, and the calendar text that they come from. */
export interface CalendarSnapshot {
  events: CalendarEvent[];
  ics: string;
}

export interface CalendarSource {
  /** The last good copy; undefined while the first look is under way and when there has never been a copy. */
  current(): CalendarSnapshot | undefined;
  /** Resolves when the first look has ended, with or without a copy. */
  firstLook: Promise<CalendarSnapshot | undefined>;
  stop(): void;
}

export interface CalendarSourceOptions {
  /** `https:`, `http:`, `webcal:` or `file:` addresses; their events are merged. */
  feeds: string[];
  refreshSeconds: number;
  /** Where the last good copy is kept for the next start. */
  copyFile: string;
  rules: SelectionRules;
  /** IANA zone of floating times. */
  timeZone: string;
  now: () => Date;
  log: Log;
}

/** A feed that does not answer in this time has failed, in milliseconds. */
const timeout = 10_000;
const maxBytes = 5_000_000;

/**
 * Looks at the feeds now and then again every `refreshSeconds`, never in a visitor's request. While they fail, the
 * last good copy stays, also over a restart. A failure is logged when it begins, and its end as well.
 */
export function watchCalendar(options: CalendarSourceOptions): CalendarSource {
  const { feeds, refreshSeconds, copyFile, now, log } = options;
  let current: CalendarSnapshot | undefined;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const read = (texts: string[]): CalendarSnapshot => {
    const parsed = texts.map((text) => parseCalendar(text, { now: now(), timeZone: options.timeZone }));
    const skipped = parsed.flatMap((calendar) => calendar.skipped);
    if (skipped.length > 0)
      log.warn({ skipped: skipped.slice(0, 20), count: skipped.length }, "calendar entries skipped");
    const occurrences = parsed.flatMap((calendar) => calendar.occurrences);
    return { events: selectEvents(occurrences, options.rules), ics: texts.join("\n") };
  };

  const look = async () => {
    try {
      const texts = await Promise.all(feeds.map(fetchFeed));
      current = read(texts);
      await keepCopy(copyFile, texts);
      if (isFailing) log.info({}, "calendar feed is back");
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ reason: reasonOf(error) }, "calendar feed failed, the last good copy stays");
      isFailing = true;
      current ??= await readCopy(copyFile).then(read, () => undefined);
    }
    if (!isStopped) timer = setTimeout(look, refreshSeconds * 1000 * (0.9 + Math.random() * 0.2)).unref();
    return current;
  };

  return {
    firstLook: look(),
    current: () => current,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function fetchFeed(feed: string): Promise<string> {
  const url = new URL(feed.replace(/^webcal:/, "https:"));
  if (url.protocol === "file:") return requireCalendar(await readFile(fileURLToPath(url), "utf8"));

  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeout),
    headers: { accept: "text/calendar, text/plain;q=0.5" },
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the feed answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`the feed is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return requireCalendar(new TextDecoder().decode(Buffer.concat(chunks)));
}

/** An error page with status 200 is a failure, not an empty calendar. */
function requireCalendar(text: string): string {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text)) throw new Error("the feed's answer is no calendar");
  return text;
}

/** Written beside and renamed, so that a crash leaves the old copy or the new one, never half of one. */
async function keepCopy(file: string, texts: string[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(texts));
  await rename(`${file}.new`, file);
}

async function readCopy(file: string): Promise<string[]> {
  return JSON.parse(await readFile(file, "utf8")) as string[];
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
