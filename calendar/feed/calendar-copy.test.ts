// docs/specification.md, 'Last good copy'

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { feedKey, readCopies, writeCopies } from "./calendar-copy.server.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "copies-"));
  file = join(folder, "calendar.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const now = new Date("2026-12-10T17:00:00.000Z");
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
const copy = { text: "BEGIN:VCALENDAR", checkedAt: now.toISOString() };
const week = 7 * 86_400_000;

it("a feed is told by a hash of its address, which never changes", () => {
  expect(feedKey("https://x.example/a.ics")).toBe("a751222158c56fcb");
});

it("where there is no file there are no copies", async () => {
  expect(await readCopies(file)).toEqual(new Map());
});

it("all that is known of a copy is read again", async () => {
  const all = { ...copy, changedAt: before(1), etag: '"a"', lastModified: "Thu, 10 Dec 2026 17:00:00 GMT" };
  await writeCopies(
    file,
    new Map([
      ["a", all],
      ["b", copy],
    ]),
    now,
  );
  expect(await readCopies(file)).toEqual(
    new Map([
      ["a", all],
      ["b", copy],
    ]),
  );
});

it.each([
  "",
  '{"a":{}}',
  '{"a":{"text":1,"checkedAt":"2026-12-10T17:00:00.000Z"}}',
  '{"a":{"text":"b","checkedAt":"yesterday"}}',
  '{"a":{"text":"b","checkedAt":"2026-12-10T17:00:00.000Z","changedAt":"yesterday"}}',
  '{"a":{"text":"b","checkedAt":"2026-12-10T17:00:00.000Z","etag":1}}',
])("what is no copy is refused, and written over: %s", async (text) => {
  writeFileSync(file, text);
  await expect(readCopies(file)).rejects.toThrow();
  await writeCopies(file, new Map([["a", copy]]), now);
  expect(await readCopies(file)).toEqual(new Map([["a", copy]]));
});

it("a folder in its place is said to be one", async () => {
  mkdirSync(file);
  await expect(readCopies(file)).rejects.toThrow("EISDIR");
});

it("copies of other feeds stay for a week, and no draft of a process that has ended", async () => {
  const young = { ...copy, checkedAt: before(week - 1) };
  await writeCopies(
    file,
    new Map([
      ["young", young],
      ["old", { ...copy, checkedAt: before(week) }],
    ]),
    now,
  );
  expect([...(await readCopies(file)).keys()]).toEqual(["young", "old"]);
  for (const name of ["calendar.json.1.new", "other.json.1.new"]) {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), 0, 0);
  }
  await writeCopies(file, new Map([["a", copy]]), now);
  expect(await readCopies(file)).toEqual(
    new Map([
      ["young", young],
      ["a", copy],
    ]),
  );
  expect(readdirSync(folder).sort()).toEqual(["calendar.json", "other.json.1.new"]);
  expect(readFileSync(file, "utf8")).not.toContain("old");
});
