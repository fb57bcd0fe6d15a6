import * as v from "valibot";
import { sectionColors } from "#app/seo/page-info.ts";
import { text } from "./text.schema.ts";

/** Front matter of a page in `content/pages/`. */
export const pageSchema = v.strictObject({
  title: text,
  heading: text,
  lead: text,
  description: v.pipe(
    text,
    v.minLength(70, "write a longer description: 70 to 160 characters"),
    v.maxLength(160, "write a shorter description: 70 to 160 characters"),
  ),
  keywords: v.pipe(v.array(text), v.minLength(1, "write at least one keyword")),
  updated: v.pipe(text, v.isoDate("write a day as YYYY-MM-DD")),
  color: v.optional(v.picklist(sectionColors, `write one of ${sectionColors.join(", ")}`)),
  /** Whether the list of headings is shown beside the text; by default from three headings on. */
  contents: v.optional(v.boolean("write true or false")),
});

export type PageFrontMatter = v.InferOutput<typeof pageSchema>;
