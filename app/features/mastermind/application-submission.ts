import type { ApplicationSubmission } from "#app/submissions/submission.ts";
import type { Application } from "./application.schema.ts";

/** The row, and for the notification every answer; docs/specification.md, 'Row of an application'. */
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
