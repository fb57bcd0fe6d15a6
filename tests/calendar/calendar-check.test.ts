// docs/specification.md, 'Calendar check'

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import site from "#content/site.yaml";
import { calendarOf, serveCalendar } from "../support/calendar-server.ts";

const host = site.hosts[0] ?? "";
const now = ["--now", "2026-11-21T10:00:00Z"];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "check-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

const run = (...args: string[]) => runScript(["tooling/calendar.ts", ...args]);

async function runScript(args: string[], feeds = ""): Promise<Outcome> {
  const env = { ...process.env, INIT_CWD: folder, DATA_DIR: folder, EVENTS_FEED_URL: feeds };
  return promisify(execFile)(process.execPath, args, { env }).then(
    (done) => ({ code: 0, ...done }),
    (error: Outcome) => error,
  );
}

const mixed = [
  calendarOf(host, [
    {
      uid: "ours@x",
      title: "The ROI of Care",
      more: ["DESCRIPTION:Come.\\n\\nJoin: https://zoom.us/j/9?pwd=abc\\nPasscode: 4711"],
    },
    { uid: "private@x", title: "Kept", more: ["CLASS:PRIVATE"] },
    { uid: "club@x", title: "Book Club" },
    { uid: "broken@x", title: "Broken", start: "soon" },
    { uid: "old@x", title: "Old", start: "20260101T170000Z", end: "20260101T180000Z" },
  ]),
  calendarOf("Jane Doe", [{ uid: "other@x", title: "Hers\u001b[2J" }]),
]
  .join("")
  .replace("END:VCALENDAR\r\nBEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n", "");

describe("npm run calendar -- check", () => {
  it("says of each entry of a file whether it is shown or why not, and what to do", async () => {
    writeFileSync(join(folder, "feed.ics"), mixed);
    const { code, stdout } = await run("check", "feed.ics", ...now);
    expect(code).toBe(0);
    expect(stdout).toContain("feed.ics: 6 entries, 1 shown, 5 not.");
    const parts = stdout.split("\n\n").map((part) => part.replace(/\s+/g, " "));
    const about = (title: string) => parts.find((part) => part.includes(title));
    for (const [title, words] of [
      ["shown The ROI of Care", "on the page: Thursday, December 10, 2026, 9:00 AM - 10:30 AM PST"],
      ["shown The ROI of Care", "description on the site: Come."],
      ["shown The ROI of Care", "Passcode: 4711"],
      ["NOT SHOWN Kept", "set it to public"],
      ["NOT SHOWN Book Club", "content/events/sources.yaml"],
      ["NOT SHOWN Broken", "it cannot be read"],
      ["NOT SHOWN Old", "it is over"],
      ["NOT SHOWN Hers", "organizer: Jane Doe"],
      ["NOT SHOWN Hers", "ours: all"],
    ] as const)
      expect(about(title), title).toContain(words);
    // A feed moves no cursor.
    expect(stdout).not.toContain("\u001b");
  });

  it("lets nothing of a feed move the cursor, turn the writing or make a line that looks like its own", async () => {
    const odd = "\u009b2J\u200f\u202e\u2028\u007f&#27;c&#8238;";
    const feed = calendarOf("Jane", [
      {
        uid: `odd${odd}\\nNOT SHOWN Forged`,
        title: `One${odd}`,
        more: [`DESCRIPTION:Two${odd}\\nNOT SHOWN`],
      },
      { title: "Three", more: [`RRULE:FREQ=SECONDLY;X=${odd}`] },
    ]).replace("DTSTART:", `DTSTART;TZID=Zone${odd}^nNOT SHOWN:`);
    writeFileSync(join(folder, "odd.ics"), feed.replaceAll('CN="Jane"', `CN="Jane${odd}^nNOT SHOWN"`));
    const plain = await run("check", "odd.ics", ...now);
    const data = await run("check", "odd.ics", "--json", ...now);
    const launch = await runScript(["tooling/launch-check.ts"], `file:${join(folder, "odd.ics")}`);
    for (const { stdout } of [plain, data, launch]) {
      expect(stdout).toContain("Jane");
      expect(stdout).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u);
    }
    expect(plain.stdout.match(/^NOT SHOWN .*$/gm)).toEqual([
      expect.stringContaining("One"),
      "NOT SHOWN Three",
    ]);
    expect(JSON.parse(data.stdout)[0].entries).toHaveLength(2);
  });

  it("says the same as data, with instants in UTC, of the moment that it is asked for", async () => {
    writeFileSync(join(folder, "feed.ics"), mixed);
    const { stdout } = await run(
      "check",
      join(folder, "feed.ics"),
      "--json",
      "--now",
      "2025-12-31T00:00:00Z",
    );
    const [feed] = JSON.parse(stdout);
    expect(feed).toMatchObject({
      name: "feed.ics",
      timeZone: site.timeZone,
      now: "2025-12-31T00:00:00.000Z",
    });
    const [ours, hidden] = feed.entries;
    expect(ours).toMatchObject({
      ...{ shown: true, uid: "ours@x", start: "2026-12-10T17:00:00.000Z", end: "2026-12-10T18:30:00.000Z" },
      texts: { description: { after: "Come." } },
    });
    expect(JSON.stringify(ours.secrets)).toContain("4711");
    expect(hidden).toMatchObject({ shown: false, reasons: [expect.stringContaining("public")] });
    expect(feed.entries.find(({ uid }: { uid: string }) => uid === "old@x")).toMatchObject({ shown: true });
  });

  it("looks as far ahead as it is told, and then at every date", async () => {
    const weekly = { uid: "w@x", title: "Weekly", more: ["RRULE:FREQ=WEEKLY"] };
    writeFileSync(join(folder, "series.ics"), calendarOf(host, [weekly]));
    const upcoming = async (...days: string[]) => {
      const { stdout } = await run("check", "series.ics", "--json", ...now, ...days);
      return JSON.parse(stdout)[0].entries[0].upcoming;
    };
    expect(await upcoming()).toBe(6);
    expect(await upcoming("--days", "30")).toBe(2);
    expect(await upcoming("--days", "365")).toBe(50);
  });

  it("asks a feed with the password in its address, and tells of a feed that fails or is nobody's of ours", async () => {
    let name = "Jane Doe";
    const feed = await serveCalendar((request, response) => {
      const isKnown =
        request.headers.authorization === `Basic ${Buffer.from("ann:secret").toString("base64")}`;
      response.writeHead(isKnown ? 200 : 401).end(calendarOf(name, [{ uid: "1" }, { uid: "2" }]));
    });
    const known = feed.url.replace("//", "//ann:secret@");
    const nobody = await run("check", known, ...now);
    expect(nobody).toMatchObject({
      ...{ code: 1, stdout: expect.stringContaining("2 entries, 0 ours: organizers found: Jane Doe") },
    });
    name = host;
    expect(await run("check", known, ...now)).toMatchObject({ code: 0 });
    const failed = await run("check", feed.url.replace("//", "//ann:wrong@"), ...now);
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining("the feed answered 401") });
    for (const { stdout, stderr } of [nobody, failed])
      expect(stdout + stderr).not.toMatch(/secret|wrong|ann:/);
    await feed.close();
  });

  it.each([
    [["check", "no-such.ics"], /no such file/],
    [["check", "a.ics", "b.ics"], /one URL or FILE/],
    [["check", "--now", "soon"], /2026-12-01T09:00:00Z/],
    [["check", "--days", "0"], /whole number/],
    [["check", "--what"], /--what/],
  ])("refuses %j in words", async (args, words) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/at .*\.ts:\d/);
  });

  it("reads the feeds of the content when nothing is said", async () => {
    const { code, stdout } = await run("check", ...now);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Sample calendar: \d+ entries, [1-9]/);
  });
});

describe("npm run launch-check", () => {
  const check = async (feeds = "") => {
    const { stdout } = await runScript(["tooling/launch-check.ts", "--json"], feeds);
    const findings: { topic: string; text: string }[] = JSON.parse(stdout);
    return findings.filter(({ topic }) => topic === "calendar").map(({ text }) => text);
  };

  it("says that the sample calendar is shown, that a feed shows nothing, and why, or that it cannot be read", async () => {
    expect(await check()).toEqual([expect.stringContaining("sample calendar")]);
    const feed = await serveCalendar((_request, response) =>
      response.end(calendarOf("Jane Doe", [{ uid: "1" }])),
    );
    expect(await check(feed.url)).toEqual([
      expect.stringContaining("1 entry, 0 ours: organizers found: Jane Doe"),
    ]);
    await feed.close();
    expect(await check(feed.url)).toEqual([expect.stringContaining("cannot be read")]);
  });
});
