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

const [, section = ""] = readFileSync("docs/specification.md", "utf8").split(
  "### Head counts of the sample\n",
);
const specified = section.replaceAll("\n", " ");

const people = [...faculty, ...presenters.flatMap((group) => group.presenters), ...team];

beforeEach(({ skip }) => {
  skip(!people.every((person) => person.sample), "real people are among the sample ones, in any number");
});

const { communicationChannels, connectedCommunities, areasOfInterest } = interest.fields;
const counts = countsOf({ faculty, presenters, team, spotlight, offers });

// More of something is an edit of the owner's, less is a loss.
it.each([
  ["faculty (", counts.faculty],
  ["without a photo", faculty.filter((person) => !person.photo).length],
  ["past presenters", counts.presenters],
  ["named disciplines", counts.disciplines],
  ["team members", counts.team],
  ["faculty in the home page's spotlight", counts.spotlight],
  ["communication channels", communicationChannels.options.length],
  ["communities", connectedCommunities.options.length],
  ["areas of interest", areasOfInterest.options.length],
])("the sample has as many as is specified: %s", (words, count) => {
  const [, least] = new RegExp(`(\\d+) ${RegExp.escape(words)}`).exec(specified) ?? [];
  expect(count).toBeGreaterThanOrEqual(Number(least));
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
