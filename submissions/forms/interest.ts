import texts from "#content/forms/interest.yaml";
import { interestFields } from "#content-model/forms/interest-fields.ts";
import { defineForm } from "./form.ts";

export const interestForm = defineForm({
  id: "interest",
  path: "/contact",
  table: "contact_submissions",
  fields: interestFields,
  texts,
  constants: { reason_for_contact: texts.reason },
});
