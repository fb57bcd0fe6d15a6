import type { ContactSubmission } from "#submissions/submission.ts";

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
