// docs/specification.md, 'Head counts of the sample'

import { globSync, readFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import interest from "#content/forms/interest.yaml";
import offers from "#content/offers.yaml";
import faculty from "#content/people/faculty.yaml";
import presenters from "#content/people/presenters.yaml";
import spotlight from "#content/people/spotlight.yaml";
import team from "#content/people/team.yaml";
import { countNames, countsOf } from "#content-model/counts.ts";

const people = [...faculty, ...presenters.flatMap((group) => group.presenters), ...team];

beforeEach(({ skip }) => {
  skip(!people.every((person) => person.sample), "real people are among the sample ones, in any number");
});

/** More of something is an edit of the owner's, less is a loss. */
function expectAtLeast(counts: Record<string, number>, least: Record<string, number>) {
  expect(Object.entries(least).filter(([name, count]) => !((counts[name] ?? 0) >= count))).toEqual([]);
}

it("the sample has as many of everybody as is specified", () => {
  expectAtLeast(countsOf({ faculty, presenters, team, spotlight, offers }), {
    ...{ faculty: 26, presenters: 42, disciplines: 8, team: 18, spotlight: 9 },
  });
  expect(faculty.filter((person) => !person.photo).length).toBeGreaterThanOrEqual(2);
});

it("the sample says every word behind a count for one as well as for more", () => {
  const alone = [
    /\{(?:NAMES)(?: in [wW]ords)?\} (?!in\b|to\b)[a-z]+/g,
    /<Count of="(?:NAMES)"(?: in="[wW]ords")? \/> [a-z]+/g,
  ].map(({ source }) => new RegExp(source.replace("NAMES", countNames.join("|")), "g"));
  const files = globSync("content/**/*.{mdx,yaml}").map((file) => readFileSync(file, "utf8"));
  const texts = files.map((text) => text.replace(/^ *#.*$/gm, ""));
  expect(texts.flatMap((text) => alone.flatMap((pattern) => text.match(pattern) ?? []))).toEqual([]);
});

it("the sample offers as many choices as is specified", () => {
  const { communicationChannels, connectedCommunities, areasOfInterest } = interest.fields;
  expectAtLeast(
    {
      channels: communicationChannels.options.length,
      communities: connectedCommunities.options.length,
      areas: areasOfInterest.options.length,
    },
    { channels: 4, communities: 12, areas: 9 },
  );
});
