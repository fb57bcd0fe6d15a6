import offers from "#content/offers.yaml";
import faculty from "#content/people/faculty.yaml";
import presenters from "#content/people/presenters.yaml";
import spotlight from "#content/people/spotlight.yaml";
import team from "#content/people/team.yaml";
import { type CountForm, type Counts, countsOf, writtenCount } from "#content-model/counts.ts";

const counts = countsOf({ faculty, presenters, team, spotlight, offers });

/**
 * How many there are, as the files say: `<Count of="faculty" />` is 26, with `in="words"` twenty-six, and with
 * `in="Words"` Twenty-six; `noun="pod or pods"` adds the form of the word that goes with it.
 *
 * @throws where a page counts what has no count; that stops the build
 */
export function Count({ of, in: form, noun }: { of: keyof Counts; in?: CountForm; noun?: string }) {
  const count = counts[of];
  if (count === undefined)
    throw new Error(
      `<Count of="${of}">: there is no such count; write one of ${Object.keys(counts).join(", ")}`,
    );
  return writtenCount(count, form, noun);
}
