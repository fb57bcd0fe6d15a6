// docs/specification.md, 'Structured data'

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { indexableRoutes, routes } from "./support/routes.ts";
import { createTestSite, type TestSite } from "./support/site.ts";

interface Thing {
  "@type": string;
  [property: string]: unknown;
}

/**
 * The types that the site uses, with the properties that schema.org knows for them. Those before the bar are required:
 * by Google's documentation where it has a feature for the type, else by what the type is for.
 */
const vocabulary: Record<string, string> = {
  Organization: "@id name url logo | description email telephone address sameAs",
  PostalAddress: "streetAddress addressLocality addressRegion postalCode addressCountry |",
  WebSite: "@id name url publisher | inLanguage",
  WebPage: "@id url name description isPartOf | primaryImageOfPage inLanguage dateModified datePublished",
  ImageObject: "url | width height",
  BreadcrumbList: "itemListElement |",
  ItemList: "itemListElement numberOfItems |",
  ListItem: "position | name item",
  Person: "name | jobTitle image",
  Course: "name description provider hasCourseInstance | url inLanguage",
  CourseInstance: "courseMode courseSchedule |",
  Schedule: "repeatFrequency repeatCount duration |",
  Service: "name description provider | url",
  Event:
    // Google wants a place as well; of some events nobody knows one.
    "name startDate | location endDate description image eventStatus eventAttendanceMode organizer url eventSchedule offers previousStartDate",
  Place: "name address | geo",
  VirtualLocation: "url |",
  GeoCoordinates: "latitude longitude |",
};
const dates = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?([+-]\d{2}:\d{2}|Z))?$/;

/** What is wrong with a value and everything in it. */
function problems(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => problems(item, `${place}[${index}]`));
  if (value === null || value === undefined || value === "") return [`${place} is empty`];
  if (typeof value !== "object") return [];
  const thing = value as Thing;
  if (!("@type" in thing)) {
    // A reference to another thing on the page.
    return Object.keys(thing).join() === "@id" ? [] : [`${place} has no @type`];
  }
  const known = vocabulary[thing["@type"]];
  if (!known) return [`${place} is of an unknown type ${thing["@type"]}`];
  const [required = [], recommended = []] = known.split("|").map((names) => names.split(" ").filter(Boolean));
  const own = Object.keys(thing).filter((name) => name !== "@type");
  return [
    ...required.filter((name) => !own.includes(name)).map((name) => `${place} lacks ${name}`),
    ...own
      .filter((name) => name !== "@id" && ![...required, ...recommended].includes(name))
      .map((name) => `${place} has ${name}, which its type does not know`),
    ...["url", "logo", "image", "@id"]
      .filter((name) => typeof thing[name] === "string" && !URL.canParse(thing[name] as string))
      .map((name) => `${place}.${name} is not absolute`),
    ...own
      .filter((name) => /date/i.test(name) && !dates.test(String(thing[name])))
      .map((name) => `${place}.${name} is no date: ${thing[name]}`),
    ...own.flatMap((name) => problems(thing[name], `${place}.${name}`)),
  ];
}

/** The things of each data block of a page. */
function graphs(html: string): Thing[][] {
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, json = ""]) => {
      const data = JSON.parse(json);
      expect(data["@context"]).toBe("https://schema.org");
      return data["@graph"];
    },
  );
}

let test: TestSite;
beforeAll(async () => {
  test = await createTestSite();
});
afterAll(() => test.close());

const thingsOf = async (path: string) => {
  const { body } = await test.app.inject({ url: path, headers: { "user-agent": "Googlebot" } });
  return graphs(body).flat();
};

/** The trail that a visitor sees. */
const visibleTrail = (html: string) => {
  const trail = /<nav class="crumbs"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
  return [...trail.matchAll(/<(a|span)[^>]*>([^<]+)</g)].map(([, , label = ""]) => label);
};

describe("structured data", () => {
  it.each(routes)(
    "of %s has the trail that is seen: home, and one crumb per part of the address",
    async (path) => {
      const { body } = await test.app.inject({ url: path });
      const canonical = /rel="canonical" href="([^"]*)"/.exec(body)?.[1] ?? "";
      const parts = new URL(canonical).pathname.split("/").filter(Boolean);
      // On its overview, the section is the current crumb.
      const count = path === "/" ? 0 : parts.at(-1) === "overview" ? 2 : 1 + parts.length;
      const seen = visibleTrail(body);
      expect(seen).toHaveLength(count);
      const trail = graphs(body)
        .flat()
        .find((thing) => thing["@type"] === "BreadcrumbList");
      const items = (trail?.itemListElement ?? []) as { name: string; item: string }[];
      expect(items.map(({ name }) => name)).toEqual(seen);
      expect(new Set(items.map(({ item }) => item)).size).toBe(count);
      const current = /<nav class="crumbs"[\s\S]*?<\/nav>/.exec(body)?.[0] ?? "";
      expect(current.match(/aria-current="page"/g)?.length ?? 0).toBe(path === "/" ? 0 : 1);
      expect(current).not.toContain(`href="${path}"`);
    },
  );

  it.each([...indexableRoutes, "/typography"])(
    "of %s is complete, and every reference in it leads to something",
    async (path) => {
      const things = await thingsOf(path);
      expect(problems(things, path)).toEqual([]);
      const types = things.map((thing) => thing["@type"]);
      expect(types).toEqual(expect.arrayContaining(["Organization", "WebSite", "WebPage"]));
      if (path !== "/") expect(types).toContain("BreadcrumbList");
      const ids = things.map((thing) => thing["@id"]);
      const references = [...JSON.stringify(things).matchAll(/\{"@id":"([^"]+)"\}/g)].map(([, id]) => id);
      expect(ids).toEqual(expect.arrayContaining(references));
    },
  );

  it.each([
    ["/learning/faculty", "ItemList", 26],
    ["/community/thought-leadership", "ItemList", 42],
    ["/team", "ItemList", 18],
  ])("of %s lists its people", async (path, type, count) => {
    const list = (await thingsOf(path)).find((thing) => thing["@type"] === type);
    expect(list?.numberOfItems).toBe(count);
    expect(list?.itemListElement).toHaveLength(count);
  });

  it("names the course, the service and each breadcrumb in order", async () => {
    expect((await thingsOf("/learning/overview")).some((thing) => thing["@type"] === "Course")).toBe(true);
    expect((await thingsOf("/organizational/offer")).some((thing) => thing["@type"] === "Service")).toBe(
      true,
    );
    const trail = (await thingsOf("/learning/faculty")).find((thing) => thing["@type"] === "BreadcrumbList");
    const items = trail?.itemListElement as { name: string; item: string; position: number }[];
    expect(items.map(({ name }) => name)).toEqual(["Home", "Learning", "Faculty"]);
    expect(items.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(new URL(items[1]?.item ?? "").pathname).toBe("/learning/overview");
  });
});
