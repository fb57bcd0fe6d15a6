import * as v from "valibot";
import { pageTexts } from "./page-texts.schema.ts";
import { timeZone } from "./site.schema.ts";
import { filledInOnce, link, pictureName, text, webAddress } from "./text.schema.ts";

const eventWords = [
  ...(["go", "past", "cancelled", "when", "where", "map", "host", "cost"] as const),
  ...(["add", "file", "google", "outlook", "series", "next", "namedThere"] as const),
] as const;

/** content/events/texts.yaml */
export const eventTextsSchema = v.strictObject({
  page: v.strictObject(pageTexts),
  upcoming: text,
  badge: text,
  view: text,
  allDay: text,
  untitled: text,
  online: text,
  onlineWithLink: text,
  newTab: text,
  loading: text,
  failed: v.strictObject({ title: text, text }),
  none: text,
  months: text,
  earlier: text,
  later: text,
  furtherPage: filledInOnce("number"),
  ownTime: filledInOnce("time"),
  stale: filledInOnce("time"),
  subscribe: v.strictObject({ text, action: text, file: text }),
  free: v.optional(v.strictObject({ titles: v.array(text), badge: text, text })),
  one: v.strictObject({
    ...(Object.fromEntries(eventWords.map((name) => [name, text])) as Record<
      (typeof eventWords)[number],
      typeof text
    >),
    picture: filledInOnce("title"),
    all: link,
  }),
  home: v.strictObject({ loading: text, none: text, all: link }),
});

const waysToMatch = "write each way to match in brackets of its own, for example [[retreat], [silent, week]]";

/** content/events/images.yaml. An empty `alt` marks a picture that adds nothing to the title. */
export const eventImagesSchema = v.array(
  v.strictObject({
    file: pictureName("events/images", "retreat.jpg"),
    alt: v.string("write text, or two quotation marks"),
    keywords: v.pipe(
      v.array(v.array(text, waysToMatch), waysToMatch),
      v.minLength(1, "write at least one list of words"),
    ),
  }),
);

const feedAddress = v.pipe(
  text,
  v.check((value) => {
    const url = URL.parse(value);
    if (!url) return /^content\/events\/[\w./-]+\.ics$/.test(value);
    return /^(https?|webcal|file):$/.test(url.protocol) && !url.username && !url.password;
  }, "write an address that starts with https:, http:, webcal: or file:, or content/events/NAME.ics; one with a password belongs to EVENTS_FEED_URL"),
);

const feedSchema = v.strictObject({
  /** For the log and for `npm run calendar -- check`. */
  name: text,
  /** The feed's, or what it begins with. */
  address: feedAddress,
  /** Which entries are ours: all, or those that name one of these; without it, one of `hosts` in content/site.yaml. */
  ours: v.optional(
    v.union([v.literal("all"), v.pipe(v.array(text), v.minLength(1))], "write all, or a list of names"),
  ),
  zone: v.optional(timeZone),
  profile: v.optional(text),
  excludedTitles: v.optional(v.array(text), []),
});

/** content/events/sources.yaml */
export const eventSourcesSchema = v.pipe(
  v.strictObject({
    feeds: v.pipe(
      v.array(feedSchema),
      // In mails and metrics two of one name would be one.
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return;
        const names = dataset.value.map(({ name }) => name);
        for (const [key, value] of dataset.value.entries()) {
          if (names.indexOf(value.name) === key) continue;
          addIssue({
            message: "write another name; a feed before has this one",
            input: value.name,
            path: [
              { type: "array", origin: "value", input: dataset.value, key, value },
              { type: "object", origin: "value", input: value, key: "name", value: value.name },
            ],
          });
        }
      }),
    ),
    excludedTitles: v.array(text),
    /** Beginnings of links that are an event's own page, by the platform's name. */
    profiles: v.record(text, v.array(webAddress)),
  }),
  v.forward(
    v.check(
      ({ feeds, profiles }) => feeds.every(({ profile }) => !profile || Object.hasOwn(profiles, profile)),
      "write for each profile of a feed the name of one in profiles",
    ),
    ["feeds"],
  ),
);

export type EventSources = v.InferOutput<typeof eventSourcesSchema>;
export type EventTexts = v.InferOutput<typeof eventTextsSchema>;
export type EventImages = v.InferOutput<typeof eventImagesSchema>;
