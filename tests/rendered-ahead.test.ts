// docs/specification.md, 'Rendered once'

import { globSync, readFileSync } from "node:fs";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { spotlightIndex } from "#app/people/spotlight.ts";
import { upcomingEvents } from "#calendar/event.ts";
import spotlight from "#content/people/spotlight.yaml";
import { formRoutes } from "./support/routes.ts";
import { createTestSite, fixedNow, type TestSite } from "./support/site.ts";

let site: TestSite;
let now = fixedNow;
afterEach(() => site.close());

const visit = (url: string) => site.app.inject({ url, headers: { "accept-encoding": "br" } });
const text = async (url: string) => brotliDecompressSync((await visit(url)).rawPayload).toString();
const upcoming = (at: Date) => upcomingEvents(site.services.calendar.current()?.events ?? [], at);
/** The three pages of forms, which know nothing of the calendar, are rendered once. */
const forms = formRoutes.length + 1;
const livePages = (at: Date) => 2 + upcoming(at).length;

async function startAt(start: Date) {
  now = start;
  site = await createTestSite({}, { now: () => now });
  await site.services.calendar.firstLook;
  await site.listen();
  // Shortly before a change those that follow it come at once.
  await expect.poll(() => site.renders()).toBeGreaterThanOrEqual(livePages(start) + forms);
}

describe("pages that show the calendar, and forms", () => {
  it("are rendered before anybody asks, and neither a crowd nor a query renders them again", async () => {
    await startAt(fixedNow);
    const slug = upcoming(now)[0]?.slug;
    const urls = ["/", "/events", "/contact", "/learning/application", `/events/${slug}`];
    const crowd = urls.flatMap((url) => Array.from({ length: 20 }, (_, one) => `${url}?utm_source=${one}`));
    const answers = await Promise.all([...urls, ...crowd].map(visit));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(site.renders()).toBe(livePages(now) + forms);
  });

  it("are compressed as well as brotli can", async () => {
    await startAt(fixedNow);
    for (const url of ["/", "/events"]) {
      const { rawPayload } = await visit(url);
      const html = brotliDecompressSync(rawPayload);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
      expect(rawPayload.length, url).toBe(brotliCompressSync(html, { params }).length);
    }
  });

  it("are there in the second in which an event begins, rendered before it", async () => {
    await startAt(fixedNow);
    const [first, second] = upcoming(now);
    if (!first || !second) throw new Error("the sample has too few events");
    const before = site.renders();
    now = new Date(first.start.getTime() - 5_000);
    await visit("/");
    const phases = () => site.renders() - before;
    // Of now, and of the time from the start on.
    await expect.poll(phases).toBeGreaterThanOrEqual(livePages(now) + livePages(first.start));
    const rendered = site.renders();
    now = new Date(first.start.getTime() - 1);
    expect(await text("/events")).toContain(`/events/${first.slug}"`);
    now = first.start;
    expect(await text("/events")).not.toContain(`/events/${first.slug}"`);
    expect(await text("/")).toContain(second.title);
    expect(site.renders()).toBe(rendered);
  });

  it("show the person of the day from midnight on, where the organization is", async () => {
    // Midnight in San Francisco.
    const midnight = new Date("2026-11-22T08:00:00Z");
    await startAt(new Date(midnight.getTime() - 1_000));
    await expect.poll(() => site.renders()).toBe(2 * livePages(now) + forms);
    const nameAt = (at: Date) => spotlight[spotlightIndex(at, "America/Los_Angeles", spotlight.length)];
    expect(nameAt(now)).not.toBe(nameAt(midnight));
    expect(await text("/")).toContain(`<h2>${nameAt(now)}</h2>`);
    now = midnight;
    expect(await text("/")).toContain(`<h2>${nameAt(midnight)}</h2>`);
    expect(site.renders()).toBe(2 * livePages(now) + forms);
  });
});

it("React is its production build in all that the server loads, whatever NODE_ENV says", async () => {
  await startAt(fixedNow);
  const [server, react] = ["build/server", "node_modules/react-dom/cjs"].map((folder) =>
    globSync(`${folder}/{**/*.js,react-dom-server.node.development.js}`).map((file) => ({
      file,
      source: readFileSync(file, "utf8"),
    })),
  );
  const warning = "Invalid ARIA attribute";
  const warns = (files = server) =>
    files?.filter(({ source }) => source.includes(warning)).map(({ file }) => file);
  expect(warns(react)).toContain("node_modules/react-dom/cjs/react-dom-server.node.development.js");
  expect(server?.some(({ source }) => source.includes("renderToPipeableStream"))).toBe(true);
  expect(warns()).toEqual([]);
});
