// docs/specification.md, 'Event page', 'Calendar files', 'Links into calendars'

import { globSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { mostShown } from "#app/events/list-pages.ts";
import { decodeCalendar } from "#calendar/ics/ics-text.ts";
import { parseCalendar, readOwnCalendar } from "#calendar/read/read-calendar.ts";
import texts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import { budgets } from "../bench/budgets.ts";
import { plainRules } from "../fixtures/selection-rules.ts";
import * as visit from "../support/browser.ts";
import { calendarOf, serveCalendar } from "../support/calendar-server.ts";
import { countProcessorTime } from "../support/processor-time.ts";
import { createTestSite, fixedNow, type TestSite } from "../support/site.ts";

const host = site.hosts[0] ?? "";
const open: Pick<TestSite, "close">[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A site with a calendar, both of which whoever asks for it closes. */
async function startWith(calendar: string): Promise<TestSite> {
  const feed = await serveCalendar((_request, response) => response.end(calendar));
  const test = await createTestSite({ EVENTS_FEED_URL: feed.url });
  await test.services.calendar.firstLook;
  const close = async () => {
    await test.close();
    await feed.close();
  };
  return { ...test, close };
}

/** The same for one test. */
async function siteWith(calendar: string): Promise<TestSite> {
  const test = await startWith(calendar);
  open.push(test);
  return test;
}
const slugs = (body: string) =>
  [...body.matchAll(/<h3><a href="(\/events\/[^"]+)"/g)].map(([, path = ""]) => path);
const page = async (test: TestSite, path: string) => {
  const { body, statusCode, headers } = await test.app.inject({ url: path });
  return { body, statusCode, headers };
};

/** What a page tells search engines of its event. */
const eventData = (body: string) => {
  const json = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(body)?.[1] ?? "";
  return JSON.parse(json)["@graph"].find((thing: { "@type": string }) => thing["@type"] === "Event");
};
/** The page of each event, by its title. */
async function pagesOf(test: TestSite): Promise<Map<string, string>> {
  const events = test.services.calendar.current()?.events ?? [];
  const bodies = events.map(
    async ({ title, slug }) => [title, (await page(test, `/events/${slug}`)).body] as const,
  );
  return new Map(await Promise.all(bodies));
}
const metaDescription = (body: string) => /<meta name="description" content="([^"]*)"/.exec(body)?.[1] ?? "";

const gathering = {
  uid: "evt-abc123@events.lu.ma",
  title: "Repair, in person",
  more: [
    "LOCATION:Sample Hall\\, 100 Sample Street\\, San Francisco",
    "GEO:37.77;-122.41",
    `DESCRIPTION:Get up-to-date information at: https://luma.com/repair?pk=g-Secret\\n\\nRead https://site.example/a_b?c=1 first.\\n\\nWrite to ${site.email}, <b>please</b>.\\n\\nHosted by Sample`,
    "DTSTAMP:20260901T000000Z",
    "LAST-MODIFIED:20260902T000000Z",
    "SEQUENCE:4",
  ],
};

describe("an event's page", () => {
  it("says what, when and where, with safe links, ways into calendars and no token", async () => {
    const test = await siteWith(calendarOf(host, [gathering]));
    const [path = ""] = slugs((await page(test, "/events")).body);
    expect(path).toMatch(/^\/events\/evt-abc123-[a-z0-9]{6}$/);
    const { body, statusCode } = await page(test, path);
    expect(statusCode).toBe(200);
    for (const part of [
      "Thursday, December 10, 2026",
      "9:00 AM - 10:30 AM PST",
      "Sample Hall, 100 Sample Street, San Francisco",
      'href="https://www.openstreetmap.org/search?query=Sample+Hall',
      'href="https://site.example/a_b?c=1" rel="noopener nofollow"',
      `href="mailto:${site.email}"`,
      ", please.",
      `href="${path}.ics"`,
      'href="https://calendar.google.com/calendar/render?action=TEMPLATE',
      "dates=20261210T170000Z%2F20261210T183000Z",
      'href="https://outlook.live.com/calendar/0/deeplink/compose',
      'href="https://luma.com/repair" target="_blank" rel="noopener"',
      `${texts.one.cost}: </span>`,
    ])
      expect(body).toContain(part);
    expect(body).not.toMatch(/Secret|Hosted by Sample|up-to-date/);
    expect(body.match(/<h1/g)).toHaveLength(1);
  });

  it("has no empty band where the calendar says nothing more of it", async () => {
    const calendar = calendarOf(host, [
      { uid: "bare@x", title: "Bare" },
      { uid: "told@x", title: "Told", more: ["DESCRIPTION:Words."] },
      { uid: "again@x", title: "Again", more: ["RRULE:FREQ=WEEKLY;COUNT=2"] },
    ]);
    // An address without a name makes it ours, and names nobody.
    const test = await siteWith(calendar.replace(/^ORGANIZER.*:/gm, `ORGANIZER:mailto:${host}.`));
    const pages = await pagesOf(test);
    const hasBand = (title: string) => pages.get(title)?.includes('<div class="event-page wrap');
    expect(["Bare", "Told", "Again"].map(hasBand)).toEqual([false, true, true]);
  });

  it("is set larger where its words are few", async () => {
    const calendar = calendarOf(host, [
      { uid: "few@x", title: "Few", more: [`DESCRIPTION:${"w".repeat(280)}`] },
      { uid: "many@x", title: "Many", more: [`DESCRIPTION:${"w".repeat(281)}`] },
    ]);
    const pages = await pagesOf(await siteWith(calendar));
    expect(["Few", "Many"].map((title) => pages.get(title)?.includes('event-brief"'))).toEqual([true, false]);
  });

  it("has its picture, or a still life on a field of rings where it has none", async () => {
    const picture = "The ROI of Care";
    const calendar = calendarOf(host, [
      { uid: "bare@x", title: "Bare" },
      { uid: "roi@x", title: picture },
    ]);
    const pages = await pagesOf(await siteWith(calendar));
    const posterOf = (title: string) =>
      pages
        .get(title)
        ?.split('class="poster')[1]
        ?.match(/<picture|ring-field"|"still-life"/g);
    expect(posterOf("Bare")).toEqual(['ring-field"', '"still-life"']);
    expect(posterOf(picture)).toEqual(["<picture"]);
  });

  it("says that it is free when its title has a word of those that are, and else where the fee is", async () => {
    const [word = ""] = texts.free?.titles ?? [];
    const test = await siteWith(
      calendarOf(host, [
        { uid: "free@x", title: `A monthly ${word.toUpperCase()}` },
        { uid: "other@x", title: "A retreat" },
      ]),
    );
    const list = (await page(test, "/events")).body;
    expect(list.split(`${texts.free?.badge}</span>`)).toHaveLength(2);
    const events = test.services.calendar.current()?.events ?? [];
    const costs = await Promise.all(
      events.map(
        async ({ slug }) =>
          new RegExp(`>${texts.one.cost}: </span>(.*?)<`).exec(
            (await page(test, `/events/${slug}`)).body,
          )?.[1],
      ),
    );
    expect(new Set(costs)).toEqual(new Set([texts.free?.text, texts.one.namedThere]));
  });

  it("is linked by names that tell the dates of a series apart, and ways into calendars", async () => {
    const test = await siteWith(
      calendarOf(host, [{ uid: "w@x", title: "Weekly", more: ["RRULE:FREQ=WEEKLY;COUNT=3"] }]),
    );
    const { body } = await page(test, "/events");
    const main = /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? "";
    const names = [...main.matchAll(/<article[\s\S]*?<\/article>/g)].flatMap(([card]) =>
      [...card.matchAll(/<a [^>]*>([\s\S]*?)<\/a>/g)].map(([, name = ""]) => name.replace(/<[^>]*>/g, "")),
    );
    // One card for the series; its further dates are links.
    // What is read begins with what is seen (WCAG 2.5.3).
    expect(names).toEqual([
      "Weekly, Thursday, December 10, 2026",
      "December 17, Weekly",
      "December 24, Weekly",
      `${texts.view} ↗ (Weekly, Thursday, December 10, 2026) (${texts.newTab})`,
      `${texts.one.add} (Weekly, Thursday, December 10, 2026)`,
    ]);
  });

  it.each(["", "https://zoom.us/j/81?pwd=abc", "Passcode: 4711", "https://x.example/", "(  )"])(
    "has a name in the words of the content where its title %j is empty, or nothing of it is for everybody",
    async (title) => {
      const test = await siteWith(calendarOf(host, [{ uid: "n@x", title }]));
      const [path = ""] = slugs((await page(test, "/events")).body);
      const named = [
        [path, `<h1[^>]*>${texts.untitled}<`],
        [path, `<title>${texts.untitled}`],
        [path, `"name":"${texts.untitled}"`],
        [path, `text=${encodeURIComponent(texts.untitled)}&`],
        [path, `subject=${encodeURIComponent(texts.untitled)}&`],
        ["/events", `>${texts.untitled}<`],
        ["/", `>${texts.untitled}<`],
        [`${path}.ics`, `\\nSUMMARY:${texts.untitled}\\r`],
        ["/events.ics", `\\nSUMMARY:${texts.untitled}\\r`],
      ] as const;
      for (const [address, part] of named)
        expect(new RegExp(part).test((await page(test, address)).body), `${address} ${part}`).toBe(true);
    },
  );

  it("has no empty paragraph where nothing is said of it", async () => {
    const test = await siteWith(calendarOf(host, [{ uid: "n@x" }]));
    const [path = ""] = slugs((await page(test, "/events")).body);
    for (const place of ["/", "/events", path])
      expect((await page(test, place)).body.match(/<(p|div)( class="event-[^"]*")?><\/\1>/g), place).toBe(
        null,
      );
  });

  it("is shared with its own picture, or with the card of the events page, and says which", async () => {
    const test = await siteWith(
      calendarOf(host, [
        { uid: "p@x", title: "The ROI of Care" },
        { uid: "q@x", title: "Anything", start: "20261211T170000Z", end: "20261211T180000Z" },
      ]),
    );
    const shared = [];
    for (const path of slugs((await page(test, "/events")).body)) {
      const { body } = await page(test, path);
      const tag = (name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(body)?.[1] ?? "";
      const [head = ""] = body.split(`class="event-further"`);
      expect(head).not.toContain(`>${texts.view}<`);
      expect(body).toContain(`>${texts.one.go}<`);
      const { rawPayload, headers } = await test.app.inject(new URL(tag("og:image")).pathname);
      expect(headers["content-type"]).toBe("image/png");
      // Width and height stand in the first chunk of a PNG.
      expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630]);
      shared.push({ image: tag("og:image"), alt: tag("og:image:alt") });
    }
    expect(shared[0]?.image).toContain("roi-of-care");
    expect(shared[0]?.alt).toBe(texts.one.picture.replace("{title}", "The ROI of Care"));
    expect(shared[1]?.alt).toBe(texts.page.heading);
  });

  it("tells search engines what Google asks for", async () => {
    const test = await siteWith(
      calendarOf(host, [
        gathering,
        {
          ...{ uid: "o@x", title: "Online", start: "20261211T170000Z", end: "20261211T180000Z" },
          more: ["LOCATION:Online"],
        },
      ]),
    );
    const found = [];
    for (const path of slugs((await page(test, "/events")).body))
      found.push(eventData((await page(test, path)).body));
    expect(found[0]).toMatchObject({
      name: gathering.title,
      startDate: "2026-12-10T09:00:00-08:00",
      endDate: "2026-12-10T10:30:00-08:00",
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      location: { "@type": "Place", name: "Sample Hall", geo: { latitude: 37.77, longitude: -122.41 } },
      organizer: { "@type": "Organization", name: host },
    });
    expect(found[0].image[0]).toMatch(/^https:\/\/.+\.(png|webp|avif)$/);
    expect(found[1]).toMatchObject({
      eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
      location: { "@type": "VirtualLocation" },
    });
  });

  it("says once how to keep the event in a calendar", async () => {
    const test = await siteWith(calendarOf(host, [gathering]));
    const [path = ""] = slugs((await page(test, "/events")).body);
    const { body } = await page(test, path);
    for (const words of [texts.one.add, texts.one.file, texts.one.google, texts.one.outlook])
      expect(body.split(words), words).toHaveLength(2);
  });

  it("of a past or cancelled event stays and says so; an unknown one is not found", async () => {
    const test = await siteWith(
      calendarOf(host, [
        { uid: "past@x", title: "Over", start: "20261001T170000Z", end: "20261001T180000Z" },
        { uid: "off@x", title: "Off", more: ["STATUS:CANCELLED"] },
        {
          ...{ uid: "never@x", title: "Never", more: ["STATUS:CANCELLED"] },
          ...{ start: "20261001T170000Z", end: "20261001T180000Z" },
        },
        gathering,
      ]),
    );
    const events = test.services.calendar.current()?.events ?? [];
    const pathOf = (title: string) => `/events/${events.find((event) => event.title === title)?.slug}`;
    const over = (await page(test, pathOf("Over"))).body;
    expect(over).toContain(texts.one.past);
    expect(over).not.toContain(texts.one.google);
    expect(over).not.toContain(`${texts.one.cost}: `);
    const off = await page(test, pathOf("Off"));
    expect(off.body).toContain(texts.one.cancelled);
    expect(off.body).not.toContain(texts.one.google);
    expect(off.body).toContain("EventCancelled");
    const never = (await page(test, pathOf("Never"))).body;
    expect(never).toContain(texts.one.cancelled);
    expect(never).not.toContain(texts.one.past);
    const list = (await page(test, "/events")).body;
    expect(slugs(list)).toEqual([pathOf(gathering.title)]);
    expect((await page(test, "/events/nothing")).statusCode).toBe(404);
    expect((await page(test, "/events/nothing.ics")).statusCode).toBe(404);
    const sitemap = (await page(test, "/sitemap.xml")).body;
    expect(sitemap).toContain(`${pathOf(gathering.title)}</loc><lastmod>2026-09-02</lastmod>`);
    expect(sitemap).not.toContain(pathOf("Over"));
  });

  it("leads on to what comes next besides its own series", async () => {
    const test = await siteWith(
      calendarOf(host, [
        { uid: "w@x", title: "Weekly", more: ["RRULE:FREQ=WEEKLY;COUNT=4"] },
        { uid: "later@x", title: "Later", start: "20261230T170000Z", end: "20261230T180000Z" },
      ]),
    );
    const paths = slugs((await page(test, "/events")).body);
    const weekly = paths.find((path) => path.includes("20261210")) ?? "";
    const later = paths.find((path) => !/-\d{8}T/i.test(path)) ?? "";
    const next = async (path: string) => {
      const { body } = await page(test, path);
      return /<h3><a href="([^"]*)"/.exec(body.split(`<h2>${texts.one.next}`)[1] ?? "")?.[1];
    };
    expect(await next(weekly)).toBe(later);
    const last = await next(later);
    expect(last).toMatch(/-20261231T/i);
    expect(await next(last ?? "")).toBeUndefined();
  });

  it("of a series lists its other dates", async () => {
    const test = await siteWith(calendarOf(host, [{ title: "Weekly", more: ["RRULE:FREQ=WEEKLY;COUNT=4"] }]));
    const list = (await page(test, "/events")).body;
    const links = [...list.matchAll(/href="(\/events\/[^".]+)"/g)].map(([, path = ""]) => path);
    const paths = [...new Set(links)];
    expect(paths).toHaveLength(4);
    const { body } = await page(test, paths[0] ?? "");
    expect(body).toContain(texts.one.series);
    for (const other of paths.slice(1)) expect(body).toContain(`href="${other}"`);
  });
});

describe("an event of which no place is known", () => {
  it("says nothing of one, neither on pages nor to search engines", async () => {
    const test = await siteWith(calendarOf(host, [{ uid: "n@x", title: "Somewhere" }]));
    const [path = ""] = slugs((await page(test, "/events")).body);
    for (const place of ["/", "/events", path]) {
      const main = /<main[\s\S]*<\/main>/.exec((await page(test, place)).body)?.[0] ?? "";
      expect(main, place).not.toMatch(new RegExp(`>${texts.online}|openstreetmap|>${texts.one.where}<`));
    }
    const data = eventData((await page(test, path)).body);
    expect(data).toMatchObject({ "@type": "Event", name: "Somewhere" });
    expect(data).not.toHaveProperty("location");
    expect(data).not.toHaveProperty("eventAttendanceMode");
  });

  it("is online where its place is no place", async () => {
    const places = [
      "Online",
      "https://x.example/room",
      "https://zoom.us/j/9?pwd=abc",
      "https://bit.ly/3xYzAbC",
    ];
    const bodies = await pagesOf(await siteWith(calendarAt(places)));
    for (const [index, place] of places.entries()) {
      const body = bodies.get(`At ${index}`) ?? "";
      expect(body, place).toMatch(new RegExp(`</span>${texts.online}`));
      expect(eventData(body).location, place).toMatchObject({ "@type": "VirtualLocation" });
    }
  });
});

/** An event at each of the places, `At 0` the first. */
function calendarAt(places: string[]): string {
  return calendarOf(
    host,
    places.map((place, index) => ({
      uid: `${index}@x`,
      title: `At ${index}`,
      more: [`LOCATION:${place.replaceAll(",", "\\,")}`],
    })),
  );
}

const maps = [
  "https://maps.app.goo.gl/AbCdEf12",
  "https://www.google.com/maps/place/Hall",
  "https://maps.google.de/?q=Hall",
  "https://goo.gl/maps/AbCdEf12",
  "https://maps.apple.com/?q=Hall",
  "https://www.openstreetmap.org/node/1",
  "https://osm.org/go/0MbEUuTr",
];
it("a map is no way to take part online", async () => {
  const bodies = await pagesOf(await siteWith(calendarAt(maps)));
  for (const [index, link] of maps.entries()) {
    const body = bodies.get(`At ${index}`) ?? "";
    expect(body, link).not.toMatch(new RegExp(`</span>${texts.online}`));
    expect(eventData(body), link).not.toHaveProperty("location");
  }
});

it("the name of a place leaves out the rest of its address", async () => {
  const named = [
    ["Sample Hall, 100 Sample Street", "Sample Hall"],
    ["Hall (2nd floor, east wing), 100 Sample Street", "Hall (2nd floor, east wing)"],
    ["Hall [rooms (a, b), c], City", "Hall [rooms (a, b), c]"],
    ["Hall (east, 100 Sample Street", "Hall (east, 100 Sample Street"],
    ["12, rue de la Paix, Paris", "12, rue de la Paix"],
    ["Hall :), City", "Hall :)"],
  ] as const;
  const bodies = await pagesOf(await siteWith(calendarAt(named.map(([location]) => location))));
  for (const [index, [location, name]] of named.entries())
    expect(eventData(bodies.get(`At ${index}`) ?? "").location).toMatchObject({ name, address: location });
});

it("the dates of a series have titles of their own, and so have entries with the same title", async () => {
  const title = "Weekly ".repeat(20);
  const test = await siteWith(
    calendarOf(host, [
      { uid: "w@x", title, more: ["RRULE:FREQ=WEEKLY;COUNT=3"] },
      { uid: "v@x", title, start: "20261212T170000Z", end: "20261212T180000Z" },
      { uid: "u@x", title, start: "20261213T170000Z", end: "20261213T180000Z" },
    ]),
  );
  const titles = [];
  for (const { slug } of test.services.calendar.current()?.events ?? [])
    titles.push(/<title>([^<]*)/.exec((await page(test, `/events/${slug}`)).body)?.[1]);
  expect(new Set(titles).size).toBe(5);
  expect(titles[0]).toMatch(/^Weekly .*…, December 10, 2026 \| /);
});

describe("a page's description", () => {
  it("has no blank at its end, some words, and is no other event's, where nothing is said of the event", async () => {
    const test = await siteWith(
      calendarOf(host, [
        { uid: "1@x", title: "One" },
        { uid: "2@x", title: "Two" },
        { uid: "3@x", title: "Three", more: ["DESCRIPTION:Come."] },
        { uid: "4@x", title: "Four", more: [`DESCRIPTION:${"All are welcome here. ".repeat(20)}`] },
      ]),
    );
    const found: string[] = [];
    for (const path of slugs((await page(test, "/events")).body))
      found.push(metaDescription((await page(test, path)).body));
    expect(new Set(found).size).toBe(4);
    for (const text of found) {
      expect(text).toBe(text.trim());
      expect(text).toContain("Thursday, December 10, 2026");
      expect(text.length, text).toBeGreaterThanOrEqual(70);
      expect(text.length, text).toBeLessThanOrEqual(160);
    }
  });
});

describe("a series of which a date has another title", () => {
  const weekly = { uid: "w@x", title: "Weekly", more: ["RRULE:FREQ=WEEKLY;COUNT=5"] };
  const guest = {
    ...{ uid: "w@x", title: "Weekly with a guest", start: "20261217T170000Z", end: "20261217T180000Z" },
    more: ["RECURRENCE-ID:20261217T170000Z"],
  };
  const links = (text: string) =>
    [...text.matchAll(/href="(\/events\/[^".]+)"/g)].map(([, path = ""]) => path);

  it("stands once on the list, that date by itself, no date twice and none lost", async () => {
    const test = await siteWith(calendarOf(host, [weekly, guest]));
    const { body } = await page(test, "/events");
    const cards = [...body.matchAll(/<article[\s\S]*?<\/article>/g)].map(([card]) => ({
      title: /<h3>(?:<a [^>]*>)?([^<]*)/.exec(card)?.[1],
      days: links(card).map((path) => path.slice(-16, -8)),
    }));
    expect(cards).toEqual([
      { title: "Weekly", days: ["20261210", "20261224", "20261231", "20270107"] },
      { title: "Weekly with a guest", days: ["20261217"] },
    ]);
  });

  it("says among the other dates which one has a title of its own", async () => {
    const test = await siteWith(calendarOf(host, [weekly, guest]));
    const paths = slugs((await page(test, "/events")).body);
    const others = async (path = "") => {
      const { body } = await page(test, path);
      const list = /<ul class="event-series">.*?<\/ul>/.exec(body)?.[0] ?? "";
      return [...list.matchAll(/<a href="\/events\/[^".]+">([\s\S]*?)<\/a>/g)].map(([, name = ""]) =>
        name.replace(/<[^>]*>/g, ""),
      );
    };
    expect(await others(paths[0])).toEqual([
      "Thursday, December 17, 2026: Weekly with a guest",
      "Thursday, December 24, 2026",
      "Thursday, December 31, 2026",
      "Thursday, January 7, 2027",
    ]);
    expect((await others(paths[1]))[0]).toBe("Thursday, December 10, 2026: Weekly");
  });
});

it("the address of an event does not tell that its UID is kept back", async () => {
  const test = await siteWith(
    calendarOf(host, [
      { uid: "https://zoom.us/j/81234567890?pwd=abc", title: "One" },
      { uid: "20261201T000000Z-812345678901@10.0.0.1", title: "Two" },
    ]),
  );
  const list = (await page(test, "/events")).body;
  const paths = slugs(list);
  expect(new Set(paths).size).toBe(2);
  const all = [
    list,
    (await page(test, "/events.ics")).body,
    (await page(test, "/functions/fetch-events")).body,
  ];
  for (const text of [...paths, ...all]) expect(text).not.toMatch(/private-|zoom|8123/);
});

describe("who made an entry", () => {
  const person = "Robin Sample-Person";
  const feedOf = (name: string) =>
    calendarOf(name, [{ uid: "p@x", title: "Tea", more: [`DESCRIPTION:Hosted by ${host}.`] }]);
  const everything = async (calendar: string, isAllOurs: boolean) => {
    const { events, entries } = readOwnCalendar(
      calendar,
      { now: fixedNow, timeZone: site.timeZone },
      { ...plainRules, hosts: site.hosts, isAllOurs, untitled: "A", listing: site.eventPlatform },
    );
    expect(events).toHaveLength(1);
    return JSON.stringify([events, entries.map(({ text, shown }) => [text, shown])]);
  };

  it("is named only under a name of ours where all of a feed is ours", async () => {
    expect(await everything(feedOf(person), true)).not.toContain(person);
    expect(await everything(feedOf(host), true)).toContain(`"organizer":"${host}"`);
  });

  it("is named where the feed says who hosts", async () => {
    expect(await everything(feedOf(person), false)).toContain(`"organizer":"${person}"`);
  });
});

describe("calendars to subscribe to", () => {
  it("hold the upcoming events, as calendar programs take them", async () => {
    const test = await siteWith(
      calendarOf(host, [
        gathering,
        { uid: "past@x", title: "Over", start: "20261001T170000Z", end: "20261001T180000Z" },
        {
          uid: "day@x",
          title: "A day; with, signs\\\\n",
          start: "20261224T000000Z",
          more: ["RRULE:FREQ=DAILY;COUNT=2"],
        },
      ]),
    );
    const { body, headers } = await page(test, "/events.ics");
    expect(headers["content-type"]).toBe("text/calendar; charset=utf-8");
    expect(headers["cache-control"]).toContain("s-maxage");
    expect(body.split("\r\n").every((line) => Buffer.byteLength(line) <= 75 && !line.includes("\n"))).toBe(
      true,
    );
    expect(body).not.toMatch(/Over|Secret/);
    for (const line of [
      "UID:evt-abc123@events.lu.ma",
      "SEQUENCE:4",
      "LAST-MODIFIED:20260902T000000Z",
      "DTSTAMP:20260901T000000Z",
    ])
      expect(body.split("\r\n")).toContain(line);
    const { occurrences, skipped } = parseCalendar(decodeCalendar(Buffer.from(body)), {
      now: fixedNow,
      timeZone: site.timeZone,
    });
    expect(skipped).toEqual([]);
    expect(occurrences.map((one) => one.title)).toEqual([
      gathering.title,
      "A day; with, signs\\n",
      "A day; with, signs\\n",
    ]);
    expect(new Set(occurrences.map((one) => one.uid)).size).toBe(2);
    const again = await test.app.inject({
      url: "/events.ics",
      headers: { "if-none-match": String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    const list = (await page(test, "/events")).body;
    expect(list).toContain(`href="${site.url.replace(/^https?/, "webcal")}/events.ics"`);
  });

  it("hold one event under its own address, as a file", async () => {
    const test = await siteWith(calendarOf(host, [gathering]));
    const [path = ""] = slugs((await page(test, "/events")).body);
    const { body, headers } = await page(test, `${path}.ics`);
    expect(headers["content-disposition"]).toContain(".ics");
    expect(body.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  });

  it("are not there while there has never been a feed", async () => {
    const feed = await serveCalendar((_request, response) => response.writeHead(500).end());
    const test = await createTestSite({ EVENTS_FEED_URL: feed.url });
    open.push(test, feed);
    expect((await page(test, "/events.ics")).statusCode).toBe(503);
  });
});

describe("what programs and search engines are told", () => {
  const wide = {
    uid: "wide@x",
    title: "会".repeat(290),
    more: [
      `LOCATION:${"场".repeat(400)}`,
      `DESCRIPTION:${"愿".repeat(1_500)}`,
      'ORGANIZER;CN="Jane Doe":mailto:j@x.example',
    ],
  };

  it("ways into Google's and Outlook's calendar are short enough for every browser, whatever the script", async () => {
    const test = await siteWith(calendarOf(host, [wide, gathering]));
    const links = [];
    for (const path of slugs((await page(test, "/events")).body)) {
      const { body } = await page(test, path);
      const found = body.match(/https:\/\/(?:calendar\.google|outlook)[^"]*/g) ?? [];
      links.push(...found.map((link) => link.replaceAll("&amp;", "&")));
    }
    expect(links).toHaveLength(4);
    for (const link of links) {
      expect(link.length).toBeLessThanOrEqual(2_000);
      const { searchParams } = new URL(link);
      const details = searchParams.get("details") ?? searchParams.get("body") ?? "";
      expect(details.split("\n")[0]).toMatch(/^https:\/\//);
      // Cut between letters, and said to be cut.
      expect([...searchParams.values()].join()).not.toContain("\uFFFD");
      if (link.includes("%E6%84%BF")) expect(details).toMatch(/…$/);
    }
  });

  it("the host of an event is the organization only under its own name", async () => {
    const entries = [
      { uid: "a@x", title: "Alone" },
      { uid: "b@x", title: "With friends" },
    ];
    const calendar = calendarOf(host, entries).replace(
      new RegExp(`(With friends\\r\\nORGANIZER;CN=)"${host}"`),
      `$1"${host} and Friends"`,
    );
    const test = await siteWith(calendar);
    const hosts = [];
    for (const path of slugs((await page(test, "/events")).body))
      hosts.push(eventData((await page(test, path)).body).organizer);
    expect(hosts).toEqual(
      expect.arrayContaining([
        { "@type": "Organization", name: host, url: site.url },
        { "@type": "Organization", name: `${host} and Friends` },
      ]),
    );
  });

  it("an event that is joined by a link has no place on a map, and its link is nowhere", async () => {
    const zoom = { uid: "z@x", title: "On screen", more: ["LOCATION:https://zoom.us/j/9?pwd=abc"] };
    const test = await siteWith(calendarOf(host, [zoom]));
    const [path = ""] = slugs((await page(test, "/events")).body);
    const { body } = await page(test, path);
    expect(body).toContain(texts.onlineWithLink);
    expect(body).not.toMatch(/openstreetmap|zoom\.us|pwd/);
    expect(body).toContain('"@type":"VirtualLocation"');
  });

  it("an event of several days has its first and its last one", async () => {
    const retreat = {
      ...{
        uid: "r@x",
        title: "Retreat",
        start: "20261230",
        end: "20270103",
        more: ["LOCATION:Sample House"],
      },
    };
    const calendar = calendarOf(host, [retreat]).replace(/(DTSTART|DTEND):(\d{8})\r/g, "$1;VALUE=DATE:$2\r");
    const test = await siteWith(calendar);
    const words = "Wednesday, December 30, 2026 - Saturday, January 2, 2027";
    const list = await page(test, "/events");
    expect(list.body).toContain(words);
    const { body } = await page(test, slugs(list.body)[0] ?? "");
    expect(body).toContain(words);
    expect(body).toContain('"startDate":"2026-12-30","endDate":"2027-01-02"');
    const [block = ""] = /<p class="event-date"[\s\S]*?<\/p>/.exec((await page(test, "/")).body) ?? [];
    expect(block.replace(/<[^>]*>/g, "")).toBe(words);
  });
});

describe("with 2,500 events ahead", () => {
  const sentences = globSync("content/pages/**/*.mdx")
    .flatMap((file) => readFileSync(file, "utf8").match(/(?<=\n)[A-Z][^<>{}|\n]{60,400}/g) ?? [])
    .map((text) => text.replace(/[\\;,]/g, "\\$&"));
  const many = Array.from({ length: 2_500 }, (_, index) => {
    // The first one has its month for itself.
    const day = index === 0 ? 0 : 1 + Math.floor(index / 2);
    const start = new Date(Date.UTC(2026, 11, day, 17 + 3 * (index % 2)));
    const stamp = (time: Date) => time.toISOString().replace(/[-:]|\.\d{3}/g, "");
    const words = (place: number) => sentences[(7 * index + place) % sentences.length] ?? "";
    return {
      uid: `evt-${(index * 104_729).toString(36)}@events.x.example`,
      title: `${index + 1} ${words(0).slice(0, 40)}`,
      start: stamp(start),
      end: stamp(new Date(start.getTime() + 3_600_000)),
      more: [`DESCRIPTION:${words(1)}\\n\\n${words(2)}`],
    };
  });

  it("each page shows as many as fit, keeps its budget, and leads to all months and to the next page without a script", async () => {
    const test = await siteWith(calendarOf(host, many));
    const sizes: number[] = [];
    const seen: string[] = [];
    let path: string | undefined = "/events";
    while (path) {
      const { body } = await page(test, path);
      expect(slugs(body).length).toBeLessThanOrEqual(mostShown);
      seen.push(...slugs(body));
      if (seen.length <= 3 * mostShown) sizes.push(brotliCompressSync(body).length);
      path = new RegExp(`href="([^"]+)">${texts.later}<`).exec(body)?.[1];
    }
    expect(new Set(seen).size).toBe(2_500);
    expect(Math.max(...sizes)).toBeLessThan(budgets.contentPage.most);
    const { body, headers } = await page(test, "/events");
    expect(headers["cache-control"]).toContain("s-maxage");
    const months = [...body.matchAll(/<a href="([^"]+)">([A-Z][a-z]+ \d{4})(?:<!-- -->)? /g)];
    expect(months.length).toBe(43);
    for (const [, to = "", label = ""] of [months[0], months[1], months[42]] as string[][]) {
      const [place = "", id = ""] = to.split("#");
      expect((await page(test, place)).body).toContain(`<h2 id="${id}">${label}</h2>`);
    }
    const afterLast = Math.ceil(many.length / mostShown) + 1;
    for (const number of ["1", afterLast, "x", "02"])
      expect((await page(test, `/events/page/${number}`)).statusCode).toBe(404);
    const second = (await page(test, "/events/page/2")).body;
    expect(second).toContain('name="robots" content="noindex"');
    expect(second).toContain(`<title>${texts.furtherPage.replace("{number}", "2")} | `);
  });
});

describe("with 5,000 events in the feed", () => {
  it("the page is rendered in less than 50 ms", async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      uid: `e${index}@x`,
      title: `Number ${index}`,
      // Past ones but for the last forty, as in a feed of many years.
      start: index < 4_960 ? "20250110T170000Z" : "20270110T170000Z",
      end: index < 4_960 ? "20250110T180000Z" : "20270110T180000Z",
    }));
    const test = await siteWith(calendarOf(host, many));
    const times: number[] = [];
    // The first ones warm up; of the others the third best.
    for (let count = 0; count < 16; count += 1) {
      const time = countProcessorTime();
      const { body } = await page(test, `/events?${count}`);
      if (count >= 6) times.push(time());
      expect(slugs(body)).toHaveLength(40);
    }
    expect(times.sort((a, b) => a - b)[2]).toBeLessThan(50);
  });
});

describe("the months of a long list in a browser", () => {
  const many = Array.from({ length: 505 }, (_, index) => {
    const day = index < 500 ? "20261210" : `2027090${index - 499}`;
    return { uid: `e${index}@x`, title: "One", start: `${day}T170000Z`, end: `${day}T180000Z` };
  });
  visit.provideBrowser({ start: () => startWith(calendarOf(host, many)) });

  it("each have a line, with how many there are", async () => {
    for (const width of [320, 390, 768, 1440]) {
      await visit.page.setViewportSize({ width, height: 900 });
      await visit.page.goto("/events");
      const lines = await visit.page.locator(".event-months a").evaluateAll((links) =>
        links.map((link) => {
          const words = document.createRange();
          words.selectNodeContents(link);
          return [
            link.textContent,
            new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size,
          ];
        }),
      );
      expect(lines, `at ${width}`).toEqual([
        ["December 2026 (500)", 1],
        ["September 2027 (5)", 1],
      ]);
    }
  });
});

describe("in a browser", () => {
  const long = {
    uid: "long@x",
    title: "Unbreakable".repeat(12).slice(0, 140),
    start: "20261211T170000Z",
    end: "20261211T183000Z",
    more: [
      `DESCRIPTION:${"A long paragraph of words. ".repeat(110).trim()}${"x".repeat(200)}`,
      `LOCATION:${"Street".repeat(40)}`,
    ],
  };
  visit.provideBrowser({ start: () => startWith(calendarOf(host, [long, gathering])) });
  const eventPaths = async () => slugs((await page(visit.site, "/events")).body);

  it("fits every width, whatever the feed says", async () => {
    for (const path of ["/", "/events", ...(await eventPaths())]) {
      await visit.page.goto(path);
      for (const width of [320, 390, 768, 1440]) {
        await visit.page.setViewportSize({ width, height: 900 });
        const over = await visit.page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect(over, `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });

  it("the visitor's own time stands beside the event's when it differs, and only then", async () => {
    const [path = ""] = await eventPaths();
    const own = async (timezoneId: string, javaScriptEnabled = true) => {
      await visit.open({ timezoneId, javaScriptEnabled });
      // A browser's first format takes it longer than the whole page.
      await visit.page.addInitScript("Intl.DateTimeFormat = undefined");
      const found: string[] = [];
      for (const place of ["/", "/events", path]) {
        await visit.page.goto(place);
        const [first = ""] = await visit.page.locator(".own-time").allTextContents();
        found.push(first);
        expect(await visit.page.getByText("9:00 AM - 10:30 AM PST").count()).toBeGreaterThan(0);
      }
      return found;
    };
    const everywhere = (time: string) => Array(3).fill(time && texts.ownTime.replace("{time}", time));
    expect(await own("Europe/Berlin")).toEqual(everywhere("6:00 PM UTC+1"));
    expect(await own("Pacific/Auckland")).toEqual(everywhere("Fri, Dec 11, 6:00 AM UTC+13"));
    expect(await own("Asia/Kolkata")).toEqual(everywhere("10:30 PM UTC+5:30"));
    expect(await own("America/New_York")).toEqual(everywhere("12:00 PM UTC−5"));
    expect(await own("Etc/UTC")).toEqual(everywhere("5:00 PM UTC"));
    for (const sameClock of ["America/Los_Angeles", "America/Tijuana"])
      expect(await own(sameClock)).toEqual(everywhere(""));
    expect(await own("Europe/Berlin", false)).toEqual(everywhere(""));
  });
});
