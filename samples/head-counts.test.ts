// docs/specification.md, 'Head counts of the sample'. Goes with the sample: the owner's own site has any number.

import { expect, it } from "vitest";
import interest from "#content/forms/interest.yaml";
import offers from "#content/offers.yaml";
import faculty from "#content/people/faculty.yaml";
import presenters from "#content/people/presenters.yaml";
import spotlight from "#content/people/spotlight.yaml";
import team from "#content/people/team.yaml";
import { countsOf } from "#content-model/counts.ts";

it("the sample has as many of everybody as is specified", () => {
  expect(countsOf({ faculty, presenters, team, spotlight, offers })).toEqual({
    faculty: 26,
    presenters: 42,
    disciplines: 8,
    team: 18,
    spotlight: 9,
    pods: 4,
    podSize: 18,
  });
  expect(faculty.filter((person) => !person.photo).length).toBeGreaterThanOrEqual(2);
});

it("the sample offers as many choices as is specified", () => {
  const { communicationChannels, connectedCommunities, areasOfInterest } = interest.fields;
  const choices = [communicationChannels, connectedCommunities, areasOfInterest].map(
    ({ options }) => Object.keys(options).length,
  );
  expect(choices).toEqual([4, 12, 9]);
});
