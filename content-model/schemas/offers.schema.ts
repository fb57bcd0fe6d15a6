import * as v from "valibot";

const many = v.pipe(
  v.number("write a number in figures"),
  v.integer("write a whole number"),
  v.minValue(1, "write at least 1"),
);

/** content/offers.yaml: sizes and times of what is offered; docs/specification.md, 'Business constants'. */
export const offersSchema = v.strictObject({
  learningJourney: v.strictObject({
    months: many,
    sessionsAMonth: many,
    sessionMinutes: many,
    pods: many,
    podSize: many,
  }),
});
