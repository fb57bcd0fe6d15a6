import type { ContactSubmission } from "#app/submissions/submission.ts";
import form from "#content/forms/interest.yaml";
import type { Interest } from "./interest.schema.ts";

/** The row; docs/specification.md, 'Row of an interest form': `message` holds exactly these 14 keys, in this order. */
export function interestSubmission(
  interest: Interest,
  submissionId: string | undefined,
  wantsReceipt: boolean,
): ContactSubmission {
  const message = {
    phone: interest.phone,
    organization: interest.organization,
    role: interest.role,
    experienceLevel: interest.experienceLevel,
    motivation: interest.motivation,
    personalWebsite: interest.personalWebsite,
    communicationChannels: interest.communicationChannels,
    connectedCommunities: interest.connectedCommunities,
    otherCommunities: interest.otherCommunities,
    areasOfInterest: interest.areasOfInterest,
    preferredContact: interest.preferredContact,
    bestTimes: interest.bestTimes,
    calendarLink: interest.calendarLink,
    finalThoughts: interest.finalThoughts,
  };
  const { agreeToTerms: _, ...answers } = interest;
  const fullName = `${interest.firstName} ${interest.lastName}`;
  return {
    submissionId,
    applicantName: fullName,
    applicantEmail: interest.email,
    answers,
    wantsReceipt,
    table: "contact_submissions",
    row: {
      full_name: fullName,
      email: interest.email,
      linkedin_url: interest.linkedinUrl || null,
      reason_for_contact: form.reason,
      message: JSON.stringify(message),
      newsletter_signup: interest.newsletterSignup,
    },
  };
}
