import * as v from "valibot";
import { pageTexts } from "./page-texts.schema.ts";
import { link, text } from "./text.schema.ts";

const withTime = v.pipe(text, v.includes("{time}", "write {time} where the time belongs"));
const eventWords = [
  ...(["go", "past", "cancelled", "when", "where", "map", "host"] as const),
  ...(["add", "file", "google", "outlook", "series"] as const),
] as const;

/** content/events/texts.yaml */
export const eventTextsSchema = v.strictObject({
  page: v.strictObject(pageTexts),
  upcoming: text,
  badge: text,
  view: text,
  allDay: text,
  online: text,
  newTab: text,
  loading: text,
  failed: v.strictObject({ title: text, text }),
  none: text,
  ownTime: withTime,
  stale: withTime,
  subscribe: v.strictObject({ text, action: text, file: text }),
  one: v.strictObject({
    ...(Object.fromEntries(eventWords.map((name) => [name, text])) as Record<
      (typeof eventWords)[number],
      typeof text
    >),
    picture: v.pipe(text, v.includes("{title}", "write {title} where the title belongs")),
    all: link,
  }),
  home: v.strictObject({ loading: text, none: text, all: link }),
});

/** content/events/images.yaml. An empty `alt` marks a picture that adds nothing to the title. */
export const eventImagesSchema = v.array(
  v.strictObject({
    file: v.pipe(
      text,
      v.regex(
        /^[a-z0-9-]+\.(svg|jpg|jpeg|png|webp|avif)$/,
        "write the name of a file in content/events/images/",
      ),
    ),
    alt: v.string("write text, or two quotation marks"),
    keywords: v.pipe(v.array(v.array(text)), v.minLength(1, "write at least one list of words")),
  }),
);

export type EventTexts = v.InferOutput<typeof eventTextsSchema>;
export type EventImages = v.InferOutput<typeof eventImagesSchema>;
