import * as v from "valibot";
import { sectionColors } from "../section-colors.ts";
import { pageTexts } from "./page-texts.schema.ts";
import { link, oneOf, text } from "./text.schema.ts";

export const pageSubjects = ["course", "service", "faculty", "presenters", "team"] as const;

export const pageHeads = ["low", "year", "dashboard", "faculty"] as const;

/** Front matter of a page in `content/pages/`. */
export const pageSchema = v.strictObject({
  ...pageTexts,
  /** A line over the headline. */
  eyebrow: v.optional(text),
  /** Day of the first publication; without it, the page counts as published when it was updated. */
  published: v.optional(pageTexts.updated),
  /** Of a legal text: the day on which whoever answers for it has read it; `false` until then. */
  confirmed: v.optional(
    v.union(
      [v.literal(false), pageTexts.updated],
      "write the day on which you have read the page as YYYY-MM-DD, or false",
    ),
  ),
  color: v.optional(oneOf(sectionColors)),
  /** What the head shows in place of the section's rings; `low` is a low head, for pages that one looks things up in. */
  head: v.optional(oneOf(pageHeads)),
  /** The page's action in its head; it stands in the text as well. */
  action: v.optional(link),
  /** Whether the list of headings is shown beside the text; by default from three headings on. */
  contents: v.optional(v.boolean("write true or false")),
  /** What the page is about, for search engines. */
  about: v.optional(oneOf(pageSubjects)),
});

/** The front matter as pages get it: with the reading time that the build has counted. */
export type PageFrontMatter = v.InferOutput<typeof pageSchema> & { minutes: number };
