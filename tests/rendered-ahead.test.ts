// docs/specification.md, 'Rendered once'

import { globSync, readFileSync } from "node:fs";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { mostShown } from "#app/events/list-pages.ts";
import { daysEach, spotlightIndex } from "#app/people/spotlight.ts";
import { upcomingEvents } from "#calendar/event.ts";
import { utcText } from "#calendar/time/ical-time.ts";
import { dayLength } from "#calendar/time/wall-time.ts";
import spotlight from "#content/people/spotlight.yaml";
import owner from "#content/site.yaml";
import { calendarOf, serveCalendar } from "./support/calendar-server.ts";
import { formRoutes } from "./support/routes.ts";
import { createTestSite, fixedNow, type TestSite } from "./support/site.ts";

const auth = { AUTH_URL: "https://auth.example.org/auth/v1", AUTH_ANON_KEY: "key" };

let site: TestSite;
let now = fixedNow;
afterEach(() => site.close());

const visit = (url: string) => site.app.inject({ url, headers: { "accept-encoding": "br" } });
const text = async (url: string) => brotliDecompressSync((await visit(url)).rawPayload).toString();
const events = () => site.services.calendar.current()?.events ?? [];
const upcoming = (at: Date) => upcomingEvents(events(), at);
/** The pages of forms, which know nothing of the calendar, are rendered once, by the process that answers. */
const forms = formRoutes.length + 1;
/** What was rendered elsewhere: a line of the log for each state. */
const states = () =>
  site.log
    .filter(({ msg }) => msg === "pages are there before anybody asks")
    .map(({ at, pages, rendered }) => ({ at, unchanged: Number(pages) - Number(rendered) }));
const haveStates = (count: number) => expect.poll(() => states().length).toBe(count);

async function startAt(start: Date, env: Record<string, string> = {}) {
  now = start;
  site = await createTestSite(env, { now: () => now });
  await site.services.calendar.firstLook;
  await site.listen();
  await haveStates(1);
}

describe("pages that show the calendar, and forms", () => {
  it("are rendered before anybody asks, and neither a crowd nor a query renders them again", async () => {
    await startAt(fixedNow);
    const pages = ["/", "/events", ...events().map(({ slug }) => `/events/${slug}`)];
    const urls = [...pages, "/events.ics", "/sitemap.xml", "/contact", "/learning/application"];
    const crowd = urls.flatMap((url) => Array.from({ length: 20 }, (_, one) => `${url}?utm_source=${one}`));
    const answers = await Promise.all([...urls, ...crowd].map(visit));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(site.renders()).toBe(forms);
  });

  it("are the same as those that are rendered for a visitor", async () => {
    await startAt(fixedNow, { ...auth, SITE_URL: "https://other.example" });
    const urls = ["/", "/events", ...upcoming(now).map(({ slug }) => `/events/${slug}`)];
    const ahead = await Promise.all(urls.map(visit));
    await site.close();
    site = await createTestSite({ ...auth, SITE_URL: "https://other.example" }, { now: () => now });
    await site.services.calendar.firstLook;
    const asked = await Promise.all(urls.map(visit));
    expect(site.renders()).toBe(urls.length);
    for (const [place, { rawPayload, headers }] of ahead.entries()) {
      expect(rawPayload.equals(asked[place]?.rawPayload as Buffer), urls[place]).toBe(true);
      expect({ ...headers, date: "" }).toEqual({ ...asked[place]?.headers, date: "" });
    }
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

  it("are there in the second in which an event begins, rendered before it, and only what changes by it", async () => {
    await startAt(fixedNow);
    const [first, second] = upcoming(now);
    if (!first || !second) throw new Error("the sample has too few events");
    now = new Date(first.start.getTime() - 5_000);
    // Of now, as other days have passed since, and of the time from the start on.
    await haveStates(3);
    expect(states()[2]?.at).toBe(first.start.toISOString());
    const others = upcoming(first.start).filter(({ uid }) => uid !== first.uid);
    expect(states()[2]?.unchanged).toBeGreaterThanOrEqual(others.length);
    now = new Date(first.start.getTime() - 1);
    expect(await text("/events")).toContain(`/events/${first.slug}"`);
    now = first.start;
    expect(await text("/events")).not.toContain(`/events/${first.slug}"`);
    expect(await text("/")).toContain(second.title);
    expect(site.renders()).toBe(forms);
  });

  it("show the next person in the spotlight from midnight on, where the organization is", async () => {
    // The first midnight in San Francisco at which another person's turn begins.
    const turn = daysEach * dayLength;
    const midnight = new Date(Math.ceil(Date.parse("2026-11-22") / turn) * turn + 8 * 3_600_000);
    await startAt(new Date(midnight.getTime() - 1_000));
    await haveStates(2);
    const nameAt = (at: Date) => spotlight[spotlightIndex(at, "America/Los_Angeles", spotlight.length)];
    expect(nameAt(now)).not.toBe(nameAt(midnight));
    expect(await text("/")).toContain(`<h2>${nameAt(now)}</h2>`);
    now = midnight;
    expect(await text("/")).toContain(`<h2>${nameAt(midnight)}</h2>`);
    expect(site.renders()).toBe(forms);
  });

  it("are given as they were until all that a feed changes is rendered, to the last page of the list and the last event", async () => {
    let count = 2;
    const hour = 3_600_000;
    const timeOf = (index: number) => utcText(new Date(fixedNow.getTime() + index * hour));
    const feed = await serveCalendar((_request, response) => {
      // What is added begins sooner than what was next before.
      const entries = Array.from({ length: count }, (_, index) => ({
        uid: `${index}@x`,
        title: `Talk ${index}`,
        start: timeOf(1_000 - index),
        end: timeOf(1_000.5 - index),
      }));
      response.end(calendarOf(String(owner.hosts[0]), entries));
    });
    await startAt(fixedNow, { EVENTS_FEED_URL: feed.url, EVENTS_REFRESH_SECONDS: "1" });
    count = 2 * mostShown + 5;
    await expect.poll(() => events().length).toBe(count);
    expect((await visit("/events")).statusCode).toBe(200);
    await haveStates(2);
    expect(await text("/")).toContain(`Talk ${count - 1}`);
    expect(await text("/events")).toContain(`Talk ${count - 1}`);
    expect(await text("/events/page/3")).toContain("Talk 0");
    for (const { slug, title } of events()) expect(await text(`/events/${slug}`)).toContain(`${title}</h1>`);
    expect(site.renders()).toBe(forms);
    await feed.close();
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
