import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import { mostShown } from "#app/events/list-pages.ts";
import { loadContent } from "#content-model/load-content.ts";
import { root } from "#tooling/root.ts";
import { calendarOf, serveCalendar } from "../support/calendar-server.ts";
import { budgets } from "./budgets.ts";
import type { Figure, Run } from "./figures.ts";
import { ask, memoryOf, startSite } from "./servers.ts";

/** Preloaded: writes how long the thread that answers was busy at most in one piece, in milliseconds, since the site was told to count anew. */
const counter = `data:text/javascript,${encodeURIComponent(`
  import { monitorEventLoopDelay } from "node:perf_hooks";
  import { writeFileSync } from "node:fs";
  import { isMainThread } from "node:worker_threads";
  if (isMainThread && !process.send) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    process.on("SIGUSR2", () => delay.reset());
    process.on("exit", () => writeFileSync(process.env.BLOCKED_FILE, String(delay.max / 1e6)));
  }`)}`;

/** It says the same whenever it is asked, so that the site has something new once. */
const tomorrow = Date.now() + 86_400_000;

/** A feed that grows from a few events to very many while the site runs. */
export async function manyEvents({ quick, folder }: Run): Promise<Figure[]> {
  const count = quick ? 1_000 : 10_000;
  let size = 10;
  const feed = await serveCalendar((_request, response) => response.end(feedOf(size)));
  const file = join(folder, "blocked");
  const site = await startSite({
    DATA_DIR: folder,
    EVENTS_FEED_URL: feed.url,
    EVENTS_REFRESH_SECONDS: "10",
    NODE_OPTIONS: `--import "${counter}"`,
    BLOCKED_FILE: file,
  });
  const list = async () => brotliDecompressSync((await ask(`${site.address}/events`)).body).toString();
  while (!(await list()).includes("Gathering 9")) await sleep(200);
  // What is rendered ahead of the few is done.
  await sleep(3_000);
  process.kill(site.pid, "SIGUSR2");
  size = count;
  const began = performance.now();
  while (!(await list()).includes(`Gathering ${mostShown - 1}`)) await sleep(200);
  const shown = (performance.now() - began) / 1_000;
  await sleep(5_000);
  const html = await list();
  const memory = memoryOf(site.pid);
  await site.stop("SIGTERM");
  await feed.close();
  const events = `${count.toLocaleString("en")} events`;
  return [
    {
      what: `${events}: on the first page`,
      ...{
        measured: new Set(html.match(/href="\/events\/[\w-]+"/g)).size,
        unit: "events",
        budget: budgets.cards,
      },
      beside: `${html.length.toLocaleString("en")} bytes of HTML`,
    },
    { what: `${events}: memory`, measured: memory, unit: "MB", budget: budgets.memoryManyEvents },
    {
      what: `${events}: longest time in which nobody is answered`,
      ...{ measured: Number(readFileSync(file, "utf8")), unit: "ms", budget: budgets.blockedThread },
    },
    { what: `${events}: shown after`, measured: shown, unit: "s", beside: "the feed is asked every 10 s" },
  ];
}

/** Single events of the organization, an hour apart, the first one tomorrow. */
function feedOf(count: number): string {
  const { name } = loadContent("site.yaml", root);
  const stamp = (time: number) => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return calendarOf(
    name,
    Array.from({ length: count }, (_, index) => ({
      uid: `${index}@bench.example`,
      title: `Gathering ${index}`,
      start: stamp(tomorrow + index * 3_600_000),
      end: stamp(tomorrow + (index + 0.5) * 3_600_000),
    })),
  );
}
