import * as v from "valibot";
import { declaredFields } from "../forms/declared-fields.ts";
import type { Field, Fields } from "../forms/field.ts";
import { stillLifes } from "../still-lifes.ts";
import { isOwn, mostOwn, ownFields, ownKinds, ownQuestionSchema } from "./own-questions.schema.ts";
import { pageTexts } from "./page-texts.schema.ts";
import { filledIn, link, oneOf, optionList, text } from "./text.schema.ts";

const labels = <Key extends string>(keys: readonly Key[]) =>
  v.strictObject(Object.fromEntries(keys.map((key) => [key, text])) as Record<Key, typeof text>);

/** What every question says: `missing` and `wrong` take the place of the sentences of `errors.yaml`. */
interface Question {
  label: string;
  hint?: string | undefined;
  missing?: string | undefined;
  wrong?: string | undefined;
}

/** The words of a question of this kind: the options of a choice by their values, or as they are stored. */
type QuestionOf<One extends Field> = Question &
  (One extends { values: readonly (infer Value extends string)[] }
    ? { options: Record<Value, string> }
    : One extends { kind: "checkboxes" }
      ? { options: string[] }
      : One extends { kind: "tick" | "agreement" }
        ? { text: string }
        : object);

export interface FormSection<Name extends string = string> {
  title: string;
  names: Name[];
}

/** Kinds whose answers may be wrong in themselves, and not only missing, too long or off the list. */
const checkedKinds: readonly Field["kind"][] = ["name", "email", "phone", "web"];

const neverSaid = (why: string) =>
  v.optional(v.never(`take the line out: ${why}, so this would never be said`));

/** What may be said of a question, or of one of the staff's own. */
function wordsOf(field?: Field) {
  const isNeeded = field && (field.required || field.requiredWith);
  const isChecked = field && checkedKinds.includes(field.kind);
  return {
    label: text,
    hint: v.optional(text),
    missing: isNeeded ? v.optional(text) : neverSaid("this question may be left out"),
    wrong: isChecked ? v.optional(text) : neverSaid("no answer to this question is wrong in itself"),
  };
}

/** The words of the question with this name. */
function questionSchema(name: string, field: Field) {
  const named = { name: v.literal(name), ...wordsOf(field) };
  if ("values" in field) {
    const fixed = `the choices here are fixed (${field.values.join(", ")}): change their words, or ask a question of your own (docs/content-guide.md)`;
    return v.strictObject({ ...named, options: v.strictObject(labels(field.values).entries, fixed) });
  }
  if (field.kind === "tick") return v.strictObject({ ...named, text });
  if (field.kind !== "checkboxes") return v.strictObject(named);
  return v.strictObject({ ...named, options: optionList });
}

/**
 * Reads the sections of a form, each with its questions in the order of the page: those that are declared, each once, and
 * questions of the staff's own, which say what `kind` they are.
 *
 * @returns the sections with the names of their questions, the words of all questions by name, and what the staff's own are
 */
function questionsOf<const Declared extends Fields>(declared: Declared) {
  type Name = keyof Declared & string;
  // The agreement has its place at the end of every form.
  const asked = Object.entries(declared).filter(([, { kind }]) => kind !== "agreement");
  const names = asked.map(([name]) => name as Name);
  const one = v.variant(
    "name",
    asked.map(([name, field]) => questionSchema(name, field)),
    `write one of the names ${names.join(", ")}; a question of your own needs its kind: ${Object.keys(ownKinds).join(", ")}`,
  );
  const own = ownQuestionSchema(wordsOf(), names);
  return v.pipe(
    v.array(
      v.strictObject({
        title: text,
        questions: v.array(v.lazy((given): typeof one | typeof own => (isOwn(given) ? own : one))),
      }),
    ),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const found = dataset.value.flatMap(({ questions }) => questions.map(({ name }) => name));
      for (const name of new Set([...names, ...found])) {
        const count = found.filter((other) => other === name).length;
        if (count === 0)
          addIssue({ message: `add the question '${name}' to a section: the form cannot do without it` });
        if (count > 1) addIssue({ message: `write the question '${name}' once` });
      }
      if (found.length - names.length > mostOwn)
        addIssue({ message: `write at most ${mostOwn} questions of your own` });
    }),
    v.transform((sections) => {
      const questions = sections.flatMap((section) => section.questions);
      return {
        sections: sections.map(({ title, questions }) => ({
          title,
          names: questions.map(({ name }) => name),
        })),
        fields: Object.fromEntries(questions.map(({ name, ...words }) => [name, words])) as {
          [One in Exclude<Name, "agreeToTerms">]: QuestionOf<Declared[One]>;
        },
        own: ownFields(questions),
      };
    }),
  );
}

const message = v.strictObject({ title: text, text });
/** What every form says around its questions. */
const formTexts = {
  page: v.strictObject(pageTexts),
  /** Drawn in the head, in place of rings. */
  picture: v.optional(oneOf(stillLifes)),
  heading: text,
  /** Paragraphs above the form. */
  intro: v.array(text),
  words: v.strictObject({
    ...labels(["required", "choose", "termsLead", "and", "sendCopy", "trap"]).entries,
    ...labels(["submit", "submitting", "sending", "problem", "errorTitle", "closeToast", "again"]).entries,
    /** Of the list of its sections: its name, and how what they have is called, as in sentences that count. */
    parts: text,
    questions: text,
    terms: link,
    privacy: link,
  }),
  agreement: v.strictObject({ label: text, hint: v.optional(text), missing: v.optional(text), text }),
  messages: v.strictObject({
    success: message,
    failure: message,
    limited: v.strictObject({ title: text, text: filledIn("minutes") }),
    reference: filledIn("reference"),
  }),
  /** Beside the form: two headings, what leads from the head to the form, and what happens next in three steps. */
  rail: v.strictObject({
    next: text,
    reach: text,
    start: v.optional(text),
    steps: v.optional(v.strictTuple([text, text, text], "write three steps")),
  }),
  /** The page that follows a form, and the rings that it draws from the reference. */
  received: v.strictObject({
    title: text,
    next: text,
    reach: text,
    rings: text,
    keepRings: text,
    seeRings: text,
    home: link,
  }),
};

type Around = Omit<v.InferOutput<v.StrictObjectSchema<typeof formTexts, undefined>>, "agreement">;

/** The words of whichever form. */
export type FormTexts = Around & {
  sections: FormSection[];
  /** Questions that are declared in content/forms/ alone. */
  own: Fields;
  fields: Record<string, Question & { options?: Record<string, string> | string[]; text?: string }>;
  /** A notice of its own when the agreement is missing. */
  messages: { terms?: { title: string; text: string } };
};

/** Puts the agreement, which has its place at the end of every form, among the fields. */
function withFields<
  Texts extends { sections: { sections: unknown; fields: object; own: Fields }; agreement: unknown },
>({ sections: { sections, fields, own }, agreement, ...texts }: Texts) {
  return { ...texts, sections, own, fields: { ...fields, agreeToTerms: agreement } } as Omit<
    Texts,
    "sections" | "agreement"
  > &
    Texts["sections"] & { fields: { agreeToTerms: Texts["agreement"] } };
}

/** content/forms/interest.yaml; `reason` is stored as reason_for_contact. */
export const interestFormSchema = v.pipe(
  v.strictObject({
    ...formTexts,
    reason: text,
    sections: questionsOf(declaredFields["forms/interest.yaml"]),
  }),
  v.transform(withFields),
);

/** content/forms/mastermind.yaml; it has a notice of its own when the agreement is missing. */
export const mastermindFormSchema = v.pipe(
  v.strictObject({
    ...formTexts,
    messages: v.strictObject({ ...formTexts.messages.entries, terms: message }),
    sections: questionsOf(declaredFields["forms/mastermind.yaml"]),
  }),
  v.transform(withFields),
);
/** content/forms/errors.yaml: what is wrong with an answer; `{label}` is its question's, `{length}` a number of characters. */
export const formErrorsSchema = v.strictObject({
  required: filledIn("label"),
  tooLong: filledIn("label", "length"),
  unstorable: filledIn("label"),
  single: filledIn("label"),
  choose: filledIn("label"),
  ...labels(["email", "phone", "web"]).entries,
});

export type InterestForm = v.InferOutput<typeof interestFormSchema>;
export type MastermindForm = v.InferOutput<typeof mastermindFormSchema>;
export type FormErrorTexts = v.InferOutput<typeof formErrorsSchema>;
