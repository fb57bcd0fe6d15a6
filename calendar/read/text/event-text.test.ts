// docs/specification.md, 'Description cleaning', 'Event link', 'Event place', 'Event selection'

import { describe, expect, it } from "vitest";
import { plainRules } from "../../../tests/fixtures/selection-rules.ts";
import { withoutRepeats } from "../../feed/calendar-source.server.ts";
import type { SelectionRules } from "../own-series.ts";
import { readOwnCalendar } from "../read-calendar.ts";
import { cleanDescription } from "./description.ts";
import { eventLink, hostNotice, shorten } from "./event-text.ts";
import { plainText } from "./html-text.ts";
import { addressBlock, placeOf } from "./place.ts";
import { withoutPrivate } from "./private-text.ts";

const listing = "https://events.example/samplecircle";
const rules: SelectionRules = {
  ...plainRules,
  hosts: ["Samplecircle", "Samplecircle Community"],
  untitled: "A gathering",
  listing,
};
const read = (lines: string[], more: Partial<SelectionRules> = {}, uid = "a") =>
  readOwnCalendar(
    [
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      `UID:${uid}`,
      "DTSTART:20261210T170000Z",
      ...lines,
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n"),
    { now: new Date("2026-12-01T00:00:00Z"), timeZone: "America/Los_Angeles" },
    { ...rules, ...more },
  );
const shown = (...lines: string[]) => read(lines, { isAllOurs: true }).events[0];

describe("HTML in place of text", () => {
  it.each([
    [
      "<p>Join us for a <b>gentle</b> hour.</p><ul><li>Tea</li><li>Cake</li></ul>",
      "Join us for a gentle hour.\n- Tea\n- Cake",
    ],
    ["<html-blob>One<br>two<br><br>Three&nbsp;&amp; four</html-blob>", "One\ntwo\n\nThree & four"],
    ['<a href="https://x.example/a">the guide</a>', "the guide (https://x.example/a)"],
    ['<a href="https://x.example/">x.example</a>', "https://x.example/"],
    [
      '<a href="https://www.google.com/url?q=https://x.example/&amp;sa=D">https://x.example/</a>',
      "https://x.example/",
    ],
    ['<a href="mailto:a@x.example">Write</a>', "Write (a@x.example)"],
    ['<a href="javascript:alert(1)">Press</a>', "Press"],
    ["<html><head><style>p{}</style><title>T</title></head><body><p>One\ntwo</p></body></html>", "One two"],
    ["Care &#8211; a start &amp;amp; more", "Care – a start & more"],
    ["2 < 3, and 5 > 4", "2 < 3, and 5 > 4"],
    // What turns the writing, or moves a cursor, comes as an entity as well.
    ["Ca&#8238;re&#27;", "Care"],
    ["<script>alert(1)</script><b>Now</b>", "Now"],
    [
      "<table><thead><tr><th>Time</th><th>What</th></tr></thead><tbody>\n<tr><td>9:00</td><td> <b>Tea</b></td><td></td></tr><tr><td>10:00</td><td>Sitting</td></tr></tbody></table><p>Come.</p>",
      "Time – What\n9:00 – Tea\n10:00 – Sitting\n\nCome.",
    ],
    ["<table><tr><td><p>One</p><p>Two</p></td></tr></table>", "One\n\nTwo"],
    [
      '<p>Bring:</p><ol><li>A cushion</li><li>A cup</li></ol><p>Then:</p><ol start="3"><li>Sit</li><li>Go<ul><li>slowly</li></ul></li><li>Rest</li></ol>All',
      "Bring:\n1. A cushion\n2. A cup\n\nThen:\n3. Sit\n4. Go\n- slowly\n5. Rest\n\nAll",
    ],
    ["<ol>\n<li><p>A cushion</p></li>\n<li>\n<p>A cup</p></li>\n</ol>", "1. A cushion\n2. A cup"],
    ["<ul><li><div>One</div></li><li>Two</li></ul></ol><li>Three", "- One\n- Two\n- Three"],
  ])("%s", (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it("of Outlook is read without its head, and without the signs that iCalendar asks for", () => {
    const html = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">\\n<HTML>\\n<BODY>\\n<P>We sit\\, and read\\; quietly.</P>\\n<P>&nbsp\\;</P>\\n</BODY>\\n</HTML>`;
    expect(shown(`X-ALT-DESC;FMTTYPE=text/html:${html}`)?.description).toBe("We sit, and read; quietly.");
  });

  it("is read so in title, place and text, and in X-ALT-DESC where there is no other text", () => {
    const event = shown(
      "SUMMARY:Care &#8211\\; again",
      "LOCATION:Hall &amp\\; garden",
      "X-ALT-DESC;FMTTYPE=text/html:<p>One</p><p>Two</p>",
    );
    expect(event).toMatchObject({
      title: "Care – again",
      location: "Hall & garden",
      description: "One\n\nTwo",
    });
  });
});

it("texts have no signs by which some programs escape what needs none", () => {
  const lines = [
    'SUMMARY:Care\\: a \\"day\\"',
    "LOCATION:Hall\\: left",
    "DESCRIPTION:See https\\://x.example/a",
  ];
  expect(shown(...lines)).toMatchObject({
    title: 'Care: a "day"',
    location: "Hall: left",
    description: "See https://x.example/a",
  });
});

describe("a title", () => {
  it.each([
    [[], "A gathering"],
    [["SUMMARY: "], "A gathering"],
    [["SUMMARY:https://zoom.us/j/81?pwd=abc"], "A gathering"],
    [["SUMMARY:Sit (online): https://zoom.us/j/81?pwd=abc"], "Sit (online)"],
    [["SUMMARY:(https://x.example/)"], "A gathering"],
    [["SUMMARY:Passcode: 4711"], "A gathering"],
    [["SUMMARY:🎉"], "🎉"],
    [["SUMMARY:坐る"], "坐る"],
  ])("of %j is %s", (lines, title) => {
    const { events, entries } = read([...lines, "RRULE:FREQ=DAILY;COUNT=2"], { isAllOurs: true });
    expect(events[0]?.title).toBe(title);
    expect(entries[0]?.shown?.title).toBe(title);
  });
});

it.each([
  ["https://zoom.us/j/81234567890?pwd=abc", /^event-\w{6}$/, /^event-/],
  ["https://zoom.us/j/81234567890", /^event-\w{6}$/, /^event-/],
  ["evt-1?token=9f8Ab27Qz1@x.example", /^event-\w{6}$/, /^event-/],
  ["evt-1@x.example", /^evt-1@x\.example$/, /^evt-1-/],
  ["https://x.example/events/0a1b2c3d-1111-2222-3333-444455556666", /^https:.*6666$/, /^https-x-/],
])("of the UID %s only what lets nobody in is published", (uid, shown, slug) => {
  const { events, entries } = read([], { isAllOurs: true }, uid);
  expect(events[0]).toMatchObject({ uid: expect.stringMatching(shown), slug: expect.stringMatching(slug) });
  expect(entries[0]?.uid).toBe(events[0]?.uid);
  expect(JSON.stringify(events) + entries[0]?.text).not.toMatch(/zoom|9f8/);
});

describe("cleaning", () => {
  it.each([
    "Hosted by our team, the evening starts with tea.",
    "Hosted by candlelight, we read.",
    "Hosted by Samplecircle, everyone welcome",
    // Nothing tells it from the one above.
    "Hosted by Samplecircle, jane doe",
    "Hosted by Samplecircle & friends, with tea.",
    "Hosted by 山田太郎、お茶を飲みます。",
    "Address: your fears, then act.",
    "Location: everywhere you go",
    "Where: the heart is, we begin together.",
    "Join us: the door is open.",
    "Time: we have enough of it.",
    "View: the city from above.",
    "We host each other, and we are hosted by the city.",
  ])("leaves %s", (text) => {
    expect(cleanDescription(text)).toBe(text);
    expect(addressBlock(text)).toBeUndefined();
  });

  it.each([
    "Get up-to-date information at: https://luma.com/x",
    "Hosted by Samplecircle",
    "Hosted by Jane Doe, Ann de Vries & 3 others",
    "Hosted by Samplecircle.",
    "Hosted by Samplecircle, 山田太郎 & 3 others",
    "Hosted by محمد & Samplecircle",
    "Hosted by Samplecircle, नीलम शर्मा",
    "Hosted by Samplecircle & jane doe",
    "Hosted by Samplecircle, jane doe & 3 others",
    `Hosted by ${"Anna-Maria del Carmen ".repeat(20)}Doe`,
    "Address:\nSample Hall\n100 Sample Street\nSan Francisco",
    "Where: 100 Sample Street, San Francisco",
    "Venue: Sample Hall",
    "Details:\nhttps://luma.com/x",
    "View event: https://luma.com/x",
    "For details, click here: https://www.eventbrite.com/e/x-1",
    "Samplecircle San Francisco\nThursday, December 10 at 6:00 PM",
    "https://www.meetup.com/samplecircle/events/1",
    "Jane Doe is inviting you to a scheduled Zoom meeting.",
    "Topic: Sit\nTime: Dec 10, 2026 06:00 PM Pacific Time (US and Canada)",
    "________________________________________________________________________________\nMicrosoft Teams Need help?\nFor organizers: Meeting options",
    "This event has a video call.",
    "View your event at https://calendar.google.com/calendar/event?action=VIEW&eid=x",
  ])("takes away %s", (text) => {
    const link = "https://www.meetup.com/samplecircle/events/1";
    expect(cleanDescription(`Come as you are.\n\n${text}\n\nBring tea.`, link)).toBe(
      "Come as you are.\n\nBring tea.",
    );
  });

  it.each([
    ["Come along. Hosted by Samplecircle. Bring tea.", "Come along. Bring tea."],
    ["Get up-to-date information at: https://luma.com/x Come early.", "Come early."],
    ["Come. View event: https://luma.com/x", "Come."],
  ])("within sentences: %s", (text, rest) => {
    expect(cleanDescription(text)).toBe(rest);
  });

  it.each([
    [
      "Call the hall at +1 415 555 0199 if you get lost on the way.",
      "Call the hall at […] if you get lost on the way.",
    ],
    [
      "Please read the poem before we meet: https://docs.google.com/document/d/1aB2cD3eF4gH5iJ6kL7/edit?usp=sharing",
      "Please read the poem before we meet: […]",
    ],
    [
      "Please read the poem before (https://www.dropbox.com/s/1aB2cD3eF4gH5i/poem.pdf?dl=0) we meet.",
      "Please read the poem before we meet.",
    ],
    ["Bring something warm. Tel: +1 415 555 0199", "Bring something warm."],
    ["Write to Ann at ann@private.example before you come.", "Write to Ann at […] before you come."],
  ])("a number or a key costs no whole sentence: %s", (text, rest) => {
    expect(withoutPrivate(text)).toBe(rest);
  });
});

describe("an event's link", () => {
  const uuid = "0a1b2c3d-1111-2222-3333-444455556666";
  it.each([
    ["http://luma.com/abc?pk=g-1", "https://luma.com/abc"],
    ["https://www.luma.com/abc", "https://www.luma.com/abc"],
    ["https://www.eventbrite.com/e/care-tickets-123.", "https://www.eventbrite.com/e/care-tickets-123"],
    [
      "https://www.meetup.com/samplecircle/events/312345/",
      "https://www.meetup.com/samplecircle/events/312345/",
    ],
    [`${listing}/spring-gathering`, `${listing}/spring-gathering`],
    ["https://tickets.example/7", "https://tickets.example/7"],
    ["Manage this event: https://luma.com/event/manage/evt-1", listing],
    ["https://elsewhere.example/7", listing],
    ["http://lu.ma/abc?tab=about here", "https://lu.ma/abc?tab=about"],
    ["http://eventbrite.de/event/care-tickets-1", "https://eventbrite.de/event/care-tickets-1"],
    ["http://meetup.com/samplecircle/events/3/", "https://meetup.com/samplecircle/events/3/"],
    ["http://us02web.zoom.us/webinar/register/WN_x", "https://us02web.zoom.us/webinar/register/WN_x"],
    [`http://a-b.example/events/${uuid}`, `https://a-b.example/events/${uuid}`],
    [`https://a.example/events/${uuid}7`, listing],
    [`https://a.example/events/${uuid}-a`, listing],
    [`${listing}/http:a`, `${listing}/http:a`],
    ["http://tickets.example/7", listing],
    ["https://luma.com/abc or https://tickets.example/7", "https://tickets.example/7"],
  ])("from %s is %s", (text, link) => {
    expect(eventLink(undefined, `Come.\n${text}`, listing, ["https://tickets.example/"])).toBe(link);
  });

  it("is the entry's own before any other, and of a platform that is named without a secure address a secure one", () => {
    expect(eventLink("https://own.example/a", "https://luma.com/abc", listing)).toBe("https://own.example/a");
    expect(eventLink("", "http://tickets.example/7", listing, ["http://tickets.example"])).toBe(
      "https://tickets.example/7",
    );
  });

  it("is never one to manage, also when that is the entry's only one", () => {
    expect(shown("URL:https://luma.com/event/manage/evt-1", "SUMMARY:A")?.url).toBe(listing);
  });
});

it.each([
  ["Hosted by  A and hosted by: B. Come.\nOrganized by C! Presented by D", "A and \nB.\nC!\nD"],
  ["Hosted by A #care", "A #care\n#care"],
  ["#care now #2026 #a_b-c #x a#bc &#39;", "#care\n#2026\n#a_b-c"],
  ["We are the hosts.", ""],
  [`Hosted by ${"a".repeat(400)}`, "a".repeat(300)],
])("the hosts and hash tags of %j are %j", (text, said) => {
  expect(hostNotice(text)).toBe(said);
});

it.each([
  ["One two three", 13, "One two three"],
  ["One two three", 12, "One two…"],
  ["One  two three", 6, "One…"],
  ["One\ntwo three", 8, "One…"],
  ["One\ntwo three", 9, "One\ntwo…"],
  ["One: two three", 8, "One…"],
  ["Words. And words", 8, "Words…"],
  ["Words... and words", 12, "Words…"],
  ["Words… and words", 10, "Words…"],
  ["Words! And words", 8, "Words!…"],
  ["Abcdefgh", 5, "Abcd…"],
  [" Abcdefgh", 5, " Abc…"],
  ["ab🌲cdef", 4, "ab…"],
  ["🌲🌲abc", 6, "🌲🌲a…"],
])("%j has in %i characters the words %j", (text, length, words) => {
  expect(shorten(text, length)).toBe(words);
});

describe("a place", () => {
  it.each([
    "Online",
    "online event",
    "Zoom",
    "Microsoft Teams Meeting",
    "Virtual (Zoom)",
    "Online via Zoom",
    "https://us02web.zoom.us/j/1?pwd=x",
    "Google Meet",
    "Online-Event",
    "Online-Veranstaltung",
    "Onlineveranstaltung (Zoom)",
    "En ligne",
    "Événement en ligne",
    "À distance",
    "En línea",
    "Evento en linea por Zoom",
    "Em linha",
    "Online, via Teams",
    "Virtueel",
    "Online evenement",
    "Spotkanie online",
    "Digitalt möte",
    "Webinar",
    "Zoom (link in bio)",
  ])("%s is online", (location) => {
    expect(shown("SUMMARY:A", `LOCATION:${location}`)).toMatchObject({ location: undefined, isOnline: true });
  });
  it.each([
    "Sample Hall, 1 Street",
    "Zoom Hall",
    "Webster Hall",
    "Remote Lodge",
    "Virtual Reality Museum",
    "Internet Café",
    "Web Street 3",
    "Tbilisi, Georgia",
    "See Hotel",
    "Register Hall",
    "No. 5, Sample Street",
  ])("%s is one", (location) => {
    expect(placeOf(location)).toEqual({ place: location, isVirtual: false });
  });
  it.each([
    "To be announced",
    "TBA",
    "T.B.D.",
    "Location TBC",
    "Venue: to be confirmed",
    "Register to See Address",
    "Check event page for more details.",
    "See description",
    "Address will be sent after registration",
    "Needs a location",
    "Wird noch bekannt gegeben",
    "Ort: noch offen",
    "Lieu à confirmer",
    "Por confirmar",
    "Da definire",
    "Locatie nog te bepalen",
    "-",
  ])("%s is none", (location) => {
    for (const lines of [[`LOCATION:${location}`], [`DESCRIPTION:Address:\\n${location}\\n\\nWe sit.`]])
      expect(shown("SUMMARY:A", ...lines)).toMatchObject({
        ...{ location: undefined, isOnline: false },
        description: lines[0]?.startsWith("D") ? "We sit." : "",
      });
  });
  it("that stands below its label ends before the first sentence", () => {
    const text = "DESCRIPTION:Address:\\nSample Hall\\n1 Sample Street\\nWe sit together in silence.";
    expect(shown("SUMMARY:A", text)).toMatchObject({
      location: "Sample Hall, 1 Sample Street",
      description: "We sit together in silence.",
    });
  });
  it("is what is told besides words for none", () => {
    const city = "LOCATION:Register to See Address\\nSan Francisco\\, California";
    expect(shown("SUMMARY:A", city)?.location).toBe("San Francisco, California");
    expect(placeOf("TBA, San Francisco").place).toBe("San Francisco");
  });
  it.each(["Location: Online", "Where: online", "Ort: Online", "Lieu : en ligne", "Address:\\nZoom"])(
    "is none where the description says %j",
    (line) => {
      expect(shown("SUMMARY:A", `DESCRIPTION:${line}\\n\\nWe sit.`)).toMatchObject({
        ...{ location: undefined, isOnline: true, description: "We sit." },
      });
    },
  );
  it.each([
    "https://maps.app.goo.gl/xYzZy1",
    "https://www.google.com/maps/place/Hall",
    "https://osm.org/go/0E",
  ])("that is only a link to a map, %s, is not said to be online", (location) => {
    expect(shown("SUMMARY:A", `LOCATION:${location}`)?.isOnline).toBe(false);
  });
  it("that is told to those who register is not said to be online for the link in its place, and has no coordinates", () => {
    const hidden = "DESCRIPTION:Address:\\nRegister to See Address\\n\\nWe sit.";
    const link = "LOCATION:https://luma.com/event/evt-1";
    const nothing = { location: undefined, isOnline: false, geo: undefined };
    expect(shown("SUMMARY:A", link, hidden, "GEO:37.7749;-122.4194")).toMatchObject(nothing);
    const { entries } = read(["SUMMARY:A", "LOCATION:TBA", "GEO:37.7749;-122.4194"], { isAllOurs: true });
    expect(entries[0]?.text).not.toContain("GEO");
    expect(shown("SUMMARY:A", link, "DESCRIPTION:We sit.")?.isOnline).toBe(true);
    expect(shown("SUMMARY:A", "LOCATION:Zoom", hidden)?.isOnline).toBe(true);
    const hall = shown("SUMMARY:A", "LOCATION:Hall 1", "GEO:37.7749;-122.4194");
    expect(hall?.geo).toEqual({ latitude: 37.7749, longitude: -122.4194 });
    expect(shown("SUMMARY:A", "GEO:37.7749;-122.4194")?.geo).toEqual(hall?.geo);
    // What programs write that know no place, and what ical.js makes of what is no number.
    for (const geo of ["GEO:0;0", "GEO:0.000000;0.000000", "GEO:here;there"])
      expect(shown("SUMMARY:A", geo)?.geo).toBeUndefined();
  });
  it("beside a way to join is shown alone, and the way is known of", () => {
    const event = shown(
      "SUMMARY:A",
      "LOCATION:Room 4\\; Microsoft Teams Meeting",
      "DESCRIPTION:Join: https://zoom.us/j/1?pwd=x",
    );
    expect(event).toMatchObject({ location: "Room 4", isOnline: false, hasJoinLink: true });
  });
  it("of which a way to join was all is told in the organization's own word, which is understood as well", () => {
    const online = "Auf dem Bildschirm";
    for (const location of ["https://zoom.us/j/1?pwd=x", online]) {
      const lines = ["SUMMARY:A", `LOCATION:${location}`];
      const { events, entries } = read(lines, { isAllOurs: true, online });
      expect(events[0]).toMatchObject({ location: undefined, isOnline: true });
      expect(entries[0]?.text).toContain(`LOCATION:${online}\r\n`);
    }
  });
  it("is unknown when nothing says where", () => {
    expect(shown("SUMMARY:A")).toMatchObject({ location: undefined, isOnline: false, hasJoinLink: false });
  });
});

describe("selection", () => {
  const isOurs = (...lines: string[]) => read(["SUMMARY:A", ...lines]).events.length === 1;
  it.each([
    "ORGANIZER;CN=Samplecircle:mailto:x@y.example",
    "ORGANIZER;CN=Samplecircle%20Community:mailto:x@y.example",
    "ORGANIZER;CN=Jane Doe:mailto:hello@samplecircle.example",
    "DESCRIPTION:An evening hosted by Samplecircle in San Francisco",
    "DESCRIPTION:Presented by Samplecircle",
    "DESCRIPTION:Organised by friends and Samplecircle",
    "DESCRIPTION:Come! #samplecircle",
    "DESCRIPTION:Come! #SamplecircleCommunity",
    "DESCRIPTION:Hosted by candlelight\\, we read.\\n\\nHosted by Samplecircle & 3 others",
    "DESCRIPTION:<p>Hosted by <b>Samplecircle</b></p>",
  ])("%s is ours", (line) => {
    expect(isOurs(line)).toBe(true);
  });
  it.each([
    "ORGANIZER;CN=Atsamplecircleness Inc:mailto:x@y.example",
    "DESCRIPTION:We met at Samplecircle",
    "DESCRIPTION:#samplecircleness",
    "DESCRIPTION:Hosted by Others. Samplecircle comes as well.",
  ])("%s is not", (line) => {
    const { report, events } = read(["SUMMARY:A", line]);
    expect(events).toEqual([]);
    expect(report[0]?.notes).toEqual([{ code: "not ours" }]);
  });
  it("of the same version in two feeds has the one of the first", () => {
    const events = ["First", "Second", "Third"].flatMap(
      (title) =>
        read([`SUMMARY:${title}`, `SEQUENCE:${title === "Third" ? 0 : 1}`], { isAllOurs: true }).events,
    );
    expect(withoutRepeats(events, listing).map(({ title }) => title)).toEqual(["First"]);
    expect(withoutRepeats(events.toReversed(), listing).map(({ title }) => title)).toEqual(["Second"]);
  });

  it("takes all of a feed that is ours, but for excluded titles", () => {
    expect(read(["SUMMARY:A"], { isAllOurs: true }).events).toHaveLength(1);
    const { report } = read(["SUMMARY:Board meeting"], { isAllOurs: true, excludedTitles: ["board"] });
    expect(report[0]?.notes).toEqual([{ code: "excluded title", detail: "board" }]);
  });
});

describe("the report", () => {
  it("says what became of an entry, with texts and secrets only when asked", () => {
    const lines = [
      "SUMMARY:A",
      "LOCATION:Online",
      "DESCRIPTION:Come.\\nPasscode: 4711",
      "URL:https://luma.com/x?pk=g-1",
    ];
    const [plain] = read(lines, { isAllOurs: true }).report;
    expect(plain).toMatchObject({
      uid: "a",
      start: "2026-12-10T17:00:00.000Z",
      upcoming: 1,
      notes: [{ code: "withheld" }],
    });
    expect(JSON.stringify(plain)).not.toContain("4711");
    const [full] = read(lines, { isAllOurs: true, isExplained: true }).report;
    expect(full?.texts?.description).toEqual({ before: "Come.\nPasscode: 4711", after: "Come." });
    expect(full?.texts?.link).toEqual({ before: "https://luma.com/x?pk=g-1", after: "https://luma.com/x" });
    expect(full?.secrets).toEqual([{ reason: "a way in", text: "Passcode: 4711" }]);
  });

  it.each([
    ["over", ["DTSTART:20261101T000000Z"]],
    ["cancelled", ["DTSTART:20261210T000000Z", "STATUS:CANCELLED"]],
    ["private", ["DTSTART:20261210T000000Z", "CLASS:PRIVATE"]],
    ["too far ahead", ["DTSTART:20280101T000000Z", "RRULE:FREQ=DAILY"]],
    [
      "no date left",
      ["DTSTART:20261210T000000Z", "RDATE:20261211T000000Z", "EXDATE:20261210T000000Z,20261211T000000Z"],
    ],
    ["unreadable", ["DTSTART:soon"]],
    ["time ignored", ["DTSTART:20261210T000000Z", "DTEND:later"]],
    ["ends first", ["DTSTART:20261210T100000Z", "DTEND:20261210T090000Z"]],
    ["ends first", ["DTSTART;VALUE=DATE:20261210", "DTEND;VALUE=DATE:20261209"]],
    ["unknown zone", ["DTSTART;TZID=Nowhere:20261210T000000"]],
  ])("%s", (code, lines) => {
    const { report } = readOwnCalendar(
      ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", "SUMMARY:A", ...lines, "END:VEVENT", "END:VCALENDAR"].join(
        "\r\n",
      ),
      { now: new Date("2026-12-01T00:00:00Z"), timeZone: "America/Los_Angeles" },
      { ...rules, isAllOurs: true },
    );
    expect(report[0]?.notes.map((note) => note.code)).toContain(code);
  });

  it("tells the log as well of an end that is before the start", () => {
    const { withheld } = read(["SUMMARY:A", "DTEND:20261210T160000Z"], { isAllOurs: true });
    expect(withheld).toEqual([{ uid: "a", reasons: ["ends first"] }]);
  });

  it.each(["DTEND:20261210T170000Z", "DTEND:20261210T180000Z"])("says nothing of %s", (end) => {
    const { report } = read(["SUMMARY:A", end], { isAllOurs: true });
    expect(report[0]?.notes).toEqual([]);
  });

  it("tells the log of every entry by a name, and never in the feed's own words", () => {
    const entry = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
    const calendar = [
      "BEGIN:VCALENDAR",
      ...entry("SUMMARY:A", "DTSTART:soon"),
      ...entry("SUMMARY:B", "DTSTART:20261210T170000Z", "DESCRIPTION:Come.\\nPasscode: 4711"),
      ...entry("SUMMARY:C", "DTSTART:20261210T170000Z", "passcode 4711"),
      ...entry("SUMMARY:D", "UID:d", 'DTSTART;TZID="passcode 4711:20261210T170000'),
      "END:VCALENDAR",
    ];
    const { skipped, withheld, report } = readOwnCalendar(
      calendar.join("\r\n"),
      { now: new Date("2026-12-01T00:00:00Z"), timeZone: "America/Los_Angeles" },
      { ...rules, isAllOurs: true },
    );
    expect(skipped).toHaveLength(2);
    expect(withheld.map(({ reasons }) => reasons)).toContainEqual(["line ignored"]);
    for (const { uid } of [...skipped, ...withheld]) expect(uid).toMatch(/^(?:no-uid-.+|d)$/);
    expect(JSON.stringify([skipped, withheld])).not.toMatch(/4711|soon/);
    expect(JSON.stringify(report)).toContain("passcode 4711");
  });
});
