import type { SubmissionTable } from "#database/schema.ts";
import { type FormType, formTypeOf } from "../submission.ts";
import type { Form } from "./form.ts";
import { interestForm } from "./interest.ts";
import { mastermindForm } from "./mastermind.ts";

export const forms: Record<FormType, Form> = {
  contact_submission: interestForm,
  mastermind_application: mastermindForm,
};

export function formOfTable(table: SubmissionTable): Form {
  return forms[formTypeOf[table]];
}
