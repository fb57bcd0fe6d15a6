import type { Fields } from "./field.ts";

/** docs/specification.md, 'Interest form'. The message's keys come in this order: 'Row of an interest form'. */
export const interestFields = {
  firstName: { kind: "name", required: true, autoComplete: "given-name", stored: { column: "full_name" } },
  lastName: { kind: "name", required: true, autoComplete: "family-name", stored: { column: "full_name" } },
  email: { kind: "email", required: true, autoComplete: "email", stored: { column: "email" } },
  linkedinUrl: { kind: "web", stored: { column: "linkedin_url" } },
  newsletterSignup: { kind: "tick", stored: { column: "newsletter_signup" } },
  phone: {
    kind: "phone",
    requiredWith: { field: "preferredContact", values: ["text", "phone"] },
    autoComplete: "tel",
    stored: "message",
  },
  organization: { kind: "line", autoComplete: "organization", stored: "message" },
  role: { kind: "line", autoComplete: "organization-title", stored: "message" },
  experienceLevel: {
    kind: "select",
    values: ["beginner", "intermediate", "experienced", "expert"],
    stored: "message",
  },
  motivation: { kind: "area", rows: 4, stored: "message" },
  personalWebsite: { kind: "web", autoComplete: "url", stored: "message" },
  communicationChannels: { kind: "checkboxes", stored: "message" },
  connectedCommunities: { kind: "checkboxes", stored: "message" },
  otherCommunities: { kind: "area", rows: 3, stored: "message" },
  areasOfInterest: { kind: "checkboxes", stored: "message" },
  preferredContact: { kind: "radio", values: ["email", "text", "phone"], stored: "message" },
  bestTimes: { kind: "line", stored: "message" },
  calendarLink: { kind: "web", stored: "message" },
  finalThoughts: { kind: "area", rows: 4, stored: "message" },
  agreeToTerms: { kind: "agreement", required: true, stored: "notification" },
} as const satisfies Fields;
