import { setTimeout as sleep } from "node:timers/promises";
import { budgets } from "./budgets.ts";
import { askForAll } from "./crowds.ts";
import type { Figure, Run } from "./figures.ts";
import { flood } from "./load.ts";
import { memoryOf, startSite } from "./servers.ts";

/** Memory of the process before and after many requests. */
export async function memory({ quick, folder }: Run): Promise<Figure[]> {
  const site = await startSite({ DATA_DIR: folder });
  await askForAll(site);
  await sleep(3_000);
  const idle = memoryOf(site.pid);
  let requests = 0;
  while (requests < (quick ? 20_000 : 1_000_000))
    for (const path of ["/", "/events", "/framework/overview", "/?utm_source=bench"])
      requests += (await flood(site, path, quick ? 1 : 5)).requests;
  const later = memoryOf(site.pid);
  await site.stop();
  return [
    { what: "memory after the start", measured: idle, unit: "MB", budget: budgets.memoryIdle },
    {
      what: `memory after ${requests.toLocaleString("en")} requests`,
      ...{ measured: later, unit: "MB", budget: budgets.memoryLater },
    },
  ];
}
