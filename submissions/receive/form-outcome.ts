import type { FormErrors, GivenValues } from "./check-form.ts";

/** What a form carries in its hidden fields when it is served. */
export interface ServedForm {
  /** UUID: the same form with the same contents is stored once, however often it is sent. */
  submissionId: string;
  /** Says when the form with this id was served. */
  stamp: string;
}

/** What a form post came to, as the page is told. The values go back into the form. */
export type FormOutcome =
  /** `next` is for the empty form that follows: another submission. */
  | { kind: "saved"; reference: string; next: ServedForm }
  | { kind: "invalid"; errors: FormErrors; given: GivenValues }
  /** Neither stored nor told what is wrong: too many came from this client. */
  | { kind: "limited"; minutes: number; given: GivenValues }
  /** Valid but not stored, or nobody knows: the answer did not come. */
  | { kind: "failed"; given?: GivenValues };
