import * as v from "valibot";
import { declaredFields } from "../forms/declared-fields.ts";
import type { Field, Fields } from "../forms/field.ts";
import { exportColumns, hiddenFields } from "../forms/reserved-names.ts";
import { optionList, text } from "./text.schema.ts";

/** The kinds of questions that content/forms/ may add, and what each asks. */
export const ownKinds = {
  text: () => ({ kind: "line" }),
  area: () => ({ kind: "area", rows: 4 }),
  select: (options) => ({ kind: "select", values: options }),
  checkboxes: () => ({ kind: "checkboxes" }),
} as const satisfies Record<string, (options: readonly string[]) => Kind>;

type Kind = Field extends infer One ? (One extends Field ? Omit<One, "stored"> : never) : never;
type OwnKind = keyof typeof ownKinds;

/** As many as a form and its e-mail can hold well. */
export const mostOwn = 10;

const columns = Object.values(declaredFields)
  .flatMap((fields) => Object.values(fields))
  .flatMap(({ stored }) => (typeof stored === "object" ? stored.column : []));

/** Names in every post, row or file beside those of the questions. */
const taken: readonly string[] = [
  ...[...hiddenFields, "agreeToTerms", ...exportColumns, "id", "message", ...columns],
  ...["constructor", "prototype", "valueOf", "toString", "hasOwnProperty"],
];

/**
 * A question that the staff have added; docs/decisions/0038-own-questions.md.
 *
 * @param words what every question says
 * @param declared names of the form's declared questions
 */
export function ownQuestionSchema<const Words extends v.ObjectEntries>(
  words: Words,
  declared: readonly string[],
) {
  const name = v.pipe(
    text,
    v.regex(
      /^[a-z][A-Za-z0-9]{1,39}$/,
      "write a short name of letters and digits that begins with a small letter, for example heardFrom",
    ),
    v.check(
      (given) => ![...taken, ...declared].includes(given),
      ({ input }) =>
        `'${input}' is a name of the form's own; write another one${declared.includes(input) ? ", or take out kind:" : ""}`,
    ),
  );
  const plain = { name, ...words };
  return v.variant(
    "kind",
    [
      v.strictObject({ ...plain, kind: v.picklist(["text", "area"]) }),
      v.strictObject({ ...plain, kind: v.picklist(["select", "checkboxes"]), options: optionList }),
    ],
    `write one of ${Object.keys(ownKinds).join(", ")}`,
  );
}

/** Whether a question says what kind it is: the declared ones do not. */
export function isOwn(given: unknown): given is { name: string; kind: OwnKind; options?: string[] } {
  return given !== null && typeof given === "object" && Object.hasOwn(given, "kind");
}

/** What the staff's own among these questions ask. Their answers are kept with the notification. */
export function ownFields(questions: readonly { name: string }[]): Fields {
  return Object.fromEntries(
    questions.flatMap((given) =>
      isOwn(given)
        ? [[given.name, { ...ownKinds[given.kind](given.options ?? []), stored: "notification" }]]
        : [],
    ),
  );
}
