// docs/operations/doctor.md, 'What it looks at'

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { feedKey } from "#calendar/feed/calendar-copy.server.ts";
import site from "#content/site.yaml";
import { readConfig } from "#server/config.ts";
import { calendarOf, serveCalendar } from "../../tests/support/calendar-server.ts";
import { root } from "../root.ts";
import { calendarFindings, clockFinding } from "./calendar.ts";
import type { Context } from "./context.ts";

const now = new Date("2026-12-01T09:00:00Z");
let data: string;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), "doctor-"));
});
afterAll(() => rmSync(data, { recursive: true }));

const examine = (EVENTS_FEED_URL: string, env: Record<string, string> = {}) => {
  const config = readConfig({ EVENTS_FEED_URL, DATA_DIR: data, ...env }, site);
  return calendarFindings({ config, root, now: () => now } as Context);
};
const named = (check: string, what: RegExp) => [
  { check, state: "wrong", what: expect.stringMatching(what), todo: expect.stringMatching(/\S/) },
];

async function serve(status: number, text: string): Promise<string> {
  const server = await serveCalendar((_request, response) => response.writeHead(status).end(text));
  onTestFinished(() => server.close());
  return server.url;
}

const start = "20261210T170000Z";
const end = "20261210T183000Z";

describe("the calendar", () => {
  it("is well when a feed answers with events of ours", async () => {
    const url = await serve(200, calendarOf(site.name, [{ start, end }]));
    expect(await examine(url)).toEqual([
      {
        check: "calendar.feed",
        state: "ok",
        what: expect.stringMatching(/^127\.0\.0\.1:\d+: 1 entry, 1 shown\.$/),
      },
    ]);
  });

  it.each<[string, number, string, RegExp]>([
    ["a feed refuses", 403, "", /cannot be read: the feed answered 403\.$/],
    ["a feed is no calendar", 200, "<html>", /cannot be read: /],
    [
      "nothing of a feed is ours",
      200,
      calendarOf("Jane Doe", [{ start, end }]),
      /1 entry, 0 ours: organizers found: Jane Doe\.$/,
    ],
    [
      "all of a feed is over",
      200,
      calendarOf(site.name, [{ start: "20200101T170000Z", end: "20200101T180000Z" }]),
      /1 entry, no upcoming event\.$/,
    ],
  ])("is told when %s", async (_fault, status, text, what) => {
    expect(await examine(await serve(status, text))).toEqual(named("calendar.feed", what));
  });

  it.each([
    [401, "", /wants a login/],
    [200, "<!doctype html><title>Sign in</title>", /for signing in/],
  ])("is told what to do when its server answers %i %j", async (status, text, todo) => {
    const [finding] = await examine(await serve(status, text));
    expect(finding).toMatchObject({ check: "calendar.feed", todo: expect.stringMatching(todo) });
  });

  it("is told when the clock of this machine is not that of its server", async () => {
    const { origin } = new URL(await serve(200, ""));
    expect(await clockFinding(origin, () => new Date())).toMatchObject({ state: "ok" });
    const late = () => new Date(Date.now() - 3_600_000);
    expect(await clockFinding(origin, late)).toMatchObject({
      state: "wrong",
      what: expect.stringMatching(/ s behind that of /),
    });
  });

  it("is told when it is the sample", async () => {
    const sample = pathToFileURL(join(root, "content/events/sample-calendar.ics")).href;
    expect(await examine(sample)).toEqual(named("calendar.feed", /The sample calendar is shown/));
  });

  it("is told when the site has not asked a feed for long, or its copies are damaged", async () => {
    const url = await serve(200, calendarOf(site.name, [{ start, end }]));
    const copies = join(data, "calendar.json");
    onTestFinished(() => rmSync(copies));
    const copy = (checkedAt: string) =>
      writeFileSync(copies, JSON.stringify({ [feedKey(url)]: { text: "", checkedAt } }));
    const wrongs = async (env: Record<string, string> = {}) =>
      (await examine(url, env)).filter(({ state }) => state === "wrong");
    copy("2026-12-01T08:00:00Z");
    expect(await wrongs()).toEqual([]);
    copy("2026-11-29T09:00:00Z");
    expect(await wrongs()).toEqual(named("calendar.copy", /is 48 hours old/));
    expect(await wrongs({ EVENTS_REFRESH_SECONDS: "86400" })).toEqual([]);
    writeFileSync(copies, "{");
    expect(await wrongs()).toEqual(named("calendar.copy", /cannot be read/));
  });
});
