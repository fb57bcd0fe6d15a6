import { expect, it } from "vitest";
import { cachePolicy } from "#app/cache-policy.ts";
import { Turns } from "../edge/turns.ts";
import { Metrics } from "../metrics/metrics.ts";
import { ReactRouterHandler } from "./react-router-handler.ts";

/** A site with one address, which answers so. */
function start(answer: () => Response) {
  const route = { id: "file", path: "file", module: { loader: answer } };
  const turns = new Turns({ underWay: 1, waiting: 1 });
  const state = { revision: "1", phase: "a", until: undefined };
  return new ReactRouterHandler({
    build: {
      entry: { module: { default: () => new Response() } },
      routes: { file: route },
      assets: { routes: {} },
      future: {},
      basename: "/",
      ssr: true,
      prerender: [],
      routeDiscovery: { mode: "initial" },
    } as never,
    mode: "production",
    siteUrl: "https://a.example",
    services: { now: () => new Date("2026-11-21T10:00:00Z"), calendar: { state: () => state } } as never,
    metrics: new Metrics(),
    session: null,
    formScripts: null,
    turns: { reads: turns, posts: turns, refusals: turns },
    log: { error: () => {} } as never,
  });
}

it.each([
  [200, cachePolicy.page, 1],
  [200, cachePolicy.live, 1],
  [200, cachePolicy.personal, 2],
  [200, cachePolicy.none, 2],
  // It would be given to the next visitor as a page that is there.
  [404, cachePolicy.page, 2],
  [206, cachePolicy.live, 2],
])("an answer %i, %s, that is asked for twice is made %i times", async (status, cacheControl, times) => {
  let made = 0;
  const handler = start(() => {
    made += 1;
    return new Response("text", { status, headers: { "Cache-Control": cacheControl } });
  });
  const now = new Date("2026-11-21T10:00:00Z");
  for (let count = 0; count < 2; count += 1) await handler.pages.shared({ path: "/file", at: now });
  expect(made).toBe(times);
});
