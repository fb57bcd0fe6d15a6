import type { SubmissionTable } from "#database/schema.ts";
import { type FormType, formTypeOf } from "../submission.ts";
import type { Form } from "./form.ts";
import { interestForm } from "./interest.ts";
import { mastermindForm } from "./mastermind.ts";

/**
 * Names of one form, by where it is met:
 *
 * | page and words | id of elements | type (notifications) | table | the staff's word |
 * |---|---|---|---|---|
 * | /contact, interest | interest | contact_submission | contact_submissions | interest |
 * | /learning/mastermind-application, mastermind | application | mastermind_application | mastermind_applications | mastermind |
 */
export const forms: Record<FormType, Form> = {
  contact_submission: interestForm,
  mastermind_application: mastermindForm,
};

export function formOfTable(table: SubmissionTable): Form {
  return forms[formTypeOf[table]];
}
