import type { SubmissionResult } from "@conform-to/react";

/** What a form post came to, as the page is told. */
export type FormOutcome =
  | { kind: "saved"; reference: string }
  /** The values and what is wrong with them. */
  | { kind: "invalid"; result: SubmissionResult<string[]> }
  /** Valid, but too many came from this client; the values go back into the form. */
  | { kind: "limited"; minutes: number; result: SubmissionResult<string[]> }
  /** Valid but not stored; the values go back into the form. */
  | { kind: "failed"; result?: SubmissionResult<string[]> };
