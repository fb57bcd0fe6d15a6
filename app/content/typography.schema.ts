import * as v from "valibot";
import { link, text } from "./text.schema.ts";

/** content/typography.yaml */
export const typographySchema = v.strictObject({
  title: text,
  lead: text,
  speaks: text,
  explains: text,
  running: text,
  link,
  actions: text,
  primary: text,
  quiet: text,
  surfaces: text,
});

export type TypographyTexts = v.InferOutput<typeof typographySchema>;
