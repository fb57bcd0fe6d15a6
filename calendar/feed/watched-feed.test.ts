// docs/specification.md, 'Feeds', 'Last good copy'

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { plainRules } from "../../tests/fixtures/selection-rules.ts";
import { serveCalendar } from "../../tests/support/calendar-server.ts";
import type { CalendarEvent } from "../event.ts";
import type { OwnCalendar } from "../read/parsed-calendar.ts";
import { feedKey } from "./calendar-copy.server.ts";
import { FeedError } from "./fetch-feed.server.ts";
import { WatchedFeed } from "./watched-feed.server.ts";

let folder: string;
let file: string;
let now: number;
let said: unknown[];
let asked: unknown[];
let read: Partial<OwnCalendar>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feed-"));
  file = join(folder, "calendar.ics");
  now = Date.parse("2026-12-10T17:00:00.000Z");
  [said, asked, read] = [[], [], {}];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const rules = { ...plainRules, listing: "" };
const nothing: OwnCalendar = {
  ...{ events: [], entries: [], zones: new Map(), skipped: [], cut: 0, withheld: [], report: [], count: 1 },
  nothing: undefined,
};
const calendar = (text: string, stamp = "20261210T170000Z") =>
  `BEGIN:VCALENDAR\r\nDTSTAMP:${stamp}\r\nX-A:${text}\r\nEND:VCALENDAR`;
const tell = (level: string) => (fields: object, message: string) => said.push([level, message, fields]);
function watch(refreshSeconds = 60, address = pathToFileURL(file).href): WatchedFeed {
  return new WatchedFeed(
    { name: "Team", address, timeZone: "Europe/Berlin", rules },
    {
      refreshSeconds,
      parse: async (text, window, given) => {
        asked.push([text, window, given]);
        return { ...nothing, ...read };
      },
      now: () => new Date(now),
      log: { info: tell("info"), warn: tell("warn"), error: tell("error") },
    },
  );
}
const hour = 3_600_000;
const iso = (time: number) => new Date(time).toISOString();

it("is told by a hash of its address, and knows nothing at first", () => {
  const feed = watch();
  expect(feed.key).toBe(feedKey(pathToFileURL(file).href));
  expect(feed.state()).toEqual({ name: "Team", checkedAt: undefined, isFailing: false, upcoming: 0 });
  expect(feed.calendar).toEqual({
    ...{
      events: [],
      entries: [],
      zones: new Map(),
      cut: 0,
      withheld: [],
      report: [],
      count: 0,
      nothing: undefined,
    },
  });
});

it("reads what is new, and takes a calendar that is only stamped anew for the same", async () => {
  const feed = watch();
  writeFileSync(file, calendar("one"));
  await feed.refresh();
  const first = {
    text: calendar("one"),
    checkedAt: iso(now),
    changedAt: iso(now),
    etag: undefined,
    lastModified: undefined,
  };
  expect(feed.copy).toEqual(first);
  const window = { now: new Date(now), timeZone: "Europe/Berlin", hasOwnZone: false };
  expect(asked).toEqual([[calendar("one"), window, rules]]);
  now += 1;
  writeFileSync(file, calendar("one", "20261210T170001Z"));
  await feed.refresh();
  expect(feed.copy).toEqual({ ...first, checkedAt: iso(now) });
  expect(asked).toHaveLength(1);
  writeFileSync(file, calendar("two"));
  await feed.refresh();
  expect(feed.copy).toMatchObject({ text: calendar("two"), changedAt: iso(now) });
  expect(asked).toHaveLength(2);
});

it("tells a server what it knows of its last answer, and keeps that while nothing is new", async () => {
  const told: (string | undefined)[] = [];
  const server = await serveCalendar((request, response) => {
    told.push(request.headers["if-none-match"]);
    if (told.length > 1) response.writeHead(304).end();
    else response.writeHead(200, { etag: "a", "last-modified": "then" }).end(calendar("one"));
  });
  const feed = watch(60, server.url);
  for (let count = 0; count < 3; count += 1) await feed.refresh();
  await server.close();
  expect(told).toEqual([undefined, "a", "a"]);
  expect(feed.copy).toMatchObject({ text: calendar("one"), etag: "a", lastModified: "then" });
  expect(asked).toHaveLength(1);
});

it("computes the dates of the same calendar again after an hour, also while the feed fails", async () => {
  const feed = watch();
  writeFileSync(file, calendar("one"));
  await feed.refresh();
  now += hour;
  await feed.refresh();
  await feed.failed("gone");
  expect(asked).toHaveLength(1);
  now += 1;
  await feed.refresh();
  expect(asked).toHaveLength(2);
  now += hour + 1;
  await feed.failed("gone");
  expect(asked).toHaveLength(3);
  const empty = watch();
  await empty.failed("gone");
  expect(asked).toHaveLength(3);
});

it("takes up a copy of an earlier start", async () => {
  const feed = watch();
  const copy = { text: calendar("one"), checkedAt: iso(now - hour), etag: "a" };
  read.skipped = [{ uid: "a", reason: "b" }];
  await feed.restore(copy);
  expect(feed.copy).toBe(copy);
  expect(asked).toHaveLength(1);
  expect(said).toEqual([
    ["warn", "calendar entries skipped", { feed: "Team", skipped: read.skipped, count: 1 }],
  ]);
  // What was said of a text is not said again of the same.
  now += hour + 1;
  writeFileSync(file, calendar("one", "20261210T170001Z"));
  await feed.refresh();
  expect([asked.length, said.length]).toEqual([2, 1]);
  expect(feed.copy).toMatchObject({ text: calendar("one"), checkedAt: iso(now), changedAt: undefined });
});

it("says how many events are to come", async () => {
  const feed = watch();
  const event = (start: number) => ({ start: new Date(start), end: new Date(start + 1) }) as CalendarEvent;
  read.events = [event(now - hour), event(now + hour), event(now + hour)];
  await feed.restore({ text: "a", checkedAt: iso(now) });
  expect(feed.state()).toEqual({ name: "Team", checkedAt: new Date(now), isFailing: false, upcoming: 2 });
});

it("says once that it fails, why, whether there is a copy, and that it is back", async () => {
  const feed = watch();
  feed.succeeded();
  await feed.failed(new Error("away"));
  await feed.failed(new Error("still away"));
  expect(feed.state().isFailing).toBe(true);
  feed.succeeded();
  feed.succeeded();
  expect(feed.state().isFailing).toBe(false);
  await feed.restore({ text: "a", checkedAt: iso(now) });
  await feed.failed("away again");
  expect(said).toEqual([
    ["warn", "calendar feed failed, there is no copy of it yet", { feed: "Team", reason: "away" }],
    ["info", "calendar feed is back", { feed: "Team" }],
    ["warn", "calendar feed failed, the last good copy stays", { feed: "Team", reason: "away again" }],
  ]);
});

it("asks less and less often while it fails, up to an hour, and as late as it is told to", async () => {
  const pauses = async (feed: WatchedFeed, times: number) => {
    const all = [feed.pause];
    for (let count = 0; count < times; count += 1) {
      await feed.failed("away");
      all.push(feed.pause);
    }
    return all.map((pause) => pause / 1_000);
  };
  const feed = watch(600);
  expect(await pauses(feed, 5)).toEqual([600, 600, 1_200, 2_400, 3_600, 3_600]);
  feed.succeeded();
  expect(feed.pause).toBe(600_000);
  expect(await pauses(watch(7_200), 3)).toEqual([7_200, 7_200, 7_200, 7_200]);
  await feed.failed(new FeedError("busy", 900));
  expect(feed.pause).toBe(900_000);
  feed.succeeded();
  expect(feed.pause).toBe(600_000);
  await feed.failed(new FeedError("busy", 900));
  await feed.failed(new FeedError("busy"));
  expect(feed.pause).toBe(1_200_000);
});

it("says of its entries what their keeper should know, once", async () => {
  const feed = watch();
  const many = Array.from({ length: 30 }, (_, place) => ({ uid: String(place), reason: "b" }));
  const withheld = many.map(({ uid }) => ({ uid, reasons: ["a way in"] }));
  const next = async (more: Partial<OwnCalendar>) => {
    said = [];
    read = more;
    await feed.restore({ text: JSON.stringify(said.length) + asked.length, checkedAt: iso(now) });
    return said.map((line) => (line as unknown[]).slice(1));
  };
  expect(await next({ skipped: many })).toEqual([
    ["calendar entries skipped", { feed: "Team", skipped: many.slice(0, 20), count: 30 }],
  ]);
  const cut = [["long texts of calendar entries were cut", { feed: "Team", count: 2 }]];
  expect(await next({ cut: 2 })).toEqual(cut);
  expect(await next({ cut: 3 })).toEqual([]);
  const kept = [
    ["parts of calendar entries are not shown", { feed: "Team", withheld: withheld.slice(0, 20), count: 30 }],
  ];
  expect(await next({ withheld })).toEqual(kept);
  expect(await next({ withheld: [...withheld] })).toEqual([]);
  expect(await next({})).toEqual([]);
  expect(await next({ withheld })).toEqual(kept);
  expect(await next({ count: 0 })).toEqual([
    ["the calendar is empty; before, it had entries", { feed: "Team", count: 1 }],
  ]);
  expect(await next({ count: 0 })).toEqual([]);
  const strangers = [["1 entry, 0 ours", { feed: "Team" }]];
  expect(await next({ nothing: "1 entry, 0 ours" })).toEqual(strangers);
  expect(await next({ nothing: "1 entry, 0 ours" })).toEqual([]);
  expect(await next({})).toEqual([]);
  expect(await next({ nothing: "1 entry, 0 ours" })).toEqual(strangers);
});
