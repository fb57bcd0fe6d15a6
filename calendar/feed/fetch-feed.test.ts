// docs/specification.md, 'Feeds'

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { LookupFunction } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type CalendarServer, serveCalendar } from "../../tests/support/calendar-server.ts";
import { FeedError, type FeedValidators, fetchFeed, redirectTarget } from "./fetch-feed.server.ts";

/** What DNS says of names of the tests. */
const told = new Map<string, string[]>();
vi.mock("node:dns", async (original) => {
  const dns = await original<typeof import("node:dns")>();
  const lookup: LookupFunction = (name, options, done) => {
    const addresses = told.get(name)?.map((address) => ({ address, family: 4 }));
    if (addresses) done(null, addresses);
    else dns.lookup(name, options, done);
  };
  return { ...dns, lookup };
});

const now = new Date("2026-12-10T17:00:00Z");
const good = "BEGIN:VCALENDAR\r\nEND:VCALENDAR";
const limits = { timeout: 5_000, bytes: 1_000, redirects: 2 };
let folder: string;
let server: CalendarServer;
let asked: IncomingMessage[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fetch-"));
  server = await serveCalendar((request, response) => {
    asked.push(request);
    answer(request, response);
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked = [];
});
const read = (feed = server.url, known: FeedValidators = {}) => fetchFeed(feed, known, now, limits);
const refused = async (feed = server.url) => {
  const error = await read(feed).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FeedError);
  expect((error as FeedError).name).toBe("FeedError");
  return error as FeedError;
};

it("a file is read, and what is none is said to be none", async () => {
  const file = join(folder, "a.ics");
  writeFileSync(file, `${good}\r\n`);
  expect(await read(pathToFileURL(file).href)).toEqual({ kind: "fresh", text: good });
  writeFileSync(file, "Hello");
  expect((await refused(pathToFileURL(file).href)).message).toBe("the feed's answer is no calendar");
  expect((await refused("no address")).message).toMatch(/^the feed cannot be reached: /);
});

it("a server is told what is known of its last answer, and who asks", async () => {
  answer = (_request, response) =>
    response.writeHead(200, { etag: '"b"', "last-modified": "then" }).end(good);
  const fresh = { kind: "fresh", text: good, etag: '"b"', lastModified: "then" };
  expect(await read()).toEqual(fresh);
  expect(asked[0]?.headers).toMatchObject({ accept: "text/calendar, text/plain;q=0.5" });
  expect(asked[0]?.headers["if-none-match"] ?? asked[0]?.headers["if-modified-since"]).toBeUndefined();
  expect(asked[0]?.headers.authorization).toBeUndefined();
  expect(
    await read(server.url.replace("//", "//an%20n:%C3%BC@"), { etag: '"a"', lastModified: "once" }),
  ).toEqual(fresh);
  expect(asked[1]?.headers).toMatchObject({ "if-none-match": '"a"', "if-modified-since": "once" });
  expect(asked[1]?.headers.authorization).toBe(`Basic ${Buffer.from("an n:ü").toString("base64")}`);
  await read(server.url.replace("//", "//ann@"));
  expect(asked[2]?.headers.authorization).toBe(`Basic ${Buffer.from("ann:").toString("base64")}`);
  answer = (_request, response) => response.end(good);
  expect(await read()).toEqual({ kind: "fresh", text: good, etag: undefined, lastModified: undefined });
});

it("a server that has nothing new is believed where something is known", async () => {
  answer = (_request, response) => response.writeHead(304).end();
  expect(await read(server.url, { etag: '"a"' })).toEqual({ kind: "unchanged" });
  expect(await read(server.url, { lastModified: "once" })).toEqual({ kind: "unchanged" });
  expect((await refused()).message).toBe("the feed answered 304");
});

it.each([
  [200, "fresh"],
  [300, "fresh"],
  [400, "the feed answered 400"],
])("an answer of %i that names another place is %s", async (status, result) => {
  answer = ({ url }, response) =>
    url === "/b" ? response.end(good) : response.writeHead(status, { location: "/b" }).end(good);
  expect(
    await read().then(
      ({ kind }) => kind,
      ({ message }) => message,
    ),
  ).toBe(result);
  expect(asked.map(({ url }) => url)).toEqual(status === 300 ? ["/calendar.ics", "/b"] : ["/calendar.ics"]);
});

it("webcal is asked over https, where no calendar comes without it", async () => {
  expect((await refused(server.url.replace("http:", "WebCal:"))).message).toMatch(
    /^the feed cannot be reached: /,
  );
  expect(asked).toEqual([]);
});

it.each([
  [401, " (it wants a name and a password: https://NAME:PASSWORD@…)"],
  [404, " (nothing is at its address: copy it from the calendar again)"],
  [410, " (nothing is at its address any more: copy it from the calendar again)"],
  [300, ""],
  [503, ""],
])("an answer of %i is told in words", async (status, words) => {
  answer = (_request, response) => response.writeHead(status).end();
  const { message, retryAfter } = await refused();
  expect([message, retryAfter]).toEqual([`the feed answered ${status}${words}`, undefined]);
});

it.each([
  ["120", 120],
  ["3600", 3_600],
  ["99999", 3_600],
  ["Thu, 10 Dec 2026 17:02:00 GMT", 120],
  ["Thu, 10 Dec 2026 16:00:00 GMT", 0],
  ["Fri, 11 Dec 2026 17:00:00 GMT", 3_600],
  ["12 minutes or so", undefined],
])("a server that asks to wait %s is asked again after %s seconds", async (value, seconds) => {
  answer = (_request, response) => response.writeHead(429, { "retry-after": value }).end();
  expect((await refused()).retryAfter).toBe(seconds);
});

it("an answer is read up to its limit, in the letters that it names", async () => {
  const text = (length: number) =>
    "BEGIN:VCALENDAR\r\nX-A:END:VCALENDAR".replace("A:", `A:${"b".repeat(length - 34)}`);
  answer = (_request, response) => response.end(text(1_000));
  expect(await read()).toMatchObject({ text: text(1_000) });
  answer = (_request, response) => response.end(text(1_001));
  expect((await refused()).message).toBe("the feed is larger than 1000 bytes");
  for (const type of ["text/calendar; charset=windows-1251", 'text/calendar;CHARSET="Windows-1251"']) {
    answer = (_request, response) =>
      response
        .writeHead(200, { "content-type": type })
        .end(Buffer.from("BEGIN:VCALENDAR\nX-A:\xC6\nEND:VCALENDAR", "latin1"));
    expect(await read()).toMatchObject({ text: "BEGIN:VCALENDAR\nX-A:Ж\nEND:VCALENDAR" });
  }
});

it("an answer that takes too long is given up", async () => {
  answer = () => {};
  const error = await fetchFeed(server.url, {}, now, { ...limits, timeout: 50 }).catch(
    (reason: unknown) => reason,
  );
  expect((error as FeedError).message).toBe("the feed did not answer within 0.05 s");
});

it("redirects of a server to itself are followed, so many and no more, with its own password", async () => {
  let left = 2;
  answer = (request, response) => {
    left -= 1;
    if (left < 0) response.end(good);
    else response.writeHead(left ? 301 : 308, { location: `//x:y@${request.headers.host}/${left}` }).end();
  };
  expect(await read(server.url.replace("//", "//ann:b@"))).toMatchObject({ text: good });
  expect(asked.map(({ url }) => url)).toEqual(["/calendar.ics", "/1", "/0"]);
  expect(new Set(asked.map(({ headers }) => headers.authorization)).size).toBe(1);
  left = 3;
  expect((await refused()).message).toBe("the feed redirects more than 2 times");
});

it.each([
  ...[
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/",
    "http://[::1]/",
    "http://[fd00::1]/",
  ],
  ...[
    "http://[::ffff:10.0.0.1]/",
    "http://0.0.0.0/",
    "http://100.64.0.1/",
    "http://224.0.0.1/",
    "http://localhost/",
  ],
  ...["http://[64:ff9b::1]/", "http://[4000::1]/"],
])("no redirect to %s is followed", async (location) => {
  answer = (_request, response) => response.writeHead(302, { location }).end();
  expect((await refused()).message).toBe("the feed redirects to an address of a private network");
});

it.each([[["1.1.1.1", "127.0.0.1"]], [["127.0.0.1", "1.1.1.1"]]])(
  "no redirect is followed to a name of which DNS gives %j",
  async (addresses) => {
    told.set("two.example", addresses);
    const { port } = new URL(server.url);
    answer = (_request, response) =>
      response.writeHead(302, { location: `http://two.example:${port}/` }).end();
    expect((await refused()).message).toBe("the feed redirects to an address of a private network");
    expect(asked).toHaveLength(1);
  },
);

it.each([
  ["https://x.example/a", "/b", "https://x.example/b"],
  ["http://x.example/a", "https://y.example/", "https://y.example/"],
  ["http://x.example/a", "http://y.example/", "http://y.example/"],
])("from %s to %s leads to %s", (from, location, target) => {
  expect(redirectTarget(new URL(from), location).href).toBe(target);
});
it.each([
  ["https://x.example/a", "http://x.example/b", "the feed redirects from https to http"],
  ["https://x.example/a", "file:///etc/passwd", "the feed redirects to what is no web address"],
  ["http://x.example/a", "x-http://y.example/", "the feed redirects to what is no web address"],
  ["http://x.example/a", "http://", "the feed redirects to what is no web address"],
])("from %s to %s leads nowhere: %s", (from, location, words) => {
  expect(() => redirectTarget(new URL(from), location)).toThrow(words);
});
