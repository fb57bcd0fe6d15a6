import { expect, it } from "vitest";
import { parseInWorker } from "./parse-in-worker.server.ts";

const window = { now: new Date("2026-11-21T10:00:00Z"), timeZone: "America/Los_Angeles" };
const rules = {
  hosts: ["Sample"],
  contacts: [],
  excludedTitles: [],
  untitled: "",
  listing: "https://events.example",
  images: [],
};
const read = (worker: string, text: string) =>
  parseInWorker(new URL(worker, import.meta.url), text, window, rules);
const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", ...lines, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n");

it("reads a calendar on another thread, with dates that are dates", async () => {
  const text = calendar("SUMMARY:A", "DTSTART:20261210T170000Z", "ORGANIZER;CN=Sample:mailto:a@x");
  const { events, skipped } = await read("./calendar-worker.server.ts", text);
  expect(skipped).toEqual([]);
  expect(events[0]?.start).toEqual(new Date("2026-12-10T17:00:00Z"));
});

it("gives up a series that is never done, and keeps the rest", async () => {
  expect(await read("../../tests/stuck-worker.ts", "")).toEqual({
    events: ["good"],
    skipped: [{ uid: "endless", reason: "took too long" }],
  });
});

it("says so when there is no such thread", async () => {
  await expect(read("./no-such-worker.ts", "")).rejects.toThrow(/no-such-worker/);
});
