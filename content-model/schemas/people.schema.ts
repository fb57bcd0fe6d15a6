import * as v from "valibot";
import { language } from "#system/language.ts";
import { eachOnce, pictureName, text } from "./text.schema.ts";

/** Who has none is shown with a placeholder that says so. */
const photo = v.optional(pictureName("people/photos", "ada-moreno.jpg"));

/** Marks an invented person, so that the launch check can list who still has to be replaced. */
const sample = v.optional(v.boolean("write true, or leave the line out"), false);

const biography = v.pipe(
  text,
  v.minWords(language, 40, ({ received }) => `write at least 40 words; these are ${received}`),
  v.maxWords(language, 80, ({ received }) => `write at most 80 words; these are ${received}`),
);

const facultyMember = v.strictObject({
  name: text,
  title: text,
  photo,
  sample,
  biography,
});
const presenter = v.strictObject({ name: text, photo, sample });
const teamMember = v.strictObject({
  name: text,
  title: text,
  /** What the person does here, in a line. */
  work: v.optional(
    v.pipe(
      text,
      v.maxLength(120, ({ received }) => `write at most 120 characters; these are ${received}`),
    ),
  ),
  photo,
  sample,
});

/** A list of any number of people, also of none, each with another name. */
const people = <Person extends typeof facultyMember | typeof teamMember>(person: Person) =>
  v.pipe(
    v.array(person),
    eachOnce(({ name }) => name),
  );

/** content/people/faculty.yaml */
export const facultySchema = people(facultyMember);

/** content/people/presenters.yaml: the past presenters under their disciplines. */
export const presentersSchema = v.pipe(
  v.array(
    v.strictObject({
      discipline: text,
      presenters: v.pipe(v.array(presenter), v.minLength(1, "write at least one presenter")),
    }),
  ),
  v.check(
    (groups) => repeated(groups) === undefined,
    ({ input }) => `write each name once: ${repeated(input)} stands here twice`,
  ),
);

/** content/people/texts.yaml */
export const peopleTextsSchema = v.strictObject({ photoComingSoon: text, biography: text });

/** content/people/team.yaml, in the order of the page. */
export const teamSchema = people(teamMember);

/**
 * content/people/spotlight.yaml: names of faculty members, in the order in which the home page shows them. That they
 * are faculty is checked in load-content.ts, which sees both files.
 */
export const spotlightSchema = v.pipe(
  v.array(text),
  eachOnce((name) => name),
);

export type FacultyMember = v.InferOutput<typeof facultyMember>;
export type TeamMember = v.InferOutput<typeof teamMember>;
export type PresenterGroup = v.InferOutput<typeof presentersSchema>[number];
export type PeopleTexts = v.InferOutput<typeof peopleTextsSchema>;

/** The presenter who is named under two disciplines, or twice under one. */
function repeated(groups: { presenters: { name: string }[] }[]): string | undefined {
  const names = groups.flatMap(({ presenters }) => presenters.map(({ name }) => name));
  return names.find((name, place) => names.indexOf(name) < place);
}
