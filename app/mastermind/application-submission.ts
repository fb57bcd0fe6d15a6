import type { ApplicationSubmission } from "#submissions/submission.ts";
import type { Application } from "./application.schema.ts";

/** The row of mastermind_applications; SPEC.md, section 7. What it has no column for is in the notification. */
export function applicationSubmission(
  application: Application,
  submissionId: string | undefined,
  wantsReceipt: boolean,
): ApplicationSubmission {
  const { agreeToTerms, ...answers } = application;
  return {
    submissionId,
    applicantName: `${application.firstName} ${application.lastName}`,
    applicantEmail: application.email,
    answers,
    wantsReceipt,
    table: "mastermind_applications",
    row: {
      first_name: application.firstName,
      last_name: application.lastName,
      email: application.email,
      phone: application.phone || null,
      organization: application.organization,
      role: application.role,
      challenges: application.challengesDescription,
      expectations: application.learningExpectations,
      experience: application.leadershipExperience,
      commitment: application.timeCommitment,
      availability: application.investmentLevel,
      motivation: application.transformationGoals,
      agree_to_terms: agreeToTerms,
    },
  };
}
