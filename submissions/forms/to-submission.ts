import type { Answers, Submission } from "../submission.ts";
import type { Form } from "./form.ts";

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
  const columns = new Map<string, string | boolean | null>(Object.entries(constants));
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
  const { agreeToTerms: _, ...told } = answers;
  return {
    submissionId,
    applicantName: `${answers.firstName} ${answers.lastName}`,
    applicantEmail: String(answers.email),
    answers: told,
    wantsReceipt,
    table,
    row: Object.fromEntries(columns),
  } as Submission;
}
