import * as v from "valibot";
import { language } from "#system/language.ts";
import { text } from "./text.schema.ts";

/** How many people the pages promise, here and in their texts; docs/specification.md, 'Head counts of the sample'. */
export const peopleCounts = { faculty: 26, presenters: 42, team: 18, spotlight: 9 };

const photo = v.pipe(
  text,
  v.regex(
    /^[a-z0-9-]+\.(svg|jpg|jpeg|png|webp|avif)$/,
    "write the name of a file in content/people/photos/, in small letters, for example ada-moreno.jpg",
  ),
);

/** Marks an invented person, so that the launch check can list who still has to be replaced. */
const sample = v.optional(v.boolean("write true, or leave the line out"), false);

const biography = v.pipe(
  text,
  v.minWords(language, 40, "write at least 40 words"),
  v.maxWords(language, 80, "write at most 80 words"),
);

const facultyMember = v.strictObject({
  name: text,
  title: text,
  photo: v.optional(photo),
  sample,
  biography,
});
const presenter = v.strictObject({ name: text, photo, sample });
const teamMember = v.strictObject({ name: text, title: text, photo, sample });

/** content/people/faculty.yaml. A member without a photo is shown with a placeholder that says so. */
export const facultySchema = v.pipe(
  v.array(facultyMember),
  v.length(peopleCounts.faculty, (issue) => countMessage("faculty members", issue)),
  v.check((people) => allDiffer(people.map((person) => person.name)), "write each name once"),
);

/** content/people/presenters.yaml: the past presenters under their disciplines. */
export const presentersSchema = v.pipe(
  v.array(
    v.strictObject({
      discipline: text,
      presenters: v.pipe(v.array(presenter), v.minLength(1, "write at least one presenter")),
    }),
  ),
  v.check(
    (groups) => countPresenters(groups) === peopleCounts.presenters,
    (issue) =>
      countMessage("presenters", {
        received: String(countPresenters(issue.input)),
        requirement: peopleCounts.presenters,
      }),
  ),
  v.check(
    (groups) => allDiffer(groups.flatMap((group) => group.presenters.map((person) => person.name))),
    "write each name once",
  ),
);

/** content/people/texts.yaml */
export const peopleTextsSchema = v.strictObject({ photoComingSoon: text });

/** content/people/team.yaml, in the order of the page. */
export const teamSchema = v.pipe(
  v.array(teamMember),
  v.length(peopleCounts.team, (issue) => countMessage("team members", issue)),
  v.check((people) => allDiffer(people.map((person) => person.name)), "write each name once"),
);

/** content/people/spotlight.yaml: names of faculty members, in the order in which the home page shows them. */
export const spotlightSchema = v.pipe(
  v.array(text),
  v.length(peopleCounts.spotlight, (issue) => countMessage("names", issue)),
  v.check(allDiffer, "write each name once"),
);

export type FacultyMember = v.InferOutput<typeof facultyMember>;
export type TeamMember = v.InferOutput<typeof teamMember>;
export type PresenterGroup = v.InferOutput<typeof presentersSchema>[number];

function countPresenters(groups: { presenters: unknown[] }[]): number {
  return groups.reduce((sum, group) => sum + group.presenters.length, 0);
}

function countMessage(what: string, issue: { received: string; requirement: number }): string {
  return (
    `the file has ${issue.received} ${what} and the pages promise ${issue.requirement}: ` +
    "add or remove some, or change peopleCounts in content-model/schemas/people.schema.ts and the texts"
  );
}

function allDiffer(names: string[]): boolean {
  return new Set(names).size === names.length;
}
export type PeopleTexts = v.InferOutput<typeof peopleTextsSchema>;
