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
