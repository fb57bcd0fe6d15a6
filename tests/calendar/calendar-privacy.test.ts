// docs/specification.md, 'Public part of an entry', 'Lengths of event texts'

import ICAL from "ical.js";
import { afterEach, describe, expect, it } from "vitest";
import routes from "#app/routes.ts";
import { escapeText } from "#calendar/ics/ics-lines.ts";
import site from "#content/site.yaml";
import { eventTexts } from "../fixtures/event-texts.ts";
import { type CalendarServer, serveCalendar } from "../support/calendar-server.ts";
import { indexableRoutes } from "../support/routes.ts";
import { createTestSite, type TestSite } from "../support/site.ts";

const host = site.hosts[0] ?? "";
const open: (TestSite | CalendarServer)[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function siteWith(...lines: string[]): Promise<TestSite> {
  const calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...lines, "END:VCALENDAR", ""];
  const feed = await serveCalendar((_request, response) => response.end(calendar.join("\r\n")));
  const test = await createTestSite({ EVENTS_FEED_URL: feed.url });
  open.push(test, feed);
  await test.services.calendar.firstLook;
  return test;
}

/** Everything that the site says of its events, by address. */
async function everything(test: TestSite): Promise<Map<string, string>> {
  const slugs = test.services.calendar.current()?.events.map(({ slug }) => slug) ?? [];
  // A further output is among them as soon as it has an address.
  const patterns = (await routes).map(({ path = "/" }) => path);
  const paths = [...patterns.filter((path) => !/[:*]/.test(path)), ...indexableRoutes];
  for (const pattern of patterns.filter((path) => path.includes(":slug")))
    for (const slug of slugs) paths.push(pattern.replace(":slug", slug));
  const said = new Map<string, string>();
  for (const path of new Set(paths)) {
    const { body, statusCode } = await test.app.inject({ url: path });
    // What follows a form leads back to it.
    expect(statusCode, path).toBe(path.endsWith("/received") ? 302 : 200);
    // Links into other calendars carry their text percent-encoded; files are folded.
    said.set(path, decodeURIComponent(body.replace(/%(?![0-9a-f]{2})/gi, "%25")).replace(/\r\n /g, ""));
  }
  return said;
}

const ofEvents = (said: Map<string, string>) =>
  [...said.keys()].filter((path) => path.startsWith("/events/"));

const entry = (uid: string, ...lines: string[]) => [
  ...["BEGIN:VEVENT", `UID:${uid}@x.example`, "DTSTAMP:20260901T000000Z", "DTSTART:20261210T170000Z"],
  ...[...lines, "END:VEVENT"],
];
const byUs = `ORGANIZER;CN="${host}";SENT-BY="mailto:xyzzy-sent@x.example":mailto:xyzzy-host@x.example`;

/** Every secret in here has the letters 'xyzzy' in it. */
const description = [
  "Get up-to-date information at: https://luma.com/open?pk=g-xyzzy1",
  "",
  "Come: https://luma.com/open?utm=1&pk=g-xyzzy2. Bring tea.",
  "Use tk=xyzzy3 or https://x.example/a?Access_Token=xyzzy4&page=2 and https://ann:xyzzy5@x.example/b today.",
  "Through https://r.example/?to=https%3A%2F%2Fluma.com%2Fopen%3Fpk%3Dg-xyzzy6 as well.",
  "Hosts manage it at https://luma.com/event/manage/evt-xyzzy7 if needed. Stay for dinner.",
  "",
  "Join Zoom Meeting",
  "https://us02web.zoom.us/j/81234567890?pwd=xyzzy8.1",
  "Meeting ID: 812 xyzzy9 7890",
  "Passcode: xyzzy10",
  "",
  "One tap mobile",
  "+16699006833,,81234567890#,,,,*1234xyzzy11# US (San Jose)",
  "",
  "The password is xyzzy12! The room opens at six. Password (case matters): xyzzy13",
  "Access code:",
  "xyzzy14",
  "",
  "See teams.microsoft.com/l/meetup-join/xyzzy15 and https://www.google.com/url?q=https%253A%252F%252Fmeet.google.com%252Fxyzzy16&sa=D too.",
  "-::~:~::~:~:~:~:~:~:~:~:~:~:~:~:~:~::~:~::-",
  "Join with Google Meet: https://meet.google.com/xyzzy17-abc",
  "Or dial: +1 415 555 0100 PIN: 123xyzzy18#",
  "-::~:~::~:~:~:~:~:~:~:~:~:~:~:~:~:~::~:~::-",
  "",
  "Ann waits at xyzzy19@private.example or +1 415 555 0199.",
  "The house: https://x.example/invite/9f8xyzzy20Qz19f8Ab27Qz1",
  "",
  `Is this the last line? Yes, write to ${site.email} or call ${site.phone}.`,
].join("\\n");

const hidden = [
  "ATTENDEE;CN=Xyzzy Guest:mailto:xyzzy-guest@x.example",
  "CONTACT:xyzzy-contact@x.example",
  "COMMENT:xyzzy-comment",
  "ATTACH:https://x.example/xyzzy-file",
  "CONFERENCE;VALUE=URI:https://x.example/xyzzy-conference",
  "X-GOOGLE-CONFERENCE:https://meet.google.com/xyzzy-meet",
  "X-ALT-DESC;FMTTYPE=text/html:<p>xyzzy-html</p>",
  "RELATED-TO:xyzzy-related",
  "STATUS:XYZZY-STATUS",
  "LAST-MODIFIED:xyzzy-time",
  ...["BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-PT1H", "ATTENDEE:mailto:xyzzy-alarm@x.example"],
  ...["SUMMARY:xyzzy", "DESCRIPTION:xyzzy", "END:VALARM"],
];

describe("what a feed holds that is not for everybody", () => {
  it("stays out of pages, files, structured data, links into calendars and /functions/fetch-events", async () => {
    const test = await siteWith(
      "X-WR-CALDESC:xyzzy-description of the calendar",
      ...["BEGIN:VTIMEZONE", "TZID:Our own zone", "COMMENT:xyzzy-zone", "X-XYZZY:xyzzy-zone"],
      ...["BEGIN:STANDARD", "DTSTART:20251102T020000", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500"],
      ...["COMMENT:xyzzy-rule", "END:STANDARD", "END:VTIMEZONE"],
      ...entry(
        "open",
        "SUMMARY:Repair https://zoom.us/j/1?pwd=xyzzy-title",
        byUs,
        "URL:https://luma.com/event/manage/xyzzy",
      ),
      ...entry(
        "long",
        "SUMMARY:Long",
        byUs,
        `DESCRIPTION:${description}`,
        "LOCATION:Zoom: https://zoom.us/j/2?pwd=xyzzy",
        ...hidden,
      ),
      ...entry("hall", "SUMMARY:Hall", byUs, "LOCATION:Sample Hall\\, or https://zoom.us/j/3?pwd=xyzzy"),
      ...["BEGIN:VEVENT", "UID:zone@x.example", "DTSTART;TZID=Our own zone;X-P=xyzzy:20261211T090000"],
      ...["DURATION:PT1H", "SUMMARY:Zone", byUs, "RRULE:FREQ=WEEKLY;COUNT=3;X-P=XYZZY", "END:VEVENT"],
      ...["BEGIN:VEVENT", "UID:zone@x.example", "RECURRENCE-ID;TZID=Our own zone:20261218T090000"],
      ...[
        "DTSTART;TZID=Our own zone:20261218T120000",
        "SUMMARY:xyzzy-change",
        byUs,
        "CLASS:PRIVATE",
        "END:VEVENT",
      ],
      ...entry("private", "SUMMARY:xyzzy-private", byUs, "CLASS:PRIVATE"),
      ...entry("confidential", "SUMMARY:xyzzy-confidential", byUs, "CLASS:confidential"),
      ...entry("unknown", "SUMMARY:xyzzy-unknown", byUs, "CLASS:X-BOARD"),
      ...entry("other", "SUMMARY:xyzzy-other", "ORGANIZER;CN=Another:mailto:xyzzy@x.example"),
      ...entry("club", "SUMMARY:Book club xyzzy", byUs),
      ...entry(
        "person",
        "SUMMARY:Person",
        `DESCRIPTION:Hosted by ${host}`,
        "ORGANIZER;CN=xyzzy@x.example:mailto:xyzzy@x.example",
      ),
      ...entry(
        "room",
        "SUMMARY:Room",
        `ORGANIZER;CN="${host} https://zoom.us/j/4?pwd=xyzzy-organizer":mailto:xyzzy@x.example`,
      ),
      ...["BEGIN:VTODO", "UID:todo", "SUMMARY:xyzzy-todo", "END:VTODO"],
    );
    const said = await everything(test);
    for (const [path, body] of said) {
      const found = body.match(/.{0,80}xyzzy.{0,20}/gi) ?? [];
      expect(found, path).toEqual([]);
    }
    const page = [...said].find(([path]) => /^\/events\/long[^.]*$/.test(path))?.[1] ?? "";
    for (const text of [
      ...[
        "Bring tea.",
        "Stay for dinner.",
        "The room opens at six.",
        "Is this the last line? Yes, write",
        site.phone,
      ],
      ...[
        'href="https://luma.com/open?utm=1"',
        'href="https://x.example/a?page=2"',
        'href="https://x.example/b"',
      ],
    ])
      expect(page).toContain(text);
    expect(page).not.toContain("openstreetmap");
    expect([...said].find(([path]) => /^\/events\/hall[^.]*$/.test(path))?.[1]).toContain(
      'query=Sample+Hall"',
    );
  });

  it("stays out of everything that is said of entries as platforms and people write them", async () => {
    const secretive = eventTexts.filter(({ text, shown }) => text !== shown);
    const test = await siteWith(
      ...secretive.flatMap(({ text, title = "Sit", lines = [] }, index) =>
        entry(
          `text${index}`,
          `SUMMARY:${title}`,
          `ORGANIZER;CN="${host}":mailto:a@x.example`,
          ...lines,
          ...(text === "" ? [] : [`DESCRIPTION:${escapeText(text)}`]),
        ),
      ),
    );
    const said = await everything(test);
    for (const [path, body] of said) {
      const found = body.match(/.{0,80}(?:xyzzy|7741|834211).{0,20}/gi) ?? [];
      expect(found, path).toEqual([]);
    }
    expect(said.get("/functions/fetch-events")?.match(/BEGIN:VEVENT/g)).toHaveLength(secretive.length);
  });

  it("is left out of a calendar that stays one", async () => {
    const zone = [
      ...["BEGIN:VTIMEZONE", "TZID:Our own zone", "BEGIN:STANDARD", "DTSTART:20251102T020000"],
      ...["TZOFFSETFROM:-0400", "TZOFFSETTO:-0500", "END:STANDARD", "END:VTIMEZONE"],
    ];
    const test = await siteWith(
      ...zone,
      ...zone.map((line) => line.replace("Our own", "Unused")),
      ...["BEGIN:VEVENT", "UID:s@x", "SEQUENCE:3", "DTSTAMP:20260901T000000Z", "SUMMARY:Series\\, weekly"],
      ...["DTSTART;TZID=Our own zone:20261210T090000", "DTEND;TZID=Our own zone:20261210T100000"],
      ...["RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE;TZID=Our own zone:20261224T090000", "GEO:37.77;-122.41"],
      ...[byUs, `DESCRIPTION:${"Für alle 🌲 ".repeat(30)}`, "ATTENDEE:mailto:a@x", "END:VEVENT"],
      ...[
        "BEGIN:VEVENT",
        "UID:s@x",
        "RECURRENCE-ID;TZID=Our own zone:20261217T090000",
        "SUMMARY:Moved",
        byUs,
      ],
      ...["DTSTART;TZID=Our own zone:20261217T110000", "END:VEVENT"],
      ...[
        "BEGIN:VEVENT",
        "UID:s@x",
        "RECURRENCE-ID;TZID=Our own zone:20261231T090000",
        "SUMMARY:Secret",
        byUs,
      ],
      ...["DTSTART;TZID=Our own zone:20261231T110000", "CLASS:PRIVATE", "END:VEVENT"],
      ...[
        "BEGIN:VEVENT",
        "UID:far@x",
        "DTSTART:20290101T000000Z",
        "RRULE:FREQ=YEARLY",
        "SUMMARY:Far",
        byUs,
        "END:VEVENT",
      ],
      ...[
        "BEGIN:VEVENT",
        "UID:off@x",
        "DTSTART:20261211T000000Z",
        "STATUS:CANCELLED",
        "SUMMARY:Off",
        byUs,
        "END:VEVENT",
      ],
    );
    const { body, headers } = await test.app.inject("/functions/fetch-events");
    expect(headers).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringContaining("s-maxage"),
    });
    expect(body.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const calendar = new ICAL.Component(ICAL.parse(body));
    expect(calendar.getAllSubcomponents("vtimezone").map((one) => one.getFirstPropertyValue("tzid"))).toEqual(
      ["Our own zone"],
    );
    const entries = calendar.getAllSubcomponents("vevent");
    const titles = entries.map((one) => one.getFirstPropertyValue("summary"));
    expect(titles).toEqual(["Series, weekly", "Moved", "Far", "Off"]);
    const names = new Set(entries.flatMap((one) => one.getAllProperties().map((property) => property.name)));
    expect([...names].sort()).toEqual([
      ...["description", "dtend", "dtstamp", "dtstart", "exdate", "geo", "organizer", "recurrence-id"],
      ...["rrule", "sequence", "status", "summary", "uid"],
    ]);
    expect(entries[0]?.getFirstProperty("organizer")?.getFirstParameter("cn")).toBe(host);
    // The change that is not shown leaves a gap, as the date that was called off does.
    const dates = test.services.calendar.current()?.events.filter(({ uid }) => uid === "s@x");
    expect(dates?.map(({ start }) => start.toISOString().slice(5, 13))).toEqual(["12-10T14", "12-17T16"]);
  });

  it("is told in the log, by entry and reason, without what it was, until something else is left out", async () => {
    const lines = (word: string) => [
      ...entry("a", "SUMMARY:Evening", byUs, `DESCRIPTION:Come.\\nEntry word: ${word}`),
      ...entry("b", "SUMMARY:Evening", byUs, `DESCRIPTION:See https://x.example/?c=${word}`),
      ...entry("c", "SUMMARY:Evening", byUs, "DESCRIPTION:Bring tea."),
    ];
    const test = await siteWith(...lines("xyzzy4711"));
    const told = test.log.filter(({ msg }) => String(msg).includes("not shown"));
    expect(told.map(({ withheld, count }) => ({ withheld, count }))).toEqual([
      {
        withheld: [
          { uid: "a@x.example", reasons: ["a way in"] },
          { uid: "b@x.example", reasons: ["a key in a link"] },
        ],
        count: 2,
      },
    ]);
    expect(JSON.stringify(test.log)).not.toContain("xyzzy4711");
  });

  it("is in no address, file or line of the log where an entry's UID has it", async () => {
    // The second is how Zoom writes the number of a meeting.
    const uids = ["https://x.example/e?token=xyzzy4711", "20261120T200000Z-81234567891"];
    const test = await siteWith(
      ...uids.flatMap((uid) => entry(uid, byUs, "DESCRIPTION:Bring 471 100 cups.\\nEntry word: xyzzy4711")),
      ...entry("https://x.example/f?token=xyzzy4711", byUs, "DURATION:P9999W"),
      ...entry("20261120T200000Z-81234567892", byUs, "DURATION:P9999W"),
    );
    const said = await everything(test);
    expect(ofEvents(said)).toHaveLength(2 * uids.length);
    for (const [path, body] of said) expect(path + body, path).not.toMatch(/xyzzy|8123456789/i);
    expect(JSON.stringify(test.log)).toContain("not shown");
    expect(JSON.stringify(test.log)).toContain("it lasts too long");
    expect(JSON.stringify(test.log)).not.toMatch(/xyzzy|8123456789/i);
  });

  it("is in no address, file or line of the log where an entry's UID holds a person's address", async () => {
    const uids = [
      "xyzzy.person@gmail.com-20270110",
      "7-xyzzy-host",
      "3/xyzzy-guest@private.example/attendee",
    ];
    const guest = "ATTENDEE;CN=Xyzzy:mailto:xyzzy-guest@private.example";
    const test = await siteWith(
      ...uids.flatMap((uid) => entry(uid, byUs, guest, "SUMMARY:Open", "RRULE:FREQ=WEEKLY;COUNT=2")),
      ...entry("8-xyzzy-host", byUs, "DURATION:P9999W"),
    );
    const said = await everything(test);
    expect(ofEvents(said)).toHaveLength(4 * uids.length);
    for (const [path, body] of said) expect(path + body, path).not.toMatch(/xyzzy/i);
    expect(JSON.stringify(test.log)).toContain("it lasts too long");
    expect(JSON.stringify(test.log)).not.toMatch(/xyzzy/i);
  });

  it("turns no direction and holds no control characters, wherever it stands", async () => {
    const dirty = "A\u202Eb\u2066c\u0007d\u009Be\u0000f\u007Fg";
    const test = await siteWith(
      ...entry(
        `u\u202E1\u0007`,
        `SUMMARY:${dirty}`,
        `LOCATION:${dirty}`,
        `DESCRIPTION:${dirty}\\nHosted by ${host}`,
        `ORGANIZER;CN="${host} ${dirty}":mailto:x@x.example`,
        `URL:https://x.example/${dirty}`,
      ),
    );
    const said = await everything(test);
    for (const [path, body] of said) {
      expect(body.match(/(?![\t\r\n])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu), path).toBe(null);
      if (/events/.test(path)) expect(body, path).toContain("Abcdefg");
    }
  });

  it("is no markup, wherever it stands", async () => {
    const text = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&";
    const test = await siteWith(
      ...entry("a", byUs, `SUMMARY:${text}`, `LOCATION:${text}`, `DESCRIPTION:${text}`),
    );
    for (const path of (await everything(test)).keys()) {
      if (/\.ics$|fetch-events/.test(path)) continue;
      const { body } = await test.app.inject({ url: path });
      expect(body, path).not.toMatch(/<script>alert|<img src=x/);
    }
  });

  it("is not in answers without a calendar, which nobody keeps", async () => {
    const feed = await serveCalendar((_request, response) => response.writeHead(500).end());
    const test = await createTestSite({ EVENTS_FEED_URL: feed.url });
    open.push(test, feed);
    await test.services.calendar.firstLook;
    for (const url of ["/events.ics", "/functions/fetch-events", "/events/x.ics"]) {
      const { statusCode, headers } = await test.app.inject({ url });
      expect([url, statusCode]).toEqual([url, 503]);
      expect(headers, url).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
    }
    const withFeed = await siteWith(...entry("a", byUs));
    const unknown = await withFeed.app.inject("/events/x.ics");
    expect([unknown.statusCode, unknown.body.includes("VCALENDAR")]).toEqual([404, false]);
    expect(unknown.headers["cache-control"]).toBe("no-store");
    const put = await withFeed.app.inject({ method: "PUT", url: "/functions/fetch-events" });
    expect(put.statusCode).toBe(405);
  });
});

describe("texts without end", () => {
  it("are cut between words, so that pages stay pages, and the log says so once", async () => {
    const words = "A word and another. ".repeat(20_000);
    const test = await siteWith(
      // As many as a page shows.
      ...Array.from({ length: 60 }, (_, index) =>
        entry(
          `e${index}`,
          `SUMMARY:${"T".repeat(4_000)}`,
          byUs,
          `LOCATION:${words.slice(0, 4_000)}`,
          `DESCRIPTION:${words.slice(0, 22_000)}`,
        ),
      ).flat(),
      ...entry("big", `SUMMARY:${"T".repeat(200_000)}`, byUs, `DESCRIPTION:${words}`),
    );
    const big = test.services.calendar.current()?.events.find(({ uid }) => uid.startsWith("big"));
    for (const path of ["/", "/events", `/events/${big?.slug}`]) {
      const { body } = await test.app.inject(path);
      expect(body.length, path).toBeLessThan(600_000);
    }
    expect(big?.description).toMatch(/(word|and|another\.|A)…$/);
    expect(big?.description.length).toBeLessThanOrEqual(20_000);
    expect(big?.title.length).toBeLessThanOrEqual(300);
    const lines = test.log.filter(({ msg }) => String(msg).includes("were cut"));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.count).toBe(182);
  });
});
