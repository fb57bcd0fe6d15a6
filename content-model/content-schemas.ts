import type { GenericSchema, InferOutput } from "valibot";
import { diagramsSchema } from "./schemas/diagrams.schema.ts";
import { eventImagesSchema, eventSourcesSchema, eventTextsSchema } from "./schemas/events.schema.ts";
import { formErrorsSchema, interestFormSchema, mastermindFormSchema } from "./schemas/forms.schema.ts";
import { homeSchema } from "./schemas/home.schema.ts";
import { mailSchema } from "./schemas/mail.schema.ts";
import { navigationSchema } from "./schemas/navigation.schema.ts";
import { offersSchema } from "./schemas/offers.schema.ts";
import { pageSchema } from "./schemas/page.schema.ts";
import {
  facultySchema,
  peopleTextsSchema,
  presentersSchema,
  spotlightSchema,
  teamSchema,
} from "./schemas/people.schema.ts";
import { problemsSchema } from "./schemas/problems.schema.ts";
import { siteSchema } from "./schemas/site.schema.ts";
import { themeSchema } from "./schemas/theme.schema.ts";
import { typographySchema } from "./schemas/typography.schema.ts";

/** Which schema reads which file of `content/`. What follows from it: content-modules.d.ts names the types of the modules. */
const schemas = {
  "site.yaml": siteSchema,
  "theme.yaml": themeSchema,
  "diagrams.yaml": diagramsSchema,
  "problems.yaml": problemsSchema,
  "forms/interest.yaml": interestFormSchema,
  "forms/errors.yaml": formErrorsSchema,
  "forms/mastermind.yaml": mastermindFormSchema,
  "events/texts.yaml": eventTextsSchema,
  "events/images.yaml": eventImagesSchema,
  "events/sources.yaml": eventSourcesSchema,
  "mail.yaml": mailSchema,
  "home.yaml": homeSchema,
  "offers.yaml": offersSchema,
  "typography.yaml": typographySchema,
  "navigation.yaml": navigationSchema,
  "people/faculty.yaml": facultySchema,
  "people/presenters.yaml": presentersSchema,
  "people/texts.yaml": peopleTextsSchema,
  "people/team.yaml": teamSchema,
  "people/spotlight.yaml": spotlightSchema,
} satisfies Record<string, GenericSchema>;

/** The files of `content/` that have to be there, beside pages, pictures and fonts. */
export const contentFiles = Object.keys(schemas);

/** What each file of `content/` holds, once it is checked. */
export type Content = { [Name in keyof typeof schemas]: InferOutput<(typeof schemas)[Name]> };

/** @param name path relative to the project's root, with forward slashes */
export function schemaFor(name: string): GenericSchema | undefined {
  if (/^content\/pages\/.+\.mdx$/.test(name)) return pageSchema;
  const known: Record<string, GenericSchema | undefined> = schemas;
  return known[name.replace(/^content\//, "")];
}
