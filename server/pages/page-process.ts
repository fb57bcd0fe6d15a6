/** The process that renders pages, and ends when nobody listens any more. `rendering-process.ts` starts it and is the other end. */

import { createHash } from "node:crypto";
import * as build from "virtual:react-router/server-build";
import type { Services } from "#app/services.ts";
import { type CalendarPart, joinParts } from "#calendar/feed/calendar-parts.ts";
import type { CalendarSource } from "#calendar/feed/calendar-source.server.ts";
import { finishShared } from "./kept-pages.ts";
import { Renderer } from "./renderer.ts";
import type { MadePage, RenderingOrder, WantedPage } from "./rendering-process.ts";

const parts: CalendarPart[] = [];
process.once("disconnect", () => process.exit());
process.on("message", async (order: RenderingOrder) => {
  if ("part" in order) {
    parts.push(order.part);
    return;
  }
  const make = makerOf(order);
  for (const wanted of order.pages) {
    const made = await make(wanted).catch((error: unknown) => ({ failure: wordsOf(error) }));
    process.send?.(made);
  }
});

function makerOf({ settings, calendar: rest, freshFor }: Exclude<RenderingOrder, { part: CalendarPart }>) {
  const snapshot = { ...rest, ...joinParts(parts) };
  // Pages for everybody ask for nothing else.
  const calendar: Pick<CalendarSource, "current" | "freshFor"> = { current: () => snapshot, freshFor };
  let failure: string | undefined;
  const renderer = new Renderer({
    build,
    mode: "production",
    ...settings,
    services: { calendar: calendar as CalendarSource } as Services,
    metrics: { rendering: (_kind, render) => render() },
    turns: { reads: atOnce, posts: atOnce, refusals: atOnce },
    log: {
      ...silent,
      error: ({ err }: { err?: unknown }) => {
        failure = wordsOf(err);
      },
    },
  });
  return async ({ path, at, known }: WantedPage): Promise<MadePage> => {
    const address = new URL(path, settings.siteUrl);
    failure = undefined;
    let shows: string | undefined;
    if (known !== undefined) {
      // What the routes' loaders say, without a page.
      const { response } = await renderer.render(new Request(`${address}.data`), { at });
      shows = createHash("sha256")
        .update(await response.text())
        .digest("base64url");
      if (shows === known) return { shows };
    }
    const rendering = await renderer.render(new Request(address), { at });
    const page = await finishShared(rendering, settings.session);
    const { status } = rendering.response;
    return { page, shows, failure: status < 500 ? failure : (failure ?? `answered ${status}`) };
  };
}

const atOnce = { run: <Result>(work: () => Promise<Result>) => work() };
const silent = { info() {}, warn() {} };

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
