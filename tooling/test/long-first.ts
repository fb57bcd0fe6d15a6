import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take half a minute or more, the longest first; those that keep the processors busy, as browsers do, by turns
 * with those that mostly wait.
 */
const long = [
  "tests/journeys/",
  "submissions/mail/outbox",
  "tests/browser/pictures",
  "staff/moving/copy",
  "tests/browser/navigation",
  "staff/staff.test",
  "tests/browser/quiet-forms",
  "staff/copies/backup",
  "tests/browser/session-client",
  "tooling/changed-content",
  "tests/browser/layout",
  "tooling/privacy-check",
  "tests/browser/looks",
  "database/connect",
  "tests/browser/browser",
  "tooling/start.test",
  "tests/browser/spoken-pages",
  "staff/removal/other-copies",
  "tests/browser/",
  "staff/copies/",
  "tests/release",
  "tests/calendar/",
  "tests/hostile.test",
  "tests/harborlight",
  "tests/headers",
  "tooling/arguments",
  "tests/instances",
  "tests/forms",
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
