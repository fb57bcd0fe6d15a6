import * as v from "valibot";
import { expect, it } from "vitest";
import type { Field } from "#content-model/forms/field.ts";
import { answerSchema } from "./form-schema.ts";

const words = { label: "Question", missing: "Please answer", options: ["one", "other"] };
const fields = {
  line: { kind: "line" },
  name: { kind: "name", required: true },
  email: { kind: "email", required: true },
  phone: { kind: "phone" },
  web: { kind: "web" },
  area: { kind: "area", rows: 3 },
  select: { kind: "select", values: ["one", "other"] },
  radio: { kind: "radio", values: ["one", "other"] },
  checkboxes: { kind: "checkboxes" },
  tick: { kind: "tick" },
  agreement: { kind: "agreement" },
} satisfies Record<Field["kind"], object>;

/** What is said of no answer at all. */
const said = (field: Field) => v.safeParse(answerSchema(field, words), undefined).issues?.[0].message;

it.each(Object.entries(fields).filter(([kind]) => kind !== "tick"))(
  "an answer to a question of the kind %s has to be there where it is required",
  (kind, field) => {
    const message = kind === "name" ? "Question is required" : words.missing;
    expect(said({ ...field, required: true, stored: "message" } as Field)).toBe(message);
  },
);

it.each(Object.entries(fields).filter(([kind]) => !["name", "email", "agreement"].includes(kind)))(
  "an answer to a question of the kind %s may be left out where it is not",
  (_kind, field) => {
    expect(said({ ...field, stored: "message" } as Field)).toBeUndefined();
  },
);

it("a name and an e-mail address are always required, a box to tick never is", () => {
  const given: unknown[] = [
    // @ts-expect-error it has to say so
    { kind: "name", stored: "message" } satisfies Field,
    // @ts-expect-error it has to say so
    { kind: "email", stored: "message" } satisfies Field,
    // @ts-expect-error nobody would look whether it is ticked
    { kind: "tick", required: true, stored: "message" } satisfies Field,
  ];
  expect(given.map((field) => said(field as Field) !== undefined)).toEqual([true, true, false]);
});
