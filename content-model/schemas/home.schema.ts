import * as v from "valibot";
import { language } from "#system/language.ts";
import { sectionColors } from "../section-colors.ts";
import { stillLifes } from "../still-lifes.ts";
import { pageFacts } from "./page-texts.schema.ts";
import { link, oneOf, sitePath, text } from "./text.schema.ts";

const tenWords = v.pipe(text, v.maxWords(language, 10, "write at most ten words"));
const card = v.strictObject({
  title: text,
  text,
  action: text,
  to: sitePath,
  color: oneOf(sectionColors),
});

/** content/home.yaml */
export const homeSchema = v.strictObject({
  page: v.strictObject(pageFacts),
  hero: v.strictObject({ eyebrow: text, heading: tenWords, lead: text, primary: link, secondary: link }),
  philosophy: v.strictObject({
    heading: text,
    picture: v.optional(oneOf(stillLifes)),
    paragraphs: v.array(text),
  }),
  pillars: v.strictObject({
    heading: text,
    cards: v.pipe(
      v.array(card),
      v.minLength(2, "write at least two cards"),
      v.maxLength(4, "write at most four cards"),
    ),
  }),
  /** May be left out while content/people/spotlight.yaml has no name. */
  spotlight: v.optional(v.strictObject({ label: text, faculty: link, journey: link })),
  platform: v.optional(
    v.strictObject({
      eyebrow: text,
      heading: text,
      text,
      action: link,
      instruments: v.pipe(v.array(v.strictObject({ name: text, text })), v.length(3, "write exactly three")),
    }),
  ),
  nextEvent: v.strictObject({ heading: text }),
  /** Leads to `altruismPlatform` of content/site.yaml. */
  altruism: v.optional(v.strictObject({ heading: text, text, action: text })),
  closing: v.strictObject({ heading: text, text, primary: link, secondary: link }),
});

export type Home = v.InferOutput<typeof homeSchema>;
