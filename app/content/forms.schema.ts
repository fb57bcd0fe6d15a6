import * as v from "valibot";
import { pageTexts } from "./page-texts.schema.ts";
import { link, text } from "./text.schema.ts";

const field = v.strictObject({ label: text, hint: v.optional(text) });
const message = v.strictObject({ title: text, text });
const labels = <Key extends string>(keys: readonly Key[]) =>
  v.strictObject(Object.fromEntries(keys.map((key) => [key, text])) as Record<Key, typeof text>);
const choices = (count: number) => v.pipe(v.array(text), v.length(count, `write exactly ${count} options`));

export const interestFieldNames = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "linkedinUrl",
  "personalWebsite",
  "organization",
  "role",
  "experienceLevel",
  "motivation",
  "newsletterSignup",
  "communicationChannels",
  "connectedCommunities",
  "otherCommunities",
  "areasOfInterest",
  "preferredContact",
  "bestTimes",
  "calendarLink",
  "finalThoughts",
  "agreeToTerms",
] as const;
export type InterestFieldName = (typeof interestFieldNames)[number];

export const experienceLevels = ["beginner", "intermediate", "experienced", "expert"] as const;
export const contactWays = ["email", "text", "phone"] as const;

export const applicationFieldNames = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "organization",
  "role",
  "organizationSize",
  "industry",
  "leadershipExperience",
  "careBasedLeadership",
  "previousExperience",
  "challengesDescription",
  "transformationGoals",
  "learningExpectations",
  "timeCommitment",
  "investmentLevel",
  "additionalInfo",
  "agreeToTerms",
] as const;
export type ApplicationFieldName = (typeof applicationFieldNames)[number];

export const organizationSizes = ["startup", "small", "medium", "large"] as const;
export const investmentLevels = ["moderate", "high", "maximum"] as const;

const fieldsNamed = <Name extends string>(names: readonly Name[]) =>
  v.strictObject(Object.fromEntries(names.map((name) => [name, field])) as Record<Name, typeof field>);

/** What both forms say around their fields. */
const formTexts = {
  page: v.strictObject(pageTexts),
  heading: text,
  /** Paragraphs above the form. */
  intro: v.array(text),
  words: v.strictObject({
    ...labels(["optional", "required", "choose", "termsLead", "and", "sendCopy", "trap"]).entries,
    ...labels(["submit", "submitting", "sending", "problem", "errorTitle", "closeToast"]).entries,
    terms: link,
    privacy: link,
  }),
  received: v.strictObject({ title: text, next: text, reach: text, home: link }),
};
const messages = { success: message, failure: message, limited: message, reference: text };

/** content/forms/interest.yaml; the counts are those of docs/specification.md, 'Head counts of the sample'. */
export const interestFormSchema = v.strictObject({
  ...formTexts,
  /** Stored as reason_for_contact. */
  reason: text,
  sections: labels(["personal", "professional", "channels", "communities", "interests", "contact", "final"]),
  fields: fieldsNamed(interestFieldNames),
  options: v.strictObject({
    newsletterSignup: text,
    agreeToTerms: text,
    experienceLevel: labels(experienceLevels),
    preferredContact: labels(contactWays),
    communicationChannels: choices(4),
    connectedCommunities: choices(12),
    areasOfInterest: choices(9),
  }),
  messages: v.strictObject(messages),
});

/** content/forms/mastermind.yaml */
export const applicationFormSchema = v.strictObject({
  ...formTexts,
  sections: labels(["about", "organization", "experience", "question", "commitment", "final"]),
  fields: fieldsNamed(applicationFieldNames),
  options: v.strictObject({
    agreeToTerms: text,
    organizationSize: labels(organizationSizes),
    investmentLevel: labels(investmentLevels),
  }),
  messages: v.strictObject({ ...messages, terms: message }),
});

export type InterestForm = v.InferOutput<typeof interestFormSchema>;
export type ApplicationForm = v.InferOutput<typeof applicationFormSchema>;
/** What the shared parts of a form's page show. */
export type FormTexts = Omit<InterestForm, "reason" | "sections" | "fields" | "options"> & {
  messages: Partial<Pick<ApplicationForm["messages"], "terms">>;
};
