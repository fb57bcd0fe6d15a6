import type { Fields } from "./field.ts";

/** docs/specification.md, 'Mastermind application'. */
export const mastermindFields = {
  firstName: { kind: "line", required: true, autoComplete: "given-name", stored: { column: "first_name" } },
  lastName: { kind: "line", required: true, autoComplete: "family-name", stored: { column: "last_name" } },
  email: { kind: "email", required: true, autoComplete: "email", stored: { column: "email" } },
  phone: { kind: "phone", autoComplete: "tel", stored: { column: "phone" } },
  organization: {
    kind: "line",
    required: true,
    autoComplete: "organization",
    stored: { column: "organization" },
  },
  role: { kind: "line", required: true, autoComplete: "organization-title", stored: { column: "role" } },
  organizationSize: {
    kind: "select",
    values: ["startup", "small", "medium", "large"],
    required: true,
    stored: "notification",
  },
  industry: { kind: "line", required: true, stored: "notification" },
  leadershipExperience: { kind: "area", rows: 3, required: true, stored: { column: "experience" } },
  careBasedLeadership: { kind: "area", rows: 3, required: true, stored: "notification" },
  previousExperience: { kind: "area", rows: 3, stored: "notification" },
  challengesDescription: { kind: "area", rows: 4, required: true, stored: { column: "challenges" } },
  transformationGoals: { kind: "area", rows: 4, required: true, stored: { column: "motivation" } },
  learningExpectations: { kind: "area", rows: 4, required: true, stored: { column: "expectations" } },
  timeCommitment: { kind: "area", rows: 3, required: true, stored: { column: "commitment" } },
  investmentLevel: {
    kind: "radio",
    values: ["moderate", "high", "maximum"],
    required: true,
    stored: { column: "availability" },
  },
  additionalInfo: { kind: "area", rows: 3, stored: "notification" },
  // Not asked for by the browser: its absence has a notice of its own.
  agreeToTerms: { kind: "agreement", stored: { column: "agree_to_terms" } },
} as const satisfies Fields;
