import * as v from "valibot";
import { day, sitePath, text } from "./text.schema.ts";

const many = v.pipe(
  v.number("write a number in figures"),
  v.integer("write a whole number"),
  v.minValue(1, "write at least 1"),
);
/** A day, or words of a time; what begins with a figure is meant for a day. */
const time = v.pipe(
  text,
  v.check(
    (value) => isDay(value) || !/^\d/.test(value),
    "write a day that the calendar has, as YYYY-MM-DD, words such as Whenever you like, or leave the line out",
  ),
);

/** Whether an offer's time is a day. */
export function isDay(value: string): boolean {
  return v.is(day, value);
}

/** What is offered, by the names that texts use. */
export const offerNames = ["general", "mastermind", "journey", "pathways"] as const;
export type OfferName = (typeof offerNames)[number];

/** What may not be known yet: a sentence stands in for it. */
const unknowable = { start: time, deadline: time, fee: text, hours: text, groupSize: text };
export type UnknowableFact = keyof typeof unknowable;

const offer = v.pipe(
  v.strictObject({
    name: text,
    what: text,
    forWhom: text,
    ...v.partial(v.strictObject(unknowable)).entries,
    included: v.pipe(v.array(text), v.minLength(1, "write at least one thing")),
    howToGetIn: text,
    whoDecides: text,
    /** Where one asks for it. */
    to: sitePath,
  }),
  v.forward(
    v.check(
      ({ start = "", deadline = "" }) => !isDay(start) || !isDay(deadline) || deadline <= start,
      "write a day that is not after the start",
    ),
    ["deadline"],
  ),
);

/** content/offers.yaml: sizes, times and facts of what is offered; docs/specification.md, 'Offers'. */
export const offersSchema = v.strictObject({
  learningJourney: v.strictObject({
    months: many,
    sessionsAMonth: many,
    sessionMinutes: many,
    pods: many,
    podSize: many,
  }),
  general: offer,
  mastermind: offer,
  journey: offer,
  pathways: offer,
  words: v.strictObject({
    ...{ what: text, forWhom: text, start: text, deadline: text, fee: text, hours: text },
    ...{ groupSize: text, included: text, howToGetIn: text, whoDecides: text },
  }),
  /** What is said in the place of a fact that is left out. */
  unknown: v.strictObject({ start: text, deadline: text, fee: text, hours: text, groupSize: text }),
  /** The same as whole sentences, for running text. */
  unknownSentences: v.optional(
    v.partial(v.strictObject({ start: text, deadline: text, fee: text, hours: text, groupSize: text })),
  ),
});

export type Offers = v.InferOutput<typeof offersSchema>;
