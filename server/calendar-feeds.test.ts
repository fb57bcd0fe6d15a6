// docs/specification.md, 'Sources'

import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import images from "#content/events/images.yaml";
import content from "#content/events/sources.yaml";
import texts from "#content/events/texts.yaml";
import siteOfContent from "#content/site.yaml";
import { calendarFeeds } from "./calendar-feeds.ts";

const site = { ...siteOfContent, email: "a@b.example", phone: "+1 2" };
const read = (address: string, source: object) => {
  const feed = { name: "Team", address: "https://calendar.example/", excludedTitles: [], ...source };
  const [one] = calendarFeeds(
    [address],
    { site, images, texts, sources: { ...content, feeds: [feed] } },
    "/srv",
  );
  return one;
};

it.each([
  ["https://www.care.example", "@care.example"],
  ["https://care.www.example", "@care.www.example"],
])("knows the ways to reach the organization at %s, which may stand in an event", (url, contact) => {
  const [one] = calendarFeeds(["https://calendar.example/a.ics"], {
    site: { ...site, url },
    images,
    texts,
    sources: content,
  });
  expect(one?.rules.contacts).toEqual(["a@b.example", "+1 2", contact]);
});

it("counts a file from the root, and names one that nothing is said of by the file alone", () => {
  const one = read("calendars/team.ics", {});
  expect(one).toMatchObject({ address: pathToFileURL("/srv/calendars/team.ics").href, name: "team.ics" });
  expect(read("calendars/team.ics", { address: "calendars" })?.name).toBe("Team");
});

it("takes webcal: for https: at the beginning of an address only, and a password for none of it", () => {
  expect(read("webcal://u:p@calendar.example/a.ics", {})?.name).toBe("Team");
  const address = "https://calendar.example/webcal:a";
  expect(read(`${address}.ics`, { address })?.name).toBe("Team");
  expect(read(`${address.replace("webcal", "https")}.ics`, { address })?.name).toBe("calendar.example");
  expect(read("https://calendar.example/a.ics", { address: "https://u:p@calendar.example/" })?.name).toBe(
    "Team",
  );
});

it("knows no platform's addresses where its profile is not there", () => {
  expect(read("https://calendar.example/a.ics", { profile: "nobody" })?.rules.platforms).toEqual([]);
});

it("gives each feed a name of its own, in the order of the setting", () => {
  const addresses = [
    "https://a.example/1",
    "https://b.example/1",
    "https://a.example/2",
    "https://a.example/3",
  ];
  const sources = { ...content, feeds: [] };
  expect(calendarFeeds(addresses, { site, images, texts, sources }).map(({ name }) => name)).toEqual([
    "a.example",
    "b.example",
    "a.example 2",
    "a.example 3",
  ]);
});
