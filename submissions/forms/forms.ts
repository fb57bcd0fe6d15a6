import interestTexts from "#content/forms/interest.yaml";
import mastermindTexts from "#content/forms/mastermind.yaml";
import { interestFields } from "#content-model/forms/interest-fields.ts";
import { mastermindFields } from "#content-model/forms/mastermind-fields.ts";
import type { SubmissionTable } from "#database/schema.ts";
import { type FormType, formTypeOf } from "../submission.ts";
import { defineForm, type Form } from "./form.ts";

export const interestForm = defineForm({
  id: "interest",
  path: "/contact",
  table: "contact_submissions",
  fields: interestFields,
  texts: interestTexts,
  constants: { reason_for_contact: interestTexts.reason },
});

export const mastermindForm = defineForm({
  id: "application",
  path: "/learning/mastermind-application",
  alias: "/learning/application",
  table: "mastermind_applications",
  fields: mastermindFields,
  texts: mastermindTexts,
  constants: {},
  isCheckedByBrowser: true,
});

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

/** @param address without a slash at its end @throws when no form is there */
export function formAt(address: string): Form {
  const form = Object.values(forms).find(({ path, alias }) => address === path || address === alias);
  if (!form) throw new Error(`there is no form at ${address}`);
  return form;
}
