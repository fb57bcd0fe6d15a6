import { expect, it } from "vitest";
import { plainRules } from "../../tests/fixtures/selection-rules.ts";
import { parseInWorker } from "./calendar-worker.server.ts";

const window = { now: new Date("2026-11-21T10:00:00Z"), timeZone: "America/Los_Angeles" };
const rules = { ...plainRules, hosts: ["Sample"] };
const read = (worker: string, text: string, limits?: { series: number; calendar: number }) =>
  parseInWorker(new URL(worker, import.meta.url), text, window, rules, limits);
const stuck = "../../tests/stuck-worker.ts";
const little = { series: 300, calendar: 60_000 };
const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", ...lines, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n");

it("reads a calendar on another thread, with dates that are dates", async () => {
  const text = calendar("SUMMARY:A", "DTSTART:20261210T170000Z", "ORGANIZER;CN=Sample:mailto:a@x");
  const { events, skipped } = await read("./calendar-worker.server.ts", text);
  expect(skipped).toEqual([]);
  expect(events[0]?.start).toEqual(new Date("2026-12-10T17:00:00Z"));
});

it("reads as many events as there are, in their order", async () => {
  const entries = Array.from({ length: 700 }, (_, index) => [
    ...["BEGIN:VEVENT", `UID:${index}`, `SUMMARY:${index}`, "DTSTART:20261210T170000Z"],
    ...["ORGANIZER;CN=Sample:mailto:a@x", "END:VEVENT"],
  ]);
  const text = ["BEGIN:VCALENDAR", ...entries.flat(), "END:VCALENDAR", ""].join("\r\n");
  const { events, entries: behind, count, report } = await read("./calendar-worker.server.ts", text);
  const names = entries.map((_, index) => String(index));
  expect([events.map(({ title }) => title), behind.map(({ uid }) => uid)]).toEqual([names, names]);
  // Nobody has asked what became of each.
  expect([count, report]).toEqual([700, []]);
});

it("gives up a series that is never done, and keeps the rest", async () => {
  expect(await read(stuck, "endless", little)).toEqual({
    events: ["good"],
    entries: [],
    skipped: [{ uid: "endless", reason: "took too long" }],
  });
});

it("gives up nothing that waits for its turn on a busy machine", async () => {
  expect(await read(stuck, "waits", little)).toEqual({ events: ["good"], entries: [], skipped: [] });
});

it("gives up nothing that was done in its time, while this thread did not listen", async () => {
  const isDone = new Int32Array(new SharedArrayBuffer(4));
  process.once("worker", (thread) => {
    thread.on("message", ({ series }: { series?: string }) => {
      if (series !== "works") return;
      thread.postMessage(isDone);
      // Where the loop looks at its timers next, and at messages after them.
      setImmediate(() => Atomics.wait(isDone, 0, 0));
    });
  });
  expect(await read(stuck, "works", little)).toEqual({ events: ["good"], entries: [], skipped: [] });
});

it("says so when there is no such thread", async () => {
  await expect(read("./no-such-worker.ts", "")).rejects.toThrow(/no-such-worker/);
});
