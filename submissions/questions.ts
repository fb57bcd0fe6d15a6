import { forms } from "./forms/forms.ts";
import type { Answers, FormType } from "./submission.ts";

export interface AnsweredQuestion {
  name: string;
  /** The field's label; its name if the form no longer has the field. */
  question: string;
  /** One entry for each choice or for the text; none when it was left empty. Choices in the form's own words. */
  answer: string[] | boolean;
}

/** What a form asked and what was answered, in the form's order. */
export function answeredQuestions(formType: FormType, answers: Answers): AnsweredQuestion[] {
  const { fields } = forms[formType].texts;
  return Object.entries(answers).map(([name, answer]) => ({
    name,
    question: fields[name]?.label ?? name,
    answer:
      typeof answer === "boolean"
        ? answer
        : [answer]
            .flat()
            .filter((one) => one !== "")
            .map((one) => labelOf(fields[name]?.options, one)),
  }));
}

function labelOf(labels: unknown, value: string): string {
  const label =
    labels !== null && typeof labels === "object" && Object.hasOwn(labels, value)
      ? (labels as Record<string, unknown>)[value]
      : undefined;
  return typeof label === "string" ? label : value;
}
