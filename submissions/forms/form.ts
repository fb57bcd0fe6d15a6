import * as v from "valibot";
import { type Field, type Fields, longest, type Stored } from "#content-model/forms/field.ts";
import type { FormTexts } from "#content-model/schemas/forms.schema.ts";
import type { Database, SubmissionTable } from "#database/schema.ts";
import { type Answers, type FormType, formTypeOf, type Submission } from "../submission.ts";
import { answerSchema, missingMessage } from "./form-schema.ts";

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

/** A form: what it asks, in which words, and where it is stored. */
export interface Form {
  type: FormType;
  /** Begins the ids of its elements. */
  id: string;
  /** The address of its page; `received` below it follows a post without JavaScript. */
  path: string;
  /** A second address of the page. */
  alias?: string;
  table: SubmissionTable;
  /** By name, in the order in which they are stored. */
  fields: Fields;
  texts: FormTexts;
  /** The names of all fields, in the order of the page. */
  names: readonly string[];
  /** How many values a post of it has at most, with every box ticked. */
  mostValues: number;
  /** Characters (UTF-16 code units) of one answer that is still read: so many that one which is too long can be shown again and shortened. */
  longestValue: number;
  /** Columns that hold the same for every submission when it is stored. */
  constants: Record<string, Constant>;
  /** Whether the browser asks for what is required until a script takes over. */
  isCheckedByBrowser: boolean;
  /** Reads a form post, or the form in the browser. */
  check(fields: FormFields): CheckedForm;
}

type Constant = string | boolean | null;

type Row<Table extends SubmissionTable> = Omit<Database[Table], "id" | "created_at">;
/** A field whose column the table has. */
type FieldOf<Table extends SubmissionTable> = Field & {
  stored: Exclude<Stored, object> | { column: keyof Row<Table> };
};
type ColumnOf<One> = One extends { stored: { column: infer Column } }
  ? Column
  : One extends { stored: "message" }
    ? "message"
    : never;

/** What every form asks: mails, lists and the correction of a form go by who has sent it. */
type AskedFields<Table extends SubmissionTable> = Record<string, FieldOf<Table>> &
  Record<"firstName" | "lastName" | "email", FieldOf<Table>>;

interface Declaration<Table extends SubmissionTable, Declared extends AskedFields<Table>> {
  id: string;
  path: string;
  alias?: string;
  table: Table;
  fields: Declared;
  texts: FormTexts;
  /** What no field is stored in. */
  constants: Record<Exclude<keyof Row<Table>, ColumnOf<Declared[keyof Declared]>>, Constant>;
  isCheckedByBrowser?: boolean;
}

/** Pairs the fields with their words. A field or a column that is left out does not compile. */
export function defineForm<Table extends SubmissionTable, Declared extends AskedFields<Table>>({
  fields,
  texts,
  isCheckedByBrowser = false,
  ...form
}: Declaration<Table, Declared>): Form {
  const names = [...texts.sections.flatMap((section) => section.names), "agreeToTerms"];
  const all: Fields = { ...fields, ...texts.own };
  const schema = schemaOf(all, texts, names);
  return {
    ...form,
    type: formTypeOf[form.table],
    fields: all,
    texts,
    names,
    mostValues: names.reduce((sum, name) => sum + Object.keys(texts.fields[name]?.options ?? [0]).length, 0),
    longestValue: 3 * Math.max(longest.area, ...Object.values(all).map(longestOf)),
    isCheckedByBrowser,
    check: (posted) => checkForm(schema, names, posted),
  };
}

/** Of its own, if it has one; in characters. */
function longestOf(field: Field): number {
  return ("longest" in field && field.longest) || 0;
}

function schemaOf(fields: Fields, texts: FormTexts, names: string[]) {
  const entries = names.map((name) => {
    const field = fields[name];
    const words = texts.fields[name];
    if (!field || !words) throw new Error(`the form has no question '${name}'`);
    const missing = field.kind === "agreement" ? texts.messages.terms?.text : undefined;
    return [name, answerSchema(field, { missing, ...words })] as const;
  });
  const needs = Object.entries(fields).flatMap(([name, { requiredWith: need }]) => {
    const words = texts.fields[name];
    return need && words ? [{ name, need, message: missingMessage(words) }] : [];
  });
  return v.pipe(
    v.object(Object.fromEntries(entries)),
    // Also when other answers are wrong.
    v.rawCheck<Answers>(({ dataset, addIssue }) => {
      const answers = dataset.value as Partial<Answers>;
      for (const { name, need, message } of needs) {
        const given = answers[need.field];
        if (typeof given !== "string" || !need.values.includes(given)) continue;
        const value = answers[name];
        if (typeof value === "string" && value.trim() === "")
          addIssue({
            message,
            path: [{ type: "object", origin: "value", input: answers, key: name, value }],
          });
      }
    }),
  );
}

/**
 * Checks a form, in the browser and on the server alike. Only the form's own fields are read, each as a flat list of
 * texts: whatever else a post names, however deep, never reaches the schema.
 */
function checkForm(
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

/**
 * Makes the submission of a form's answers, with the row as its fields say where they are stored.
 *
 * @param answers as the form's check gives them
 */
export function toSubmission(
  { table, fields, constants }: Form,
  answers: Answers,
  submissionId: string | undefined,
  wantsReceipt: boolean,
): Submission {
  const columns = new Map<string, Constant>(Object.entries(constants));
  const message: Answers = {};
  for (const [name, { stored }] of Object.entries(fields)) {
    const answer = answers[name] ?? "";
    if (stored === "message") message[name] = answer;
    if (typeof stored === "string") continue;
    const before = columns.get(stored.column);
    if (typeof answer === "boolean") columns.set(stored.column, answer);
    else columns.set(stored.column, [before, String(answer)].filter(Boolean).join(" ") || null);
  }
  if (Object.keys(message).length > 0) columns.set("message", JSON.stringify(message));
  const { agreeToTerms: _, ...others } = answers;
  const told: Omit<Submission, "table" | "row"> = {
    submissionId,
    applicantName: `${answers.firstName} ${answers.lastName}`,
    applicantEmail: String(answers.email),
    answers: others,
    wantsReceipt,
  };
  // That these are the columns of this table is known where the form is defined.
  return { ...told, table, row: Object.fromEntries(columns) } as Submission;
}
