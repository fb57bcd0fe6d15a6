import type { ContactSubmissionRow } from "#app/db/schema.ts";

/** A valid form post, ready to be stored. */
export interface Submission {
  /** Made when the form was served; the same id again is the same submission. Undefined when the post had none. */
  submissionId: string | undefined;
  table: "contact_submissions";
  row: Omit<ContactSubmissionRow, "id" | "created_at">;
}

/** What became of it. */
export type SubmissionOutcome =
  | { kind: "saved"; reference: string; isRepeat: boolean }
  | { kind: "failed"; error: unknown };

export interface SubmissionStore {
  /** Never rejects: a failure is an outcome, because the visitor's words must be shown again. */
  submit(submission: Submission): Promise<SubmissionOutcome>;
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
