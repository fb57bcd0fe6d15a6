import * as v from "valibot";
import { type ApplicationFieldName, investmentLevels, organizationSizes } from "#app/content/forms.schema.ts";
import { checkForm } from "#app/forms/check-form.ts";
import {
  agreement,
  area,
  email,
  phone,
  requiredArea,
  requiredLine,
  requiredOneOf,
} from "#app/forms/field.schema.ts";
import form from "#content/forms/mastermind.yaml";

const { fields } = form;

/** The rules of the application; docs/specification.md, 'Mastermind application', 'Required answers'. */
const applicationSchema = v.object({
  firstName: requiredLine(fields.firstName.label),
  lastName: requiredLine(fields.lastName.label),
  email: email(`${fields.email.label} is required`),
  phone: phone(),
  organization: requiredLine(fields.organization.label),
  role: requiredLine(fields.role.label),
  organizationSize: requiredOneOf(organizationSizes, fields.organizationSize.label),
  industry: requiredLine(fields.industry.label),
  leadershipExperience: requiredArea(fields.leadershipExperience.label),
  careBasedLeadership: requiredArea(fields.careBasedLeadership.label),
  previousExperience: area(fields.previousExperience.label),
  challengesDescription: requiredArea(fields.challengesDescription.label),
  transformationGoals: requiredArea(fields.transformationGoals.label),
  learningExpectations: requiredArea(fields.learningExpectations.label),
  timeCommitment: requiredArea(fields.timeCommitment.label),
  investmentLevel: requiredOneOf(investmentLevels, fields.investmentLevel.label),
  additionalInfo: area(fields.additionalInfo.label),
  agreeToTerms: agreement(form.messages.terms.text),
});

/** The fields that are marked as required and that the browser enforces; the agreement has its own notice. */
export const requiredFields: readonly ApplicationFieldName[] = [
  "firstName",
  "lastName",
  "email",
  "organization",
  "role",
  "organizationSize",
  "industry",
  "leadershipExperience",
  "careBasedLeadership",
  "challengesDescription",
  "transformationGoals",
  "learningExpectations",
  "timeCommitment",
  "investmentLevel",
];

export type Application = v.InferOutput<typeof applicationSchema>;

/** Reads a form post or the form in the browser. */
export function checkApplication(fields: FormData) {
  return checkForm(applicationSchema, fields);
}
