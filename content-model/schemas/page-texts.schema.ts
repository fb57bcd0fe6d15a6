import * as v from "valibot";
import { day, text } from "./text.schema.ts";

/** What every page says of itself to search engines. */
export const pageFacts = {
  description: v.pipe(
    text,
    v.minLength(
      70,
      ({ received }) => `write a longer description: 70 to 160 characters; these are ${received}`,
    ),
    v.maxLength(
      160,
      ({ received }) => `write a shorter description: 70 to 160 characters; these are ${received}`,
    ),
  ),
  keywords: v.pipe(v.array(text), v.minLength(1, "write at least one keyword")),
  updated: day,
};

/** What every page but home says in its head as well. */
export const pageTexts = { title: text, heading: text, lead: text, ...pageFacts };
