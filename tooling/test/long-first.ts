import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take a quarter of a minute or more, the longest first (`npm test -- --reporter=json` tells how long each took); those
 * that keep the processors busy, as browsers and builds do, by turns with those that mostly wait. A folder stands for the rest of it.
 */
const long = [
  "tests/journeys/",
  "submissions/mail/outbox.test",
  "tooling/changed-content",
  "staff/copies/backup",
  "tests/release",
  "tooling/start.test",
  "tests/browser/pictures",
  "database/connect",
  "tests/browser/navigation",
  "tests/edge",
  "staff/staff.test",
  "tooling/privacy-check",
  "tests/hostile.test",
  "tooling/arguments",
  "tests/calendar/event-pages",
  "staff/copies/drill",
  "tests/browser/quiet-forms",
  "staff/moving/copy",
  "tests/forms",
  "tests/harborlight",
  "tests/browser/",
  "staff/removal/other-copies",
  "tests/headers",
  "tests/calendar/",
  "tests/instances",
  "calendar/read/recurrence/",
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
