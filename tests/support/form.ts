import type { ContactSubmission } from "#submissions/submission.ts";

/** The least that the interest form takes. */
export const person = {
  firstName: "Ada",
  lastName: "Moreno",
  email: "ada@visitor.example",
  agreeToTerms: "on",
};

/** The least that the Mastermind application takes. */
export const application = {
  ...person,
  organization: "Harbor Clinic",
  role: "Head of nursing",
  organizationSize: "medium",
  industry: "Health care",
  leadershipExperience: "Eleven years",
  careBasedLeadership: "A handover",
  challengesDescription: "Nights",
  transformationGoals: "Mornings",
  learningExpectations: "To wait",
  timeCommitment: "Four hours a week",
  investmentLevel: "high",
};

/** A form post as a browser without JavaScript sends it. */
export function form(fields: Record<string, string>) {
  return {
    method: "POST" as const,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  };
}

/** What the interest form stores. A further column is filled in here alone, for every test that does not ask about it. */
export function contactRow(change: Partial<ContactSubmission["row"]> = {}): ContactSubmission["row"] {
  return {
    full_name: "Ada Moreno",
    email: "ada@visitor.example",
    linkedin_url: null,
    reason_for_contact: "Interest",
    message: "{}",
    newsletter_signup: true,
    ...change,
  };
}

/** A valid interest form without the id that the page gives it. */
export function contactSubmission(change: Partial<ContactSubmission> = {}): ContactSubmission {
  return {
    submissionId: undefined,
    applicantName: "Ada Moreno",
    applicantEmail: "ada@visitor.example",
    answers: { firstName: "Ada" },
    wantsReceipt: false,
    table: "contact_submissions",
    row: contactRow(),
    ...change,
  };
}
