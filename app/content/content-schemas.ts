import type { GenericSchema } from "valibot";
import { navigationSchema } from "./navigation.schema.ts";
import { siteSchema } from "./site.schema.ts";

/** Which schema reads which file of `content/`; the first pattern that matches decides. */
const schemas: [pattern: RegExp, schema: GenericSchema][] = [
  [/^content\/site\.yaml$/, siteSchema],
  [/^content\/navigation\.yaml$/, navigationSchema],
];

export function schemaFor(name: string): GenericSchema | undefined {
  return schemas.find(([pattern]) => pattern.test(name))?.[1];
}
