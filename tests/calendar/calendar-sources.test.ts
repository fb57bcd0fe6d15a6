// docs/specification.md, 'Sources'

import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import images from "#content/events/images.yaml";
import sources from "#content/events/sources.yaml";
import texts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import { parseContent } from "#content-model/load-content.ts";
import type { EventSources } from "#content-model/schemas/events.schema.ts";
import { calendarFeeds } from "#server/calendar-feeds.ts";

const feed = (more: Partial<EventSources["feeds"][number]> = {}): EventSources["feeds"][number] => ({
  name: "Team",
  address: "https://calendar.example/",
  excludedTitles: [],
  ...more,
});
const read = (addresses: string[], feeds: EventSources["feeds"]) =>
  calendarFeeds(addresses, { site, images, texts, sources: { ...sources, feeds } });

describe("the feeds", () => {
  it("are those of EVENTS_FEED_URL; without it those of the content, a file counted from the project's root", () => {
    const file = feed({ address: "content/events/sample-calendar.ics" });
    const all = [file, feed()];
    expect(read([], all).map(({ address }) => address)).toEqual([
      pathToFileURL("content/events/sample-calendar.ics").href,
      "https://calendar.example/",
    ]);
    expect(read(["https://other.example/a.ics"], all).map(({ address }) => address)).toEqual([
      "https://other.example/a.ics",
    ]);
  });

  it("are read by what the content says of the longest beginning of their address, secrets or not", () => {
    const [one] = read(
      ["webcal://ann:secret@calendar.example/team/private-123/basic.ics"],
      [
        feed(),
        feed({
          name: "Team's own",
          address: "https://calendar.example/team/",
          ours: ["Tend", "Well"],
          zone: "Europe/Berlin",
          profile: "meetup",
          excludedTitles: ["internal"],
        }),
        feed({ name: "Neighbor", address: "https://calendar.example/te" }),
      ],
    );
    expect(one).toMatchObject({ name: "Team's own", timeZone: "Europe/Berlin", hasOwnZone: true });
    expect(one?.rules).toMatchObject({
      ...{ hosts: ["Tend", "Well"], isAllOurs: false, listing: site.eventPlatform },
      excludedTitles: [...sources.excludedTitles, "internal"],
      platforms: sources.profiles.meetup,
    });
    // The address itself stays whole: it is what is asked.
    expect(one?.address).toContain("ann:secret");
  });

  it("of which nothing is said are read by what site.yaml says, and told by their host alone", () => {
    const [one] = read(["https://u:p@unknown.example/key.ics?token=1"], [feed({ ours: "all" })]);
    expect(one).toMatchObject({ name: "unknown.example", timeZone: site.timeZone, hasOwnZone: false });
    expect(one?.rules).toMatchObject({ hosts: site.hosts, isAllOurs: false });
    expect(one?.rules.platforms).toEqual(expect.arrayContaining(["https://luma.com/", "https://lu.ma/"]));
  });

  it("can be ours as a whole; then organizers are named only under the organization's names", () => {
    expect(read([], [feed({ ours: "all" })])[0]?.rules).toMatchObject({ isAllOurs: true, hosts: site.hosts });
  });
});

describe("content/events/sources.yaml", () => {
  const name = "content/events/sources.yaml";
  const yaml = (lines: string) =>
    `feeds:\n  - name: Team\n${lines}\nexcludedTitles: []\nprofiles: { luma: [https://luma.com/] }\n`;
  it.each([
    [
      "    address: calendar.ics",
      /:3: 'feeds', entry 1 \(Team\), 'address': found "calendar\.ics"; write an address/,
    ],
    ["    address: https://ann:secret@x.example/", /:3: .*EVENTS_FEED_URL/],
    ["    address: https://x.example/\n    ours: some", /:4: .*write all, or a list of names/],
    ["    address: https://x.example/\n    zone: Pacific", /:4: .*write a time zone/],
    ["    address: https://x.example/\n    profile: lumma", /'feeds': .*write for each profile/],
    ["    address: https://x.example/\n    hosts: [a]", /'feeds', entry 1 \(Team\), 'hosts'/],
  ])("refuses %j, and says where and what to write", (lines, message) => {
    expect(() => parseContent(yaml(lines), name)).toThrow(message);
  });

  it("takes a feed of which only name and address are said", () => {
    expect(parseContent(yaml("    address: webcal://x.example/a.ics"), name)).toMatchObject({
      feeds: [{ name: "Team", address: "webcal://x.example/a.ics", excludedTitles: [] }],
    });
  });
});
