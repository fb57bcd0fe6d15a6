import { inWords, isSingular } from "#system/language.ts";
import type { Content } from "./content-schemas.ts";

/** The files that counts follow, by what they are called in `countsOf`. */
export const countedFiles = {
  faculty: "people/faculty.yaml",
  presenters: "people/presenters.yaml",
  team: "people/team.yaml",
  spotlight: "people/spotlight.yaml",
  offers: "offers.yaml",
} as const satisfies Record<string, keyof Content>;

/** What texts of other files are filled in from: counts, names, facts of offers. */
export const filledFrom: readonly string[] = ["site.yaml", "theme.yaml", ...Object.values(countedFiles)];
type Counted = { [Key in keyof typeof countedFiles]: Content[(typeof countedFiles)[Key]] };

/** What a sentence may count. */
export const countNames = [
  "faculty",
  "presenters",
  "disciplines",
  "team",
  "spotlight",
  "pods",
  "podSize",
] as const;
type CountName = (typeof countNames)[number];
export type Counts = Record<CountName, number>;

export function isCountName(name: string): name is CountName {
  return (countNames as readonly string[]).includes(name);
}

/** How many there are of what a sentence may count; docs/specification.md, 'Counts'. */
export function countsOf({ faculty, presenters, team, spotlight, offers }: Counted): Counts {
  return {
    faculty: faculty.length,
    presenters: presenters.flatMap((group) => group.presenters).length,
    disciplines: presenters.length,
    team: team.length,
    spotlight: spotlight.length,
    pods: offers.learningJourney.pods,
    podSize: offers.learningJourney.podSize,
  };
}

/** How a count is written: `words` within a sentence, `Words` at its beginning, figures otherwise. */
export type CountForm = "words" | "Words" | undefined;

/** The words behind a count: those for one, 'or', those for more ('person leads or people lead'). */
export const bothForms = /^(\S.*?) or (\S.*)$/;
export const bothFormsWanted = "the words for one, 'or', those for more";

/**
 * For example 26, twenty-six, Twenty-six people.
 *
 * @param noun the words behind it, as `bothForms`
 */
export function writtenCount(count: number, form: CountForm, noun?: string): string {
  const words = form ? inWords(count) : String(count);
  const number = form === "Words" ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  const [, one, more] = bothForms.exec(noun ?? "") ?? [];
  return one ? `${number} ${isSingular(count) ? one : more}` : number;
}
