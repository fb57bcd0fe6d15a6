import type { Insertable } from "kysely";
import type { Database, SubmissionTable } from "#database/schema.ts";

/** The forms as notifications name them; docs/specification.md, 'Notification payload'. */
export const formTypeOf = {
  contact_submissions: "contact_submission",
  mastermind_applications: "mastermind_application",
} as const satisfies Record<SubmissionTable, string>;
export type FormType = (typeof formTypeOf)[SubmissionTable];

/** A form's answers under the names of its fields, in the form's order. */
export type Answers = Record<string, string | string[] | boolean>;

/** A valid form post, ready to be stored. */
export type Submission = { [Table in SubmissionTable]: SubmissionIn<Table> }[SubmissionTable];

export interface SubmissionIn<Table extends SubmissionTable> {
  table: Table;
  row: Omit<Insertable<Database[Table]>, "id" | "created_at">;
  /** Made when the form was served; the same id with the same contents is the same submission. Undefined when the post had none. */
  submissionId: string | undefined;
  applicantName: string;
  applicantEmail: string;
  /** Every answer, also those that the table has no column for. */
  answers: Answers;
  /** Whether the sender asked for a confirmation by e-mail. */
  wantsReceipt: boolean;
}

export type ContactSubmission = SubmissionIn<"contact_submissions">;
export type ApplicationSubmission = SubmissionIn<"mastermind_applications">;

/** What a notification says; docs/specification.md, 'Notification payload'. */
export interface NotificationPayload {
  formType: FormType;
  applicantName: string;
  applicantEmail: string;
  formData: Answers;
  /** The reference that the visitor was given. */
  reference: string;
  /** Reference of the submission that the same person sent with the same form before, with other contents. */
  replaces?: string;
}

/** A post that looks like a robot's; see the table `quarantine`. */
export interface SuspectPost {
  submissionId: string | undefined;
  formType: FormType;
  /** For the staff: why it was put aside. */
  reason: string;
  /** The form's own fields, in their order, as they came. */
  fields: [name: string, value: string][];
}

/** What became of a post. */
export type SubmissionOutcome =
  | { kind: "saved"; reference: string }
  /** Too many posts came from this client. */
  | { kind: "limited"; retryAfterSeconds: number }
  | { kind: "failed"; error: unknown };

export interface SubmissionStore {
  /**
   * Stores the row and its notifications in one transaction. Never rejects: a failure is an outcome, because the
   * visitor's words must be shown again.
   *
   * @param client the visitor's address, for the rate limit
   * @param arrived when the post came (`performance.now()`): it fails once that is too long ago; by default now
   */
  submit(submission: Submission, client: string, arrived?: number): Promise<SubmissionOutcome>;
  /** Stores a suspect post whole in `quarantine` without a mail. The outcome looks like that of `submit`. */
  quarantine(post: SuspectPost, client: string, arrived?: number): Promise<SubmissionOutcome>;
}

/** No I, L, O, U, 0 or 1: a reference may be read out on the phone. */
const alphabet = "ABCDEFGHJKMNPQRSTVWXYZ23456789";

/** A short reference that a visitor can quote, made from the row's UUID: 8 characters in two groups. */
export function referenceOf(id: string): string {
  let rest = BigInt(`0x${id.replaceAll("-", "")}`);
  let reference = "";
  for (let place = 0; place < 8; place += 1) {
    reference += alphabet[Number(rest % BigInt(alphabet.length))];
    rest /= BigInt(alphabet.length);
  }
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}

/**
 * What a reference tells of its UUID: the last byte, in two hexadecimal digits, since 256 divides the number of all
 * references. So rows can be looked up by an index.
 *
 * @param reference as `referenceOf` gives it
 */
export function lastByteOf(reference: string): string {
  const letters = [...reference.replace("-", "")].reverse();
  const number = letters.reduce((sum, letter) => sum * alphabet.length + alphabet.indexOf(letter), 0);
  return (number % 256).toString(16).padStart(2, "0");
}
