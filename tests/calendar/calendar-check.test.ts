// docs/specification.md, 'Calendar check'

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import texts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import { calendarFeeds } from "#server/calendar-feeds.ts";
import { localTime } from "#system/language.ts";
import { checkFeed, type FeedCheck, feedContent } from "#tooling/calendar-check/check-feed.ts";
import { feedAsJson, printFeed } from "#tooling/calendar-check/print.ts";
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

/** What the command finds in a calendar at that moment, without a process of its own. */
async function checked(calendar: string, at = "2026-11-21T10:00:00Z", days?: number): Promise<FeedCheck> {
  const file = join(folder, "feed.ics");
  writeFileSync(file, calendar);
  const [feed] = calendarFeeds([pathToFileURL(file).href], feedContent());
  if (!feed) throw new Error("no feed");
  return checkFeed(feed, { now: new Date(at), ...(days === undefined ? {} : { days }) });
}
const inWords = async (...given: Parameters<typeof checked>) => printFeed(await checked(...given));
/** As a program gets it. */
const asData = async (...given: Parameters<typeof checked>) =>
  JSON.parse(JSON.stringify(feedAsJson(await checked(...given))));

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
  it("says first how many titles are not shown as they are, and that a calendar has no entries", async () => {
    const titles = ["Meeting number 100", "Meeting number 200", "Care", ""];
    const entries = titles.map((title, place) => ({ uid: `${place}@x`, title }));
    expect(await inWords(calendarOf(host, entries))).toMatch(
      /^.*: 4 entries, 4 shown, 0 not\.\n(?: .*\n)* {2}3 of those shown have another title on the site: /,
    );
    expect(await inWords(calendarOf(host, entries.slice(2, 3)))).not.toContain("another title");
    expect(await inWords(calendarOf(host, []))).toMatch(/ 0 entries, .*\n(?: .*\n)? {2}It has no entries: /);
  });

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
    const begun = (start: string, end: string) =>
      calendarOf(host, [{ start, end, more: ["RRULE:FREQ=WEEKLY;COUNT=4"] }]);
    const local = (instant: string) => localTime(new Date(instant), site.timeZone).slice(0, 16);
    expect(await inWords(begun("20261113T180000Z", "20261113T190000Z"))).toContain(
      `  dates: ${local("2026-11-27T18:00:00Z")}, ${local("2026-12-04T18:00:00Z")}, 2 before now\n`,
    );
    expect(await inWords(begun("20261125", "20261126").replace(/(DT\w+):/g, "$1;VALUE=DATE:"))).toMatch(
      / {2}start: 2026-11-25, end: 2026-11-25\n(?: {2}.*\n)* {2}dates: 2026-11-25, 2026-12-02, 2026-12-09, 2026-12-16\n/,
    );
    const weekly = { uid: "w@x", title: "Weekly", more: ["RRULE:FREQ=WEEKLY"] };
    const series = calendarOf(host, [weekly]);
    const upcoming = async (days?: number) => (await asData(series, undefined, days)).entries[0].upcoming;
    expect(await upcoming()).toBe(6);
    expect(await upcoming(30)).toBe(2);
    writeFileSync(join(folder, "series.ics"), series);
    const { stdout } = await run("check", "series.ics", "--json", ...now, "--days", "365");
    expect(JSON.parse(stdout)[0].entries[0].upcoming).toBe(50);
  });

  /** One entry for every reason to be left out, each with a zone, a text, a link and a secret. */
  const everyReason = (() => {
    const said = (title: string, more: string[]) => ({
      ...{ uid: `${title}@x`, title, start: "20261210T170000Z", end: "20261210T180000Z" },
      more: [
        "DESCRIPTION:<p>Come &amp\\; see.</p>\\nPasscode: 4711",
        "LOCATION:Hall 1",
        "URL:https://example.org/e",
        ...more,
      ],
    });
    const inBerlin = (feed: string) =>
      feed
        .replaceAll(/DTSTART:20261210T170000Z/g, "DTSTART;TZID=Europe/Berlin:20261210T180000")
        .replaceAll(/DTEND:20261210T180000Z/g, "DTEND;TZID=Europe/Berlin:20261210T190000");
    const change = "RECURRENCE-ID;TZID=Europe/Berlin:20261217T180000";
    const ours = calendarOf(host, [
      said("Private", ["CLASS:PRIVATE"]),
      said("Book Club", ["RRULE:FREQ=WEEKLY;COUNT=3"]),
      said("Older", ["SEQUENCE:1"]),
      { ...said("Newer", ["SEQUENCE:2"]), uid: "Older@x" },
      said("Series", ["RRULE:FREQ=WEEKLY;COUNT=2"]),
      { ...said("First change", ["SEQUENCE:1", change]), uid: "Series@x" },
      { ...said("Second change", ["SEQUENCE:2", change]), uid: "Series@x" },
      { ...said("Hidden change", [change.replace("17T", "10T"), "CLASS:PRIVATE"]), uid: "Series@x" },
      said("Past", ["STATUS:CANCELLED"]),
      said("Endless", ["DURATION:P100000D"]),
    ]);
    const others = calendarOf("Jane Doe", [said("Hers", ["RRULE:FREQ=WEEKLY;COUNT=2;BYHOUR=99"])]);
    return inBerlin(ours.replace("END:VCALENDAR\r\n", others.slice(others.indexOf("BEGIN:VEVENT"))));
  })();

  it("says of an entry that is left out, whatever the reason, what it says of one that is shown", async () => {
    const entries: Record<string, unknown>[] = (await asData(everyReason)).entries;
    expect(entries).toHaveLength(11);
    for (const entry of entries.filter(({ summary }) => summary !== "Endless"))
      expect(entry, String(entry.summary)).toMatchObject({
        ...{ start: "2026-12-10T17:00:00.000Z", end: "2026-12-10T18:00:00.000Z" },
        ...{ zone: { name: "Europe/Berlin", readAs: "Europe/Berlin" }, dates: expect.any(Array) },
        texts: {
          title: { before: entry.summary, after: entry.summary },
          description: { before: expect.stringContaining("<p>"), after: "Come & see." },
          place: { before: "Hall 1", after: "Hall 1" },
          link: { before: "https://example.org/e", after: "https://example.org/e" },
        },
        secrets: [{ reason: expect.any(String), text: expect.stringContaining("4711") }],
      });
    const about = (title: string) => entries.find(({ summary }) => summary === title);
    for (const title of ["Private", "Book Club", "Older", "First change", "Hidden change", "Past", "Hers"])
      expect(about(title), title).toMatchObject({ shown: false, upcoming: 0 });
    expect(about("Book Club")).toMatchObject({
      dates: [expect.any(String), expect.any(String), expect.any(String)],
    });
    expect(about("Endless")).toMatchObject({
      ...{ shown: false, start: "2026-12-10T17:00:00.000Z", zone: { readAs: "Europe/Berlin" } },
      reasons: [expect.stringContaining("it lasts too long")],
    });
    expect(about("Hers")).toMatchObject({ rules: [expect.anything()] });
    const plain = await inWords(everyReason);
    expect(plain).toMatch(/NOT SHOWN Hers\n(?: {2}.*\n)*? {2}start: 2026-12-10 18:00, end: /);
    expect(plain).toMatch(/NOT SHOWN Hers\n(?: {2}.*\n)* {2}description as it would be shown: Come & see\./);
  });

  it("says of a series and of its changed dates the date that is on the page", async () => {
    const weekly = { uid: "w@x", title: "Weekly", more: ["RRULE:FREQ=WEEKLY;COUNT=4"] };
    const change = (title: string, start: string, original: string, more: string[] = []) => ({
      ...{ uid: "w@x", title, start, end: start.replace("T17", "T18") },
      more: [`RECURRENCE-ID:${original}T170000Z`, ...more],
    });
    const feed = calendarOf(host, [
      weekly,
      change("Moved", "20261219T170000Z", "20261217"),
      change("Off", "20261210T170000Z", "20261210", ["STATUS:CANCELLED"]),
    ]);
    const about = (text: string, title: string) =>
      new RegExp(`shown +${title}\\n(?: {2}.*\\n?)*`, "i").exec(text)?.[0];
    const told = await inWords(feed);
    expect(about(told, "Weekly")).toContain(
      "on the page: Thursday, December 24, 2026, 9:00 AM - 10:30 AM PST",
    );
    expect(about(told, "Weekly")).toMatch(/address: \/events\/\S+-20261224t170000z\n/);
    expect(about(told, "Moved")).toContain(
      "on the page: Saturday, December 19, 2026, 9:00 AM - 10:00 AM PST",
    );
    expect(about(told, "Moved")).toMatch(/address: \/events\/\S+-20261217t170000z\n/);
    // When the first dates are over, the next one is on the page.
    const later = await inWords(feed, "2026-12-25T00:00:00Z");
    expect(about(later, "Weekly")).toContain("on the page: Thursday, December 31, 2026");
    expect(about(later, "Moved")).toContain("on the page: Saturday, December 19, 2026");
  });

  it("says of what is called off that its page stays, how that is known, and nothing else as the reason", async () => {
    const feed = calendarOf(host, [
      { uid: "1@x", title: "By status", more: ["STATUS:CANCELLED", "DESCRIPTION:We sit.\\nPasscode: 4711"] },
      { uid: "2@x", title: "Canceled: By title" },
      { uid: "3@x", title: "Series", more: ["RRULE:FREQ=WEEKLY;COUNT=1"] },
      { uid: "3@x", title: "Its date", more: ["RECURRENCE-ID:20261210T170000Z", "STATUS:CANCELLED"] },
    ]);
    const [, byStatus = "", byTitle = "", series = "", date = ""] = (await inWords(feed)).split("\n\n");
    for (const part of [byStatus, byTitle, date]) {
      expect(part.match(/^ {2}why: .*$/gm)).toEqual([expect.stringContaining("its page says so")]);
      expect(part).toMatch(/^NOT SHOWN .*\n(?:.*\n)*? {2}address: \/events\//);
    }
    expect(byTitle).toContain("(its title says so)");
    expect(byStatus).not.toContain("title says so");
    expect(byStatus).toContain("note: parts are not for everybody");
    expect(byStatus).toContain("description on the site: We sit.");
    expect(series).toMatch(/why: all its dates are .*cancelled/);
    expect((await asData(feed)).entries[0]).toMatchObject({
      reasons: [expect.stringContaining("cancelled")],
      remarks: [expect.stringContaining("not for everybody")],
    });
  });

  it("says which time of an entry is none, and that one ends before it starts", async () => {
    const named = (title: string, more: Partial<Parameters<typeof calendarOf>[1][number]>) => ({
      ...{ uid: `${title}@x`, title },
      ...more,
    });
    const feed = calendarOf(host, [
      named("No month", { start: "20261399T170000Z" }),
      named("No end", { end: "later" }),
      named("Backwards", { end: "20261210T160000Z" }),
      named("Odd dates", { more: ["RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE:soon"] }),
    ]);
    const parts = (await inWords(feed)).split("\n\n");
    const about = (title: string) => parts.find((part) => part.includes(`${title}\n`));
    expect(about("No month")).toContain("its start is no time that there is: set it again");
    expect(about("No end")).toContain("note: its end cannot be read");
    expect(about("Odd dates")).toContain("note: a date called off cannot be read");
    expect(about("Backwards")).toMatch(/^shown/);
    expect(about("Backwards")).toContain("note: it ends before it starts");
  });

  it("says of the place what the page says", async () => {
    const placed = (title: string, more: string[]) => ({ uid: `${title}@x`, title, more });
    const feed = calendarOf(host, [
      placed("Joined", ["LOCATION:https://zoom.us/j/9?pwd=abc"]),
      placed("Told", ["DESCRIPTION:Join: https://zoom.us/j/9?pwd=abc"]),
      placed("Screen", ["LOCATION:Zoom"]),
      placed("Hall", ["LOCATION:Hall 1"]),
      placed("Nowhere", []),
    ]);
    const { entries }: { entries: { summary: string; texts: { place: { after: string } } }[] } =
      await asData(feed);
    expect(entries.map(({ summary, texts }) => [summary, texts.place.after])).toEqual([
      ["Joined", texts.onlineWithLink],
      ["Told", texts.onlineWithLink],
      ["Screen", texts.online],
      ["Hall", "Hall 1"],
      ["Nowhere", ""],
    ]);
    expect(await inWords(feed)).toContain(`place on the site: ${texts.onlineWithLink}`);
  });

  describe("of zones", () => {
    const tail = "are read in";
    const inZone = (zone: string) => [
      `X-WR-TIMEZONE:${zone}`,
      ...calendarOf(host, [{ uid: "z@x" }])
        .split("\r\n")
        .slice(3),
    ];
    const feedNaming = (zone: string) =>
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...inZone(zone)].join("\r\n");
    const header = async (feed: string) => {
      const told = await inWords(feed);
      return told.slice(0, told.indexOf("\n\n"));
    };

    it("says which counts, and where that is said", async () => {
      const named = await header(feedNaming("Europe/Berlin"));
      expect(named).toContain(`Times without a zone ${tail} Europe/Berlin: the feed`);
      const unnamed = await header(calendarOf(host, [{ uid: "z@x" }]));
      expect(unnamed).toContain(`${tail} ${site.timeZone}: timeZone of content/site.yaml`);
    });

    it("suggests zone: where times in UTC are shown in another than the feed's own, that is not known, or its other times are in another one", async () => {
      expect(await header(feedNaming("Europe/Berlin"))).toMatch(/UTC are shown in .*`zone: Europe\/Berlin`/);
      expect(await header(feedNaming(site.timeZone))).not.toContain("zone:");
      expect(await header(feedNaming("Nowhere"))).toMatch(/"Nowhere", .* not known.*`zone: /);
      const mixed = calendarOf(host, [
        { uid: "1@x" },
        { uid: "2@x", start: "20261211T170000Z", title: "Berlin" },
      ]).replace("DTSTART:20261211T170000Z", "DTSTART;TZID=Europe/Berlin:20261211T180000");
      expect(await header(mixed)).toContain("`zone: Europe/Berlin`");
      const all = mixed.replace("DTSTART:20261210T170000Z", "DTSTART;TZID=Europe/Berlin:20261210T180000");
      expect(await header(all)).not.toContain("`zone:");
      const hint = new RegExp(`in UTC are shown in ${site.timeZone}.*\`zone: `);
      expect(await header(calendarOf(host, [{ uid: "z@x" }]))).toMatch(hint);
      const own = mixed.replace(/Europe.Berlin/g, site.timeZone);
      expect(await header(own)).not.toContain("`zone:");
    });

    it("suggests zone: where times are in a zone that only the feed explains, and says in which one they are shown", async () => {
      const explained = (more: string[]) =>
        calendarOf(host, [{ uid: "z@x" }])
          .replace("DTSTART:20261210T170000Z", "DTSTART;TZID=Our time:20261210T180000")
          .replace("PRODID", [...more, "PRODID"].join("\r\n"))
          .replace(
            "BEGIN:VEVENT",
            "BEGIN:VTIMEZONE\r\nTZID:Our time\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT",
          );
      expect(await header(explained([]))).toMatch(
        new RegExp(`"Our time".* shown in ${site.timeZone}.*\`zone: `),
      );
      const told = await inWords(explained([]));
      expect(told).toContain(`zone: "Our time" (explained by the feed), shown in ${site.timeZone}\n`);
      expect(told).toContain(
        `start: ${localTime(new Date("2026-12-10T17:00:00Z"), site.timeZone).slice(0, 16)}, end: `,
      );
      expect(await header(explained(["X-WR-TIMEZONE:Europe/Berlin"]))).not.toContain("`zone:");
      const own = await header(explained(["X-WR-TIMEZONE:Our time"]));
      expect(own).toContain(`Times without a zone ${tail} "Our time": the feed`);
      expect(own).not.toContain("not known");
      const located = explained([]).replace("TZID:Our time", "TZID:Our time\r\nX-LIC-LOCATION:Europe/Berlin");
      expect(await header(located)).not.toContain("`zone:");
      expect(await inWords(located)).toContain("read as Europe/Berlin");
    });
  });

  it("names an entry that is not even iCalendar, and the reason; a line that is none only where it matters", async () => {
    const feed = calendarOf(host, [
      { uid: "good@x" },
      { uid: "bad@x", title: "Torn", more: ["CLASS WITHOUT COLON"] },
      { uid: "odd@x", more: ["NO COLON HERE"] },
    ]);
    expect((await asData(feed)).entries).toMatchObject([
      { uid: "bad@x", summary: "Torn", shown: false, reasons: [expect.stringContaining("cannot be read")] },
      { uid: "good@x", shown: true, remarks: [] },
      { uid: "odd@x", shown: true, remarks: [expect.stringContaining("left out (NO COLON HERE)")] },
    ]);
  });

  it("says all of a large feed to a program that reads slowly", async () => {
    const many = Array.from({ length: 400 }, (_, place) => ({ uid: `${place}`, title: `Event ${place}` }));
    writeFileSync(join(folder, "many.ics"), calendarOf(host, many));
    const slow = `"${process.execPath}" tooling/calendar.ts check many.ics --json | dd bs=64 status=none`;
    const env = { ...process.env, INIT_CWD: folder, DATA_DIR: folder, EVENTS_FEED_URL: "" };
    const { stdout } = await promisify(execFile)("sh", ["-c", slow], { env, maxBuffer: 10_000_000 });
    expect(JSON.parse(stdout)[0].entries).toHaveLength(400);
  });

  it("takes every entry as ours when it is told to", async () => {
    writeFileSync(
      join(folder, "hers.ics"),
      calendarOf("Jane Doe", [{ uid: "1" }, { uid: "2", title: "Other" }]),
    );
    expect((await run("check", "hers.ics", ...now)).code).toBe(1);
    const { code, stdout } = await run("check", "hers.ics", "--all", ...now);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining("2 entries, 2 shown, 0 not."),
    });
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
