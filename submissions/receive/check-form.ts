import * as v from "valibot";
import type { Answers } from "../submission.ts";

/** What was written into a form, by the name of the field. */
export type GivenValues = Record<string, string[]>;

/** A form in the browser, or as it was sent. */
export type FormFields = FormData | URLSearchParams;

/** One message for each wrong field, by the field's name, in the form's order. */
export type FormErrors = Record<string, string>;

/** What a form came to: its answers, or what is wrong with it. */
export type CheckedForm = { given: GivenValues } & (
  | { kind: "valid"; answers: Answers }
  | { kind: "invalid"; errors: FormErrors }
);

/**
 * Checks a form, in the browser and on the server alike. Only the form's own fields are read, each as a flat list of
 * texts: whatever else a post names, however deep, never reaches the schema.
 */
export function checkForm(
  schema: v.GenericSchema<unknown, Answers>,
  names: readonly string[],
  fields: FormFields,
): CheckedForm {
  const given = givenValues(names, fields);
  const input = Object.entries(given).map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  const result = v.safeParse(schema, Object.fromEntries(input));
  if (result.success) return { kind: "valid", answers: result.output, given };

  const messages = new Map<unknown, string>();
  for (const { path, message } of result.issues) {
    const name = path?.[0]?.key;
    if (!messages.has(name)) messages.set(name, message);
  }
  const errors = names.flatMap((name) => (messages.has(name) ? [[name, messages.get(name)]] : []));
  return { kind: "invalid", errors: Object.fromEntries(errors), given };
}

/** The texts that a form holds under these names; fields without any are left out. */
export function givenValues(names: readonly string[], fields: FormFields): GivenValues {
  const values = names.map((name) => [
    name,
    fields.getAll(name).filter((value) => typeof value === "string"),
  ]);
  return Object.fromEntries(values.filter(([, texts]) => texts && texts.length > 0));
}
