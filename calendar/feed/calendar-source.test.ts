// docs/specification.md, 'Feeds', 'Sources', 'Last good copy'

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { plainRules } from "../../tests/fixtures/selection-rules.ts";
import type { CalendarEvent } from "../event.ts";
import type { CalendarEntry } from "../read/parsed-calendar.ts";
import { feedKey, readCopies } from "./calendar-copy.server.ts";
import { type CalendarSource, watchCalendar, withoutRepeats } from "./calendar-source.server.ts";

let folder: string;
let copyFile: string;
let now: number;
let said: string[];
const open: CalendarSource[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "source-"));
  copyFile = join(folder, "copies.json");
  now = Date.parse("2026-12-10T17:00:00.000Z");
  said = [];
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

const listing = "https://events.example";
const address = (name: string) => pathToFileURL(join(folder, name)).href;
const write = (name: string, text: string) =>
  writeFileSync(join(folder, name), `BEGIN:VCALENDAR\r\nX-A:${text}\r\nEND:VCALENDAR`);
const hour = 3_600_000;
const tell = (_fields: object, message: string) => said.push(message);
/** Each feed has the event that its text names, and others at one, two and minus one hours. */
function watch(...names: string[]): CalendarSource {
  const source = watchCalendar({
    feeds: names.map((name) => ({
      ...{ name, address: address(name), timeZone: "UTC" },
      rules: { ...plainRules, listing },
    })),
    ...{
      refreshSeconds: 600,
      copyFile,
      now: () => new Date(now),
      log: { info: tell, warn: tell, error: tell },
    },
    parse: async (text) => {
      const id = /X-A:(.*)\r/.exec(text)?.[1] ?? "";
      const event = (place: number) =>
        ({
          ...{ id: `${id}${place}`, url: listing, sequence: 0 },
          ...{ start: new Date(now + place * hour), end: new Date(now + place * hour + 1_000) },
        }) as CalendarEvent;
      return {
        ...{ events: [event(2), event(1), event(-1)], entries: [{ id } as CalendarEntry] },
        ...{
          zones: new Map([
            ["UTC", id],
            [id, id],
          ]),
          skipped: [],
          cut: 0,
          withheld: [],
          report: [],
          count: 3,
          nothing: undefined,
        },
      };
    },
  });
  open.push(source);
  return source;
}

it("has the events of all feeds as one calendar", async () => {
  write("a", "one");
  write("b", "two");
  const source = watch("a", "b");
  expect(source.current()).toBeUndefined();
  const found = await source.firstLook;
  expect(source.current()).toEqual(found);
  expect(await source.soon()).toEqual(found);
  expect(found?.events.map(({ id }) => id)).toEqual(["one2", "one1", "one-1", "two2", "two1", "two-1"]);
  expect(found?.entries.map(({ id }) => id)).toEqual(["one", "two"]);
  expect([...(found?.zones ?? [])].sort()).toEqual([
    ["UTC", "one"],
    ["one", "one"],
    ["two", "two"],
  ]);
  expect([found?.checkedAt, found?.changedAt]).toEqual([new Date(now), new Date(now)]);
  const times = [
    hour,
    hour,
    hour + 1_000,
    hour + 1_000,
    2 * hour,
    2 * hour,
    2 * hour + 1_000,
    2 * hour + 1_000,
  ];
  expect(found?.changes).toEqual(times.map((time) => now + time));
  expect(source.feeds().map(({ name, isFailing, upcoming }) => [name, isFailing, upcoming])).toEqual([
    ["a", false, 2],
    ["b", false, 2],
  ]);
  expect(said).toEqual([]);
});

it("tells when pages have to be made again", async () => {
  write("a", "one");
  const source = watch("a");
  const first = source.state(new Date(now));
  expect(first).toEqual({ revision: "0 0", phase: "", until: undefined });
  await source.firstLook;
  const next = now + hour;
  expect(source.state(new Date(now))).toEqual({ revision: "2 ", phase: String(next), until: new Date(next) });
  expect(source.state(new Date(next))).toMatchObject({
    phase: String(next + 1_000),
    until: new Date(next + 1_000),
  });
  expect(source.state(new Date(now + 9 * hour))).toMatchObject({ phase: "", until: undefined });
  expect(source.freshFor).toBe(1_800_000);
  expect(source.state(new Date(now + 1_800_000)).revision).toBe("2 ");
  expect(source.state(new Date(now + 1_800_001)).revision).toBe(`2 ${now}`);
});

it("keeps its copies over a restart, and says which feed cannot be read", async () => {
  write("a", "one");
  write("b", "two");
  const before = watch("a", "b");
  await before.firstLook;
  await before.stop();
  expect([...(await readCopies(copyFile)).keys()].sort()).toEqual(
    [feedKey(address("a")), feedKey(address("b"))].sort(),
  );
  const then = now;
  now += hour;
  rmSync(join(folder, "a"));
  const source = watch("a", "b");
  const found = await source.firstLook;
  expect(found?.entries.map(({ id }) => id)).toEqual(["one", "two"]);
  expect(found?.checkedAt).toEqual(new Date(then));
  await expect
    .poll(() => source.feeds().map(({ isFailing, checkedAt }) => [isFailing, checkedAt?.getTime()]))
    .toEqual([
      [true, then],
      [false, now],
    ]);
  expect(said).toEqual(["calendar feed failed, the last good copy stays"]);
  await expect.poll(() => source.current()?.changedAt).toEqual(new Date(then));
});

it("goes on without a copy that is damaged, or that cannot be written", async () => {
  write("a", "one");
  mkdirSync(copyFile);
  const source = watch("a");
  expect(await source.firstLook).toBeDefined();
  await source.stop();
  expect(said).toEqual(["the calendar's copy cannot be used", "the calendar's copy was not written"]);
});

it("has nothing where no feed can be read", async () => {
  const source = watch("a");
  expect(await source.firstLook).toBeUndefined();
  expect(await source.soon()).toBeUndefined();
  expect([source.current(), source.feeds()[0]?.isFailing]).toEqual([undefined, true]);
  expect(said).toEqual(["calendar feed failed, there is no copy of it yet"]);
});

it("writes nothing once it is stopped", async () => {
  write("a", "one");
  const source = watch("a");
  await source.stop();
  await source.firstLook;
  expect(await readCopies(copyFile)).toEqual(new Map());
  expect(said).toEqual([]);
});

const start = new Date("2026-12-10T17:00:00Z");
const eventOf = (id: string, url: string, more: Partial<CalendarEvent> = {}) =>
  ({ id, url, start, sequence: 0, stamp: undefined, lastModified: undefined, ...more }) as CalendarEvent;

it("of events with the same page and start the first stays, and every one without a page of its own", () => {
  const all = [
    eventOf("a", "https://x.example/1"),
    eventOf("b", "https://x.example/1"),
    eventOf("c", "https://x.example/1", { start: new Date("2026-12-11T17:00:00Z") }),
    eventOf("d", "https://x.example/2"),
    eventOf("e", listing),
    eventOf("f", listing),
  ];
  expect(withoutRepeats(all, listing).map(({ id }) => id)).toEqual(["a", "c", "d", "e", "f"]);
});

it("of the versions of an entry the latest stays", () => {
  const all = [
    eventOf("a", listing),
    eventOf("a", listing, { sequence: 1, title: "New" }),
    eventOf("a", listing),
  ];
  expect(withoutRepeats(all, listing)).toEqual([all[1]]);
});
