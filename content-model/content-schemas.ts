import type { GenericSchema } from "valibot";
import { diagramsSchema } from "./schemas/diagrams.schema.ts";
import { eventImagesSchema, eventTextsSchema } from "./schemas/events.schema.ts";
import { formErrorsSchema, interestFormSchema, mastermindFormSchema } from "./schemas/forms.schema.ts";
import { homeSchema } from "./schemas/home.schema.ts";
import { mailSchema } from "./schemas/mail.schema.ts";
import { navigationSchema } from "./schemas/navigation.schema.ts";
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
import { typographySchema } from "./schemas/typography.schema.ts";

/** Which schema reads which file of `content/`; the first pattern that matches decides. */
const schemas: [pattern: RegExp, schema: GenericSchema][] = [
  [/^content\/site\.yaml$/, siteSchema],
  [/^content\/pages\/.+\.mdx$/, pageSchema],
  [/^content\/diagrams\.yaml$/, diagramsSchema],
  [/^content\/problems\.yaml$/, problemsSchema],
  [/^content\/forms\/interest\.yaml$/, interestFormSchema],
  [/^content\/forms\/errors\.yaml$/, formErrorsSchema],
  [/^content\/forms\/mastermind\.yaml$/, mastermindFormSchema],
  [/^content\/events\/texts\.yaml$/, eventTextsSchema],
  [/^content\/events\/images\.yaml$/, eventImagesSchema],
  [/^content\/mail\.yaml$/, mailSchema],
  [/^content\/home\.yaml$/, homeSchema],
  [/^content\/typography\.yaml$/, typographySchema],
  [/^content\/navigation\.yaml$/, navigationSchema],
  [/^content\/people\/faculty\.yaml$/, facultySchema],
  [/^content\/people\/presenters\.yaml$/, presentersSchema],
  [/^content\/people\/texts\.yaml$/, peopleTextsSchema],
  [/^content\/people\/team\.yaml$/, teamSchema],
  [/^content\/people\/spotlight\.yaml$/, spotlightSchema],
];

export function schemaFor(name: string): GenericSchema | undefined {
  return schemas.find(([pattern]) => pattern.test(name))?.[1];
}
