import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Test files that take a minute or more, the longest first. */
const long = [
  "tests/journeys/",
  "tests/browser/pictures",
  "tests/browser/",
  "staff/copies/",
  "staff/staff.test",
  "submissions/mail/outbox",
  "tests/release",
  "tooling/start.test",
  "tooling/privacy-check",
  // Not beside browsers: a site that has no processor time for its visitors tells them so.
  "tests/deploy/",
];

/** Begins with the files that take longest, so that none of them is left over at the end, when nothing runs beside it. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = long.findIndex((part) => moduleId.includes(part));
      return place === -1 ? long.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
