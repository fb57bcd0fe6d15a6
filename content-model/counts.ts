import { inWords } from "#system/language.ts";
import type { Content } from "./content-schemas.ts";

/** The files that counts follow, by what they are called in `countsOf`. */
export const countedFiles = {
  faculty: "people/faculty.yaml",
  presenters: "people/presenters.yaml",
  team: "people/team.yaml",
  spotlight: "people/spotlight.yaml",
  offers: "offers.yaml",
} as const satisfies Record<string, keyof Content>;
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
export type Counts = Record<(typeof countNames)[number], number>;

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

/** For example 26, twenty-six, Twenty-six. */
export function writtenCount(count: number, form: CountForm): string {
  if (!form) return String(count);
  const words = inWords(count);
  return form === "words" ? words : words.charAt(0).toUpperCase() + words.slice(1);
}
