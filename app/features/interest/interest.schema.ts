import * as v from "valibot";
import { contactWays, experienceLevels, type InterestFieldName } from "#app/content/forms.schema.ts";
import { checkForm } from "#app/forms/check-form.ts";
import {
  agreement,
  anyOf,
  area,
  email,
  line,
  name,
  oneOf,
  phone,
  tick,
  webAddress,
} from "#app/forms/field.schema.ts";
import form from "#content/forms/interest.yaml";

const { fields, options } = form;

const answers = v.object({
  firstName: name("First name must be at least 2 characters", fields.firstName.label),
  lastName: name("Last name must be at least 2 characters", fields.lastName.label),
  email: email(),
  phone: phone(),
  linkedinUrl: webAddress("Please enter a valid LinkedIn URL"),
  personalWebsite: webAddress("Please enter a valid website URL"),
  organization: line(fields.organization.label),
  role: line(fields.role.label),
  experienceLevel: oneOf(experienceLevels, fields.experienceLevel.label),
  motivation: area(fields.motivation.label),
  newsletterSignup: tick(),
  communicationChannels: anyOf(options.communicationChannels, fields.communicationChannels.label),
  connectedCommunities: anyOf(options.connectedCommunities, fields.connectedCommunities.label),
  otherCommunities: area(fields.otherCommunities.label),
  areasOfInterest: anyOf(options.areasOfInterest, fields.areasOfInterest.label),
  preferredContact: oneOf(contactWays, fields.preferredContact.label),
  bestTimes: line(fields.bestTimes.label),
  calendarLink: webAddress("Please enter a valid calendar URL"),
  finalThoughts: area(fields.finalThoughts.label),
  agreeToTerms: agreement("You must agree to the terms and conditions"),
});

/**
 * The rules of the interest form; docs/specification.md, 'Interest form'. The browser and the server check by it.
 * The stored row is made of what it returns.
 */
const interestSchema = v.pipe(
  answers,
  v.forward(
    v.partialCheck(
      [["phone"], ["preferredContact"]],
      ({ phone, preferredContact }) => phone.trim() !== "" || !["text", "phone"].includes(preferredContact),
      "Please enter the phone number at which we may call or text you",
    ),
    ["phone"],
  ),
);

/** The fields that are marked as required; the schema has all rules. */
export const requiredFields: readonly InterestFieldName[] = [
  "firstName",
  "lastName",
  "email",
  "agreeToTerms",
];

export type Interest = v.InferOutput<typeof interestSchema>;

/** Reads a form post or the form in the browser. */
export function checkInterest(fields: FormData) {
  return checkForm(interestSchema, fields);
}
