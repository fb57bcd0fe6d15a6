import * as v from "valibot";
import { pageTexts } from "./page-texts.schema.ts";
import { filledIn, link, text } from "./text.schema.ts";

const words = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>;
const message = v.strictObject({ title: text, text });

/** content/typography.yaml */
export const typographySchema = v.strictObject({
  page: v.strictObject(pageTexts),
  ...words("sizes", "space", "rings"),
  headings: v.strictObject(words("title", "about", "h1", "h2", "h3", "h4", "h5", "h6")),
  text: v.strictObject({
    ...words("title", "over", "lead", "running", "strong", "em", "note", "scene", "pullQuote", "quote"),
    link,
  }),
  lists: v.strictObject({
    title: text,
    unordered: v.array(text),
    ordered: v.array(text),
    definitions: v.array(v.strictObject(words("term", "meaning"))),
  }),
  table: v.strictObject({
    ...words("title", "left", "right"),
    rows: v.array(v.strictObject(words("label", "left", "right"))),
  }),
  parts: v.strictObject(words("blocks", "events", "people", "ways")),
  form: v.strictObject({
    ...words("title", "summary"),
    fields: v.strictObject({
      ...words("empty", "filled", "required", "hinted", "hint", "hover", "focus", "wrong", "disabled"),
      ...words("select", "area", "checkbox", "radio", "tick", "value", "error"),
      options: v.pipe(v.array(text), v.minLength(2, "write at least two options")),
    }),
    toasts: v.strictObject({ success: message, failure: message }),
  }),
  actions: v.strictObject(words("title", "primary", "hover", "focus", "disabled", "quiet", "call")),
  colors: v.strictObject({
    ...words("title", "caption"),
    pair: filledIn("text", "ground"),
    columns: v.pipe(v.array(text), v.length(4, "write the heads of four columns")),
  }),
});

export type TypographyTexts = v.InferOutput<typeof typographySchema>;
