// docs/specification.md, 'Feeds', 'Last good copy'

import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { generate } from "selfsigned";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { feedKey, readCopies, writeCopies } from "#calendar/feed/calendar-copy.server.ts";
import { type CalendarSource, watchCalendar } from "#calendar/feed/calendar-source.server.ts";
import { FeedError, feedLimits, fetchFeed, redirectTarget } from "#calendar/feed/fetch-feed.server.ts";
import { WatchedFeed } from "#calendar/feed/watched-feed.server.ts";
import { readOwnCalendar } from "#calendar/read/read-calendar.ts";
import texts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import { plainRules } from "../fixtures/selection-rules.ts";
import { type CalendarServer, calendarOf, serveCalendar } from "../support/calendar-server.ts";
import { createTestSite, fixedNow } from "../support/site.ts";

const host = site.hosts[0] ?? "";
const rules = { ...plainRules, hosts: site.hosts, listing: site.eventPlatform };
const good = calendarOf(host, [{ title: "Shown" }]);
// Made beforehand: that takes as long as a feed may.
const bomb = gzipSync(Buffer.alloc(30_000_000, "B"));
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Ways in which a feed can fail, and what is said of each. */
const faults: [name: string, answer: Answer, reason: RegExp][] = [
  ["refuses", (request) => request.socket.destroy(), /cannot be reached: it ended the connection/],
  ["hangs", () => {}, /did not answer within/],
  [
    "drips",
    (_request, response) => {
      const timer = setInterval(() => response.write("B"), 20);
      response.on("close", () => clearInterval(timer));
    },
    /did not answer within/,
  ],
  [
    "answers what is no HTTP",
    (request) => request.socket.end("220 mail.example ESMTP\r\n\r\n"),
    /cannot be reached: its answer is no HTTP/,
  ],
  ["answers 500", (_request, response) => response.writeHead(500).end(good), /answered 500/],
  ["answers 401", (_request, response) => response.writeHead(401).end(), /answered 401 \(it wants a name/],
  ["answers 404", (_request, response) => response.writeHead(404).end(), /answered 404 \(nothing is at/],
  [
    "has endless headers",
    (_request, response) => response.setHeader("x-long", "x".repeat(40_000)).end(good),
    /the headers of its answer are too long/,
  ],
  ["answers 429", (_request, response) => response.writeHead(429).end(), /answered 429/],
  [
    "answers HTML",
    (_request, response) => response.end("<!doctype html><title>Sorry</title>"),
    /no calendar/,
  ],
  ["breaks off", (_request, response) => response.end(good.slice(0, 200)), /breaks off/],
  ["is empty", (_request, response) => response.end(), /no calendar/],
  ["is huge", (_request, response) => response.end(`${good}${"x".repeat(300_000)}`), /larger than/],
  [
    "is a gzip bomb",
    (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    /larger than/,
  ],
  ["answers 204", (_request, response) => response.writeHead(204).end(), /no calendar/],
  [
    "says gzip and is none",
    (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(good),
    /cannot be reached: its answer is not packed as it says/,
  ],
  [
    "ends before it should",
    (_request, response) => {
      response.writeHead(200, { "content-length": good.length + 1 }).write(good, () => response.destroy());
    },
    /cannot be reached: it ended the connection before its answer was whole/,
  ],
  [
    "is in letters of four bytes that it does not name",
    (_request, response) =>
      response.end(Buffer.from([...good].flatMap((one) => [one.charCodeAt(0), 0, 0, 0]))),
    /no calendar/,
  ],
  [
    "redirects in a circle",
    (_request, response) => response.writeHead(302, { location: "/again" }).end(),
    /more than 5/,
  ],
  [
    "redirects to a file",
    (_request, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
    /no web address/,
  ],
];

let feed: CalendarServer;
let answer: Answer;
let asked: IncomingMessage[];
const limits = { timeout: 60_000, bytes: 200_000, redirects: 5 };

beforeEach(async () => {
  asked = [];
  feed = await serveCalendar((request, response) => {
    asked.push(request);
    answer(request, response);
  });
});
afterEach(() => feed.close());

describe("fetchFeed", () => {
  it.each(faults)(
    "says why a feed that %s cannot be read, without its address",
    async (_name, fault, reason) => {
      answer = fault;
      const secret = `${feed.url}?token=secret`;
      const timeout = reason.source.startsWith("did not answer") ? 1_000 : limits.timeout;
      const error = await fetchFeed(secret, {}, fixedNow, { ...limits, timeout }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(FeedError);
      expect(String(error)).toMatch(reason);
      expect(String(error)).not.toContain("secret");
    },
  );

  it.each([
    ["7", 7],
    ["Sat, 21 Nov 2026 10:01:00 GMT", 60],
    ["soon", undefined],
    ["-5", 0],
    ["Sat, 21 Nov 2020 10:01:00 GMT", 0],
    ["7200", 3_600],
    ["99999999999999999999", 3_600],
    ["Fri, 31 Dec 9999 23:59:59 GMT", 3_600],
  ])("reads Retry-After, up to an hour: %s", async (value, seconds) => {
    answer = (_request, response) => response.writeHead(503, { "retry-after": value }).end();
    await expect(fetchFeed(feed.url, {}, fixedNow, limits)).rejects.toMatchObject({ retryAfter: seconds });
  });

  it("asks whether its copy is still right", async () => {
    answer = (request, response) =>
      request.headers["if-none-match"] === '"1"'
        ? response.writeHead(304).end()
        : response
            .writeHead(200, { etag: '"1"', "last-modified": "Sat, 21 Nov 2026 09:00:00 GMT" })
            .end(good);
    const first = await fetchFeed(feed.url, {}, fixedNow, limits);
    expect(first).toMatchObject({
      kind: "fresh",
      etag: '"1"',
      lastModified: "Sat, 21 Nov 2026 09:00:00 GMT",
    });
    expect(await fetchFeed(feed.url, { etag: '"1"' }, fixedNow, limits)).toEqual({ kind: "unchanged" });
  });

  it("takes no word for a copy that it does not have", async () => {
    answer = (_request, response) => response.writeHead(304).end();
    await expect(fetchFeed(feed.url, {}, fixedNow, limits)).rejects.toThrow("answered 304");
  });

  it("follows up to five redirects", async () => {
    answer = (request, response) => {
      const step = Number(request.url?.slice(1)) || 0;
      if (step < 5) response.writeHead(301, { location: `/${step + 1}` }).end();
      else response.end(good);
    };
    expect(await fetchFeed(feed.url, {}, fixedNow, limits)).toMatchObject({ kind: "fresh" });
  });

  it.each(["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433"])(
    "does not follow a redirect to another server of a private network: %s",
    async (name) => {
      let visits = 0;
      const inside = await serveCalendar((_request, response) => {
        visits += 1;
        response.end(good);
      });
      const location = inside.url.replace("127.0.0.1", name);
      answer = (_request, response) => response.writeHead(302, { location }).end();
      const error = await fetchFeed(feed.url, {}, fixedNow, limits).catch((thrown: unknown) => thrown);
      expect(String(error)).toMatch(/private network/);
      expect(visits).toBe(0);
      await inside.close();
    },
  );

  it.each([
    ...["10.1.2.3", "100.64.0.1", "169.254.169.254", "172.16.0.1", "192.168.1.1", "0.0.0.0", "224.0.0.1"],
    ...["[::1]", "[fe80::1]", "[fd00::1]", "[64:ff9b::a9fe:a9fe]", "[2002:7f00:1::]", "[::127.0.0.1]"],
  ])("does not even ask whether something answers at %s", async (name) => {
    answer = (_request, response) => response.writeHead(302, { location: `http://${name}/x.ics` }).end();
    const error = await fetchFeed(feed.url, {}, fixedNow, limits).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/private network/);
  });

  it("sends the password of a feed's address as such, to that server only, and never says it", async () => {
    const secret = feed.url.replace("//", "//ann%40x.example:s%20cret@");
    const basic = `Basic ${Buffer.from("ann@x.example:s cret").toString("base64")}`;
    answer = (request, response) =>
      request.headers.authorization === basic ? response.end(good) : response.writeHead(401).end();
    expect(await fetchFeed(secret, {}, fixedNow, limits)).toMatchObject({ kind: "fresh" });
    answer = (_request, response) =>
      response.writeHead(302, { location: "http://user:other@127.0.0.1:1/" }).end();
    const error = await fetchFeed(secret, {}, fixedNow, limits).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FeedError);
    expect(String(error)).not.toMatch(/cret|other|ann/);
  });

  it("takes a whole calendar after which a cache has written something, and lines that end as on old computers", async () => {
    answer = (_request, response) => response.end(`${good}<!-- cached 2026-11-21 -->\n`);
    expect(await fetchFeed(feed.url, {}, fixedNow, limits)).toMatchObject({
      text: expect.stringMatching(/END:VCALENDAR$/),
    });
    answer = (_request, response) => response.end(good.replaceAll("\r\n", "\r"));
    expect(await fetchFeed(feed.url, {}, fixedNow, limits)).toMatchObject({
      text: expect.stringContaining("\r\nSUMMARY:Shown\r\n"),
    });
    // Another calendar that breaks off is no remark.
    answer = (_request, response) => response.end(good + good.slice(0, 200));
    await expect(fetchFeed(feed.url, {}, fixedNow, limits)).rejects.toThrow("breaks off");
  });

  const words = "Für alle";
  const told = calendarOf(host, [{ title: words }]);
  it.each<[string, Buffer | string, Record<string, string>]>([
    ["packed", gzipSync(told), { "content-encoding": "gzip" }],
    ["in Latin-1", Buffer.from(told, "latin1"), {}],
    [
      "in Latin-1 and said to be UTF-8",
      Buffer.from(told, "latin1"),
      { "content-type": "text/calendar; charset=utf-8" },
    ],
    ["in UTF-16", Buffer.from(told, "utf16le"), { "content-type": "text/calendar; charset=utf-16le" }],
    ["in UTF-16, and nobody says so", Buffer.from(told, "utf16le"), {}],
    ["in UTF-16 with a mark, as Windows writes it", Buffer.from(`\uFEFF${told}`, "utf16le"), {}],
    ["in UTF-16 the other way", Buffer.from(told, "utf16le").swap16(), {}],
    ["with a byte order mark", `\uFEFF${told}`, {}],
    ["with line feeds alone", told.replaceAll("\r\n", "\n"), {}],
    [
      "folded within a letter",
      Buffer.from(Buffer.from(told).toString("latin1").replace("\u00bc", "\r\n \u00bc"), "latin1"),
      {},
    ],
  ])("reads a calendar that comes %s", async (_name, body, headers) => {
    answer = (_request, response) => response.writeHead(200, headers).end(body);
    const found = await fetchFeed(feed.url, {}, fixedNow, limits);
    const own = readOwnCalendar(
      found.kind === "fresh" ? found.text : "",
      { now: fixedNow, timeZone: "UTC" },
      rules,
    );
    expect(own.events.map(({ title }) => title)).toEqual([words]);
  });

  it("says so when no safe connection comes about", async () => {
    const secure = feed.url.replace("http:", "https:");
    const error = await fetchFeed(`${secure}?token=secret`, {}, fixedNow, limits).catch(
      (one: unknown) => one,
    );
    expect(String(error)).toMatch(/cannot be reached: it speaks no TLS; is it https:\? \(\w+\)/);
  });

  it.each([
    ["http://no-such-machine.invalid/a.ics", /there is no machine of this name|could not be looked up/],
    ["http://127.0.0.1:1/a.ics", /its port is one that is never asked over HTTP/],
    ["file:///no/such/file.ics", /there is no such file \(ENOENT\)/],
    ["file:///", /it is a folder/],
  ])("says in words why %s cannot be reached", async (address, words) => {
    const error = await fetchFeed(address, {}, fixedNow, limits).catch((one: unknown) => one);
    expect(String(error)).toMatch(words);
    expect(String(error)).not.toMatch(/fetch failed|a\.ics|file\.ics/);
  });

  it("says what is wrong with a certificate, and that nobody answers", async () => {
    const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }]);
    const secure = createSecureServer({ key, cert }, (_request, response) => response.end(good));
    await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
    const { port } = secure.address() as AddressInfo;
    const refusal = () => fetchFeed(`https://localhost:${port}/`, {}, fixedNow, limits).catch(String);
    expect(await refusal()).toContain("its certificate is one that it has signed itself");
    await new Promise((resolve) => secure.close(resolve));
    expect(await refusal()).toContain("nobody answers at this address (ECONNREFUSED)");
  });

  it("never goes from https to http", () => {
    const from = new URL("https://feed.example/a.ics");
    expect(() => redirectTarget(from, "http://feed.example/a.ics")).toThrow("from https to http");
    expect(redirectTarget(from, "/b.ics").href).toBe("https://feed.example/b.ics");
  });

  it("reads letters although the server names the wrong encoding", async () => {
    answer = (_request, response) =>
      response
        .writeHead(200, { "content-type": "text/calendar; charset=iso-8859-1" })
        .end(calendarOf(host, [{ title: "Für 🌲" }]));
    expect(await fetchFeed(feed.url, {}, fixedNow, limits)).toMatchObject({
      text: expect.stringContaining("Für 🌲"),
    });
  });
});

describe("watchCalendar", () => {
  let folder: string;
  let log: { message: string; fields: object }[];
  let source: CalendarSource | undefined;
  let now: Date;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "calendar-"));
    log = [];
    now = fixedNow;
  });
  afterEach(async () => {
    await source?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const watch = (feeds = [feed.url], refreshSeconds = 0.03) => {
    const note = (fields: object, message: string) => void log.push({ message, fields });
    source = watchCalendar({
      feeds: feeds.map((address) => ({ name: "the feed", address, timeZone: site.timeZone, rules })),
      refreshSeconds,
      copyFile: join(folder, "calendar.json"),
      parse: async (...task) => readOwnCalendar(...task),
      now: () => now,
      log: { info: note, warn: note, error: note },
      limits,
    });
    return source;
  };
  const titles = (from: CalendarSource) => from.current()?.events.map((event) => event.title);
  const messages = () => log.map(({ message }) => message);

  it.each(faults)("keeps the last good copy while the feed %s, and says so once", async (_name, fault) => {
    answer = (_request, response) => response.end(good);
    const calendar = watch();
    await calendar.firstLook;
    answer = fault;
    await expect
      .poll(() => messages().filter((one) => one.startsWith("calendar feed failed")).length)
      .toBe(1);
    expect(titles(calendar)).toEqual(["Shown"]);
    answer = (_request, response) => response.end(calendarOf(host, [{ title: "New" }]));
    await expect.poll(() => titles(calendar)).toEqual(["New"]);
    expect(messages()).toEqual(["calendar feed failed, the last good copy stays", "calendar feed is back"]);
    expect(JSON.stringify(log)).not.toContain("calendar.ics");
  });

  it("uses the copy of the time before at once, without waiting for a feed that hangs", async () => {
    answer = (_request, response) => response.end(good);
    await watch().firstLook;
    await source?.stop();
    answer = () => {};
    const snapshot = await watch().firstLook;
    // The feed had neither answered nor been given up.
    expect(messages()).toEqual([]);
    expect(snapshot?.events).toHaveLength(1);
  });

  it.each(["", "{", '{"a":1}', "[]"])("takes no damaged copy for a calendar: %j", async (content) => {
    writeFileSync(join(folder, "calendar.json"), content);
    answer = (_request, response) => response.end(good);
    expect((await watch().firstLook)?.events).toHaveLength(1);
    if (content !== "[]") expect(messages()).toContain("the calendar's copy cannot be used");
  });

  it("keeps a copy that names no feed", async () => {
    answer = (_request, response) => response.writeHead(200, { etag: '"7"' }).end(good);
    await watch([`${feed.url}?token=secret`]).firstLook;
    await source?.stop();
    const text = readFileSync(join(folder, "calendar.json"), "utf8");
    expect(statSync(join(folder, "calendar.json")).mode & 0o077).toBe(0);
    expect(Object.keys(JSON.parse(text))).toEqual([feedKey(`${feed.url}?token=secret`)]);
    expect(text).not.toContain("secret");
    // The next start asks with the tag that it has.
    asked.length = 0;
    answer = (_request, response) => response.writeHead(304).end();
    expect((await watch([`${feed.url}?token=secret`]).firstLook)?.events).toHaveLength(1);
    await expect.poll(() => asked[0]?.headers["if-none-match"]).toBe('"7"');
  });

  it("says so when the calendar is empty after it had entries", async () => {
    answer = (_request, response) => response.end(good);
    const calendar = watch();
    await calendar.firstLook;
    answer = (_request, response) => response.end(calendarOf(host, []));
    await expect.poll(() => titles(calendar)).toEqual([]);
    expect(log).toEqual([
      { message: "the calendar is empty; before, it had entries", fields: { feed: "the feed", count: 1 } },
    ]);
  });

  it("says whose the entries are when none is ours, once", async () => {
    const entries = [{ uid: "1" }, { uid: "2" }, { uid: "3", more: ["CLASS:PRIVATE"] }];
    answer = (_request, response) => response.end(calendarOf("Jane Doe", entries));
    await watch().firstLook;
    const asks = asked.length;
    await expect.poll(() => asked.length).toBeGreaterThan(asks + 2);
    expect(log).toEqual([
      { message: "3 entries, 0 ours: organizers found: Jane Doe", fields: { feed: "the feed" } },
    ]);
  });

  it("says which entries lose something once, and again when it is others", async () => {
    const more = ["DESCRIPTION:Come.\\nPasscode: 4711"];
    const gives = (...entries: { uid: string; title: string }[]) => {
      answer = (_request, response) =>
        response.end(
          calendarOf(
            host,
            entries.map((one) => ({ ...one, more })),
          ),
        );
    };
    gives({ uid: "1", title: "One" });
    const calendar = watch();
    await calendar.firstLook;
    gives({ uid: "1", title: "Still one" });
    await expect.poll(() => titles(calendar)).toEqual(["Still one"]);
    expect(messages()).toEqual(["parts of calendar entries are not shown"]);
    gives({ uid: "1", title: "One" }, { uid: "2", title: "Two" });
    await expect.poll(() => titles(calendar)).toEqual(["One", "Two"]);
    expect(log.map(({ fields }) => fields)).toMatchObject([{ count: 1 }, { count: 2 }]);
  });

  it("takes a calendar that is only stamped anew for the same", async () => {
    const stamped = (time: string) => calendarOf(host, [{ more: [`DTSTAMP:${time}`] }]);
    answer = (_request, response) => response.end(stamped("20261101T000000Z"));
    const calendar = watch();
    const events = (await calendar.firstLook)?.events;
    answer = (_request, response) => response.end(stamped("20261120T000000Z"));
    const asks = asked.length;
    await expect.poll(() => asked.length).toBeGreaterThan(asks + 1);
    expect(calendar.current()?.events).toEqual(events);
  });

  it("waits for as long as a feed asks for, while it asks another one", async () => {
    const other = await serveCalendar((_request, response) => {
      others += 1;
      response.end(good);
    });
    let others = 0;
    answer = (_request, response) => response.writeHead(429, { "retry-after": "3600" }).end();
    watch([feed.url, other.url], 0.01);
    await expect.poll(() => others).toBeGreaterThan(5);
    expect(asked).toHaveLength(1);
    await other.close();
  });

  /** The feed, asked every minute. */
  const watchOne = () => {
    const note = () => {};
    const parse = async (...task: Parameters<typeof readOwnCalendar>) => readOwnCalendar(...task);
    const log = { info: note, warn: note, error: note };
    return new WatchedFeed(
      { name: "the feed", address: feed.url, timeZone: site.timeZone, rules },
      { refreshSeconds: 60, parse, now: () => now, log, limits },
    );
  };

  it("asks a feed that is back as often as before", async () => {
    answer = (_request, response) => response.writeHead(503, { "retry-after": "3600" }).end();
    const own = watchOne();
    const pauses = [own.pause];
    for (const _ of [1, 2]) {
      await own.refresh().catch((error: unknown) => own.failed(error));
      pauses.push(own.pause);
    }
    own.succeeded();
    expect([...pauses, own.pause]).toEqual([60_000, 3_600_000, 3_600_000, 60_000]);
  });

  it.each(["99999999", "Fri, 31 Dec 9999 23:59:59 GMT", "-1", "0"])(
    "does not hammer a feed that says Retry-After: %s",
    async (value) => {
      answer = (_request, response) => response.writeHead(503, { "retry-after": value }).end();
      const own = watchOne();
      await own.refresh().catch((error: unknown) => own.failed(error));
      expect(own.pause).toBeGreaterThanOrEqual(60_000);
      expect(own.pause).toBeLessThanOrEqual(3_600_000);
    },
  );

  it("goes on by its copy for a day, a week and a month without the feed, also after a restart", async () => {
    const days = (count: number) => new Date(fixedNow.getTime() + count * 86_400_000);
    const time = (count: number) =>
      days(count)
        .toISOString()
        .replace(/[-:]|\.\d{3}/g, "");
    const once = (count: number) => ({
      uid: `${count}`,
      title: `in ${count}`,
      start: time(count),
      end: time(count + 0.1),
    });
    const weekly = {
      uid: "w",
      title: "weekly",
      start: time(0.5),
      end: time(0.6),
      more: ["RRULE:FREQ=WEEKLY"],
    };
    answer = (_request, response) => response.end(calendarOf(host, [once(2), once(9), once(40), weekly]));
    await watch().firstLook;
    answer = (_request, response) => response.writeHead(500).end();
    const coming = () =>
      source
        ?.current()
        ?.events.filter(({ start }) => start > now)
        .map(({ title }) => title) ?? [];
    const singles = () => coming().filter((title) => title !== "weekly");
    const away: [days: number, left: string[]][] = [
      [1, ["in 2", "in 9", "in 40"]],
      [7, ["in 9", "in 40"]],
      [30, ["in 40"]],
    ];
    for (const [count, left] of away) {
      now = days(count);
      // The series has its next six dates again.
      await expect.poll(() => coming().length).toBe(left.length + 6);
      expect(singles()).toEqual(left);
      expect(source?.current()?.checkedAt.getTime()).toBeLessThan(days(0.01).getTime());
      expect(source?.state(now).until?.getTime()).toBeGreaterThan(now.getTime());
      await source?.stop();
      await watch().firstLook;
      expect([singles(), coming().length]).toEqual([left, left.length + 6]);
    }
  });

  it("shows the events of several feeds once each, also while one of them fails", async () => {
    const both = { uid: "same@x", title: "Both" };
    const other = await serveCalendar((_request, response) =>
      response.end(
        calendarOf(host, [
          both,
          { uid: "b", title: "Second", start: "20261211T170000Z", end: "20261211T180000Z" },
        ]),
      ),
    );
    answer = (_request, response) =>
      response.end(
        calendarOf(host, [
          both,
          { uid: "c", title: "Same page", more: ["URL:https://x.example/p"] },
          { uid: "d", title: "Same page again", more: ["URL:https://x.example/p"] },
        ]),
      );
    const calendar = watch([feed.url, other.url, "file:///no/such/file.ics"]);
    await calendar.firstLook;
    expect(titles(calendar)).toEqual(["Both", "Same page", "Second"]);
    expect(calendar.current()?.entries.map(({ uid }) => uid)).toEqual(["same@x", "c", "d", "same@x", "b"]);
    expect(messages()).toEqual(["calendar feed failed, there is no copy of it yet"]);
    await other.close();
  });

  it("says once what of it is skipped, and is as old as the one that fails beside it", async () => {
    const torn = good.replace(
      "END:VCALENDAR",
      `BEGIN:VEVENT\r\nUID:b\r\nORGANIZER;CN="${host}":mailto:x@x.example\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    );
    const other = await serveCalendar((_request, response) => response.end(torn));
    answer = (_request, response) => response.end(good);
    const calendar = watch([feed.url, other.url]);
    await calendar.firstLook;
    answer = (_request, response) => response.writeHead(500).end();
    now = new Date(fixedNow.getTime() + 2 * 3_600_000);
    await expect.poll(() => calendar.feeds()[1]?.checkedAt).toEqual(now);
    await expect.poll(() => calendar.feeds()[0]?.isFailing).toBe(true);
    expect(calendar.current()?.checkedAt).toEqual(fixedNow);
    expect(messages().filter((one) => one === "calendar entries skipped")).toHaveLength(1);
    await other.close();
  });
});

describe("processes that share a folder", () => {
  const copyOf = (text: string) => ({ text, checkedAt: fixedNow.toISOString() });
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "copies-"));
    file = join(folder, "calendar.json");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("write and read whole copies, however often they meet", async () => {
    const text = "B".repeat(100_000);
    const write = async (key: string) => {
      for (let round = 0; round < 30; round += 1)
        await writeCopies(file, new Map([[key, copyOf(text)]]), fixedNow);
    };
    const read = async () => {
      for (let round = 0; round < 60; round += 1)
        for (const copy of (await readCopies(file)).values()) expect(copy.text).toBe(text);
    };
    await Promise.all([write("a"), write("b"), write("a"), read()]);
    expect(readdirSync(folder)).toEqual(["calendar.json"]);
  });

  it("never see half a copy, as processes of their own", async () => {
    const module = new URL("../../calendar/feed/calendar-copy.server.ts", import.meta.url).href;
    const script = `const { readCopies, writeCopies } = await import(${JSON.stringify(module)});
      const [file, key] = process.argv.slice(1);
      const copy = { text: key.repeat(200_000), checkedAt: new Date().toISOString() };
      for (let round = 0; round < 25; round += 1) {
        await writeCopies(file, new Map([[key, copy]]), new Date());
        for (const [name, { text }] of await readCopies(file))
          if (text !== name.repeat(200_000)) throw new Error("half a copy");
      }`;
    const run = promisify(execFile);
    const flags = ["--no-warnings", "--input-type=module", "-e", script, file];
    await Promise.all(["a", "b"].map((key) => run(process.execPath, [...flags, key])));
    expect(readdirSync(folder)).toEqual(["calendar.json"]);
    expect((await readCopies(file)).size).toBeGreaterThan(0);
  });

  it("keep each other's copies for a week", async () => {
    await writeCopies(file, new Map([["a", copyOf("first")]]), fixedNow);
    await writeCopies(file, new Map([["b", copyOf("second")]]), fixedNow);
    expect([...(await readCopies(file)).keys()]).toEqual(["a", "b"]);
    const later = new Date(fixedNow.getTime() + 8 * 86_400_000);
    await writeCopies(file, new Map([["b", { ...copyOf("second"), checkedAt: later.toISOString() }]]), later);
    expect([...(await readCopies(file)).keys()]).toEqual(["b"]);
  });

  it("remove what a crash has left of a writing, not what another writes", async () => {
    writeFileSync(`${file}.old.new`, "half");
    utimesSync(`${file}.old.new`, 1, 1);
    writeFileSync(`${file}.young.new`, "half");
    await writeCopies(file, new Map([["a", copyOf("x")]]), fixedNow);
    expect(readdirSync(folder).sort()).toEqual(["calendar.json", "calendar.json.young.new"]);
  });
});

describe("the site", () => {
  it("answers as fast as ever while the feed hangs, and says when it was last checked", async () => {
    answer = (_request, response) => response.end(good);
    const folder = mkdtempSync(join(tmpdir(), "calendar-"));
    const env = { EVENTS_FEED_URL: feed.url, EVENTS_REFRESH_SECONDS: "1", DATA_DIR: folder };
    const first = await createTestSite(env);
    await first.services.calendar.firstLook;
    await first.close();
    answer = () => {};
    const file = join(folder, "calendar.json");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replaceAll(fixedNow.toISOString(), "2026-11-20T10:00:00.000Z"),
    );
    const second = await createTestSite(env);
    await second.services.calendar.firstLook;
    const started = performance.now();
    const { body } = await second.app.inject("/events");
    // A page that waited for the feed would take at least as long as the feed may.
    expect(performance.now() - started).toBeLessThan(feedLimits.timeout);
    expect(body).toContain("Shown");
    expect(body).toContain(texts.stale.split("{time}")[0] ?? "");
    expect(body).toContain("November 20 at 2:00 AM PST");
    await second.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
