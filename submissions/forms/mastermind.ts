import texts from "#content/forms/mastermind.yaml";
import { mastermindFields } from "#content-model/forms/mastermind-fields.ts";
import { defineForm } from "./form.ts";

export const mastermindForm = defineForm({
  id: "application",
  path: "/learning/mastermind-application",
  alias: "/learning/application",
  table: "mastermind_applications",
  fields: mastermindFields,
  texts,
  constants: {},
  isCheckedByBrowser: true,
});
