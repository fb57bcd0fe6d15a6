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

/** content/forms/interest.yaml; the counts are those of SPEC.md, section 9. */
export const interestFormSchema = v.strictObject({
  page: v.strictObject(pageTexts),
  heading: text,
  intro: text,
  /** Stored as reason_for_contact. */
  reason: text,
  sections: labels(["personal", "professional", "channels", "communities", "interests", "contact", "final"]),
  fields: v.strictObject(
    Object.fromEntries(interestFieldNames.map((name) => [name, field])) as Record<
      InterestFieldName,
      typeof field
    >,
  ),
  options: v.strictObject({
    newsletterSignup: text,
    agreeToTerms: text,
    experienceLevel: labels(experienceLevels),
    preferredContact: labels(contactWays),
    communicationChannels: choices(4),
    connectedCommunities: choices(12),
    areasOfInterest: choices(9),
  }),
  words: v.strictObject({
    ...labels(["optional", "required", "choose", "noPreference", "termsLead", "and", "submit", "submitting"])
      .entries,
    ...labels(["problem", "errorTitle", "closeToast"]).entries,
    terms: link,
    privacy: link,
  }),
  messages: v.strictObject({ success: message, failure: message, reference: text }),
  received: v.strictObject({ title: text, next: text, reach: text, home: link }),
});

export type InterestForm = v.InferOutput<typeof interestFormSchema>;
