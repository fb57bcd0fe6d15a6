// docs/specification.md, 'Event selection', 'Event times', 'Events page'

import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { streamTimeout } from "#app/entry.server.tsx";
import { loadingTimeout } from "#calendar/feed/calendar-source.server.ts";
import texts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import { type CalendarServer, calendarOf, serveCalendar } from "../support/calendar-server.ts";
import { createTestSite, type TestSite } from "../support/site.ts";

const [host = ""] = site.hosts;
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function siteWith(
  answer: Parameters<typeof serveCalendar>[0],
): Promise<{ site: TestSite; feed: CalendarServer }> {
  const feed = await serveCalendar(answer);
  open.push(feed);
  const test = await createTestSite({ EVENTS_FEED_URL: feed.url });
  open.push(test);
  return { site: test, feed };
}

async function eventsPage(calendar: string): Promise<string> {
  const { site: test } = await siteWith((_request, response) =>
    response.setHeader("content-type", "text/calendar").end(calendar),
  );
  await test.services.calendar.firstLook;
  return (await test.app.inject("/events")).body;
}

describe("/events", () => {
  it("shows title, badge, date, times with their zone, place and a link in a new tab", async () => {
    const body = await eventsPage(
      calendarOf(host, [
        {
          title: "A gathering",
          more: ["LOCATION:Sample Hall\\, San Francisco", "URL:https://events.example/a?pk=g-secret"],
        },
      ]),
    );
    for (const text of [
      "A gathering",
      texts.badge,
      "Thursday, December 10, 2026",
      "9:00 AM - 10:30 AM PST",
      "Sample Hall, San Francisco",
    ]) {
      expect(body).toContain(text);
    }
    expect(body).toMatch(/href="https:\/\/events\.example\/a" target="_blank" rel="noopener"/);
    expect(body).not.toContain("g-secret");
  });

  it("shows the organization's own, upcoming, not excluded, not cancelled events by start", async () => {
    const body = await eventsPage(
      [
        calendarOf(host, [
          { uid: "2", title: "Second", start: "20261212T170000Z", end: "20261212T180000Z" },
          { uid: "1", title: "First" },
          { uid: "3", title: "The Book Club meets" },
          { uid: "4", title: "Past", start: "20261101T170000Z", end: "20261101T180000Z" },
          { uid: "5", title: "Off", more: ["STATUS:CANCELLED"] },
          { uid: "6", title: "Maybe", more: ["STATUS:TENTATIVE"] },
          { uid: "7", title: "Broken", start: "not a date" },
        ]),
        calendarOf("Somebody else", [{ uid: "8", title: "Foreign" }]),
      ]
        .join("")
        .replace("END:VCALENDAR\r\nBEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n", ""),
    );
    const titles = [...body.matchAll(/<h3><a [^>]*>([^<]*)</g)].map((match) => match[1]);
    expect(titles).toEqual(["First", "Maybe", "Second"]);
  });

  it("draws rings for an event without picture where the one beside it has one, and only there", async () => {
    const titles = ["Next", "A talk", "The ROI of Care", "A walk", "A meal", "Last"];
    const body = await eventsPage(
      calendarOf(
        host,
        titles.map((title, day) => {
          const start = `202612${10 + day}T`;
          return { uid: `${day}`, title, start: `${start}170000Z`, end: `${start}180000Z` };
        }),
      ),
    );
    const tickets = [...body.matchAll(/<article class="ticket[\s\S]*?<\/article>/g)].map(
      ([ticket]) => ticket,
    );
    const boxes = tickets.map((ticket) => /ring-field|<picture/.exec(ticket)?.[0]);
    expect(boxes).toEqual([undefined, "ring-field", "<picture", undefined, undefined, undefined]);
  });

  it("says the date of each in its block, as a whole sentence for those who hear it", async () => {
    const body = await eventsPage(
      calendarOf(host, [
        { uid: "1", title: "A day" },
        { uid: "2", title: "A retreat", start: "20261211T170000Z", end: "20261213T220000Z" },
      ]),
    );
    const dates = [...body.matchAll(/<p class="event-date"[^>]*>([\s\S]*?)<\/p>/g)];
    expect(dates.map(([, date = ""]) => date.replace(/<[^>]*>/g, ""))).toEqual([
      "Thursday, December 10, 2026",
      "Friday, December 11 - Sunday, December 13, 2026",
    ]);
  });

  it("escapes what the feed says and makes no link of a dangerous address", async () => {
    const body = await eventsPage(
      calendarOf(host, [{ title: "<script>alert(1)</script>", more: ["URL:javascript:alert(1)"] }]),
    );
    expect(body).not.toContain("<script>alert");
    expect(body).not.toContain("javascript:");
    expect(body).toContain(`href="${site.eventPlatform}"`);
  });

  it("says that there are none", async () => {
    expect(await eventsPage(calendarOf(host, []))).toContain(texts.none);
  });

  it.each([
    ["an error", 500, ""],
    ["an error page that says 200", 200, "<!doctype html><title>Sorry</title>"],
  ])(
    "says that they could not be loaded when the feed answers with %s, and home shows its empty state",
    async (_name, status, text) => {
      const { site: test } = await siteWith((_request, response) => response.writeHead(status).end(text));
      await test.services.calendar.firstLook;
      const { body } = await test.app.inject("/events");
      expect(body).toContain(texts.failed.title);
      expect(body).toContain(texts.failed.text);
      expect((await test.app.inject("/")).body).toContain(texts.home.none);
      expect(test.log.filter((line) => String(line.msg).startsWith("calendar feed failed"))).toHaveLength(1);
      expect((await test.app.inject("/functions/fetch-events")).statusCode).toBe(503);
    },
  );

  it("streams the page at once and the events when a slow feed has answered", async () => {
    let answer = () => {};
    const { site: test } = await siteWith((_request, response) => {
      answer = () => void response.end(calendarOf(host, [{ title: "Late but there" }]));
    });
    const address = await test.listen();
    for (const [path, loading] of [
      ["/", texts.home.loading],
      ["/events", texts.loading],
    ] as const) {
      // Robots get the finished page; a visitor's browser gets the first part at once.
      const response = await fetch(address + path, { headers: { "user-agent": "Mozilla/5.0 Chrome/150.0" } });
      const reader = (response.body as ReadableStream<Uint8Array>)
        .pipeThrough(new TextDecoderStream() as never)
        .getReader();
      let received = "";
      while (!received.includes(loading)) received += (await reader.read()).value;
      expect(received).not.toContain("Late but there");
      await reader.cancel();
    }
    const waiting = fetch(`${address}/events`).then((response) => response.text());
    answer();
    expect(await waiting).toContain("Late but there");
    // Settled: the next page needs no script at all.
    expect(await (await fetch(`${address}/events`)).text()).not.toContain(texts.loading);
  });

  it.each([
    ["/events", texts.loading, texts.failed.title],
    ["/", texts.home.loading, texts.home.none],
  ])(
    "%s goes on to say that it is loading when the first look takes longer than a visitor should wait",
    async (path, loading, ended) => {
      const { site: test } = await siteWith(() => {});
      vi.spyOn(test.services.calendar, "soon").mockResolvedValue(undefined);
      const { body, headers } = await test.app.inject(path);
      expect(body).toContain(loading);
      expect(body).not.toContain(ended);
      expect(headers["cache-control"]).toContain("no-cache");
      vi.restoreAllMocks();
      await test.services.calendar.firstLook;
      expect((await test.app.inject(path)).body).toContain(ended);
    },
  );

  it("waits for a feed that takes most of its time with home and the list, and says of one event to come again", async () => {
    let answer = () => {};
    const { site: test } = await siteWith((_request, response) => {
      answer = () => void response.end(calendarOf(host, [{ title: "Late but there" }]));
    });
    const { calendar } = test.services;
    // The few seconds are over at once; the time that a page may say that it is loading is not.
    vi.spyOn(calendar, "soon").mockImplementation(async (milliseconds = 0) =>
      milliseconds > 10_000 ? calendar.firstLook : undefined,
    );
    const address = await test.listen();
    const look = async (path: string) => {
      const response = await fetch(address + path);
      return { status: response.status, headers: response.headers, body: await response.text() };
    };
    const waiting = ["/", "/events"].map(look);
    for (const { status, headers } of await Promise.all(["/events/any", "/events.ics"].map(look))) {
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toBe("60");
      expect(headers.get("cache-control")).toBe("no-store");
    }
    answer();
    for (const { body } of await Promise.all(waiting)) expect(body).toContain("Late but there");
    expect((await fetch(`${address}/events/any`)).status).toBe(404);
  });

  it("ends to wait for a feed that never answers, in words and with nothing but JSON lines", async () => {
    const { site: test } = await siteWith(() => {});
    const address = await test.listen();
    const headers = { "user-agent": "Mozilla/5.0 Chrome/150.0" };
    const began = performance.now();
    const [home, events, event, ics] = await Promise.all(
      ["/", "/events", "/events/any", "/events.ics"].map(async (path) => {
        const response = await fetch(address + path, { headers });
        return { status: response.status, body: await response.text() };
      }),
    );
    expect(performance.now() - began).toBeLessThan(3 * loadingTimeout);
    expect(streamTimeout).toBeGreaterThan(loadingTimeout);
    expect(home?.body).toContain(texts.home.none);
    expect(events?.body).toContain(texts.failed.title);
    expect([event?.status, ics?.status]).toEqual([503, 503]);
    expect(test.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it("shows the last good copy when the feed is down at the next start", async () => {
    const { mkdtempSync } = await import("node:fs");
    const { tmpdir } = await import("node:os");
    const folder = mkdtempSync(`${tmpdir()}/copy-`);
    const feed = await serveCalendar(
      (_request, response) => void response.end(calendarOf(host, [{ title: "Kept" }])),
    );
    const first = await createTestSite({ EVENTS_FEED_URL: feed.url, DATA_DIR: folder });
    await first.services.calendar.firstLook;
    await feed.close();
    await first.app.close();
    await first.services.stop();
    const second = await createTestSite({ EVENTS_FEED_URL: feed.url, DATA_DIR: folder });
    open.push(second);
    await second.services.calendar.firstLook;
    expect((await second.app.inject("/events")).body).toContain("Kept");
  });
});

describe("the moment at which things change", () => {
  it("is exact: an event that has begun or is over is so on every page at once, one called off when it is known", async () => {
    let calendar = calendarOf(host, [
      { uid: "a@x", title: "At five" },
      { uid: "b@x", title: "At six", start: "20261210T180000Z", end: "20261210T190000Z" },
    ]);
    const feed = await serveCalendar((_request, response) => response.end(calendar));
    open.push(feed);
    let now = new Date("2026-12-10T16:59:50Z");
    const test = await createTestSite(
      { EVENTS_FEED_URL: feed.url, EVENTS_REFRESH_SECONDS: "1" },
      { now: () => now },
    );
    open.push(test);
    await test.services.calendar.firstLook;
    const look = async (path: string) => (await test.app.inject(path)).body;
    const control = async () => String((await test.app.inject("/events")).headers["cache-control"]);

    expect(await look("/events")).toContain("At five");
    expect(await look("/")).toContain("At five");
    // A shared cache keeps the page no longer than it is right.
    expect(await control()).toMatch(/s-maxage=10, stale-while-revalidate=0,/);
    now = new Date("2026-12-10T16:59:58.500Z");
    expect(await control()).toMatch(/s-maxage=1, stale-while-revalidate=0,/);
    now = new Date("2026-12-10T16:59:59Z");
    expect(await look("/events")).toContain("At five");
    now = new Date("2026-12-10T17:00:00Z");
    expect(await look("/events")).not.toContain("At five");
    expect(await look("/")).toContain("At six");
    const [slug] = test.services.calendar.current()?.events.map((event) => event.slug) ?? [];
    expect(await look(`/events/${slug}`)).not.toContain(texts.one.past);
    now = new Date("2026-12-10T18:30:00Z");
    expect(await look(`/events/${slug}`)).toContain(texts.one.past);

    now = new Date("2026-12-10T17:10:00Z");
    expect(await look("/")).toContain("At six");
    calendar = calendar.replace("SUMMARY:At six", "STATUS:CANCELLED\r\nSUMMARY:At six");
    await expect
      .poll(() => test.services.calendar.current()?.events.some((event) => event.isCancelled))
      .toBe(true);
    // Who comes while it is rendered again gets the page from before that.
    await expect.poll(() => look("/")).not.toContain("At six");
    await expect.poll(() => look("/events")).toContain(texts.none);
  });
});

describe("the sample calendar", () => {
  it("always has upcoming events and never shows those that must be filtered out", async () => {
    const test = await createTestSite();
    open.push(test);
    await test.services.calendar.firstLook;
    const { body } = await test.app.inject("/events");
    const titles = [...body.matchAll(/<h3><a [^>]*>([^<]*)</g)].map((match) => String(match[1]));
    expect(titles.length).toBeGreaterThan(3);
    expect(titles.join("\n")).not.toMatch(/book club|somebody else|cancelled/i);
    expect(body).not.toMatch(/Hosted by|up-to-date information|pk=g-|must not be shown/);
    const home = await test.app.inject("/");
    expect(home.body).toContain(titles[0]);
  });

  it("is served without the entries that are not ours", async () => {
    const test = await createTestSite();
    open.push(test);
    await test.services.calendar.firstLook;
    for (const method of ["GET", "POST"] as const) {
      const response = await test.app.inject({ method, url: "/functions/fetch-events" });
      expect(response.headers["content-type"]).toContain("text/calendar");
      const source = readFileSync("content/events/sample-calendar.ics", "utf8");
      const uids = (text: string) => text.match(/^UID:.*$/gm)?.map((line) => line.trim());
      const ours = uids(source)?.filter((uid) => !/book|other/.test(uid));
      expect(uids(response.body)).toEqual(ours);
      expect(response.body).not.toContain("pk=g-");
      expect(response.body.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    }
  });
});
