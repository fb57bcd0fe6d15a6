import type { servedFields } from "#content-model/forms/reserved-names.ts";
import type { FormErrors, GivenValues } from "../forms/form.ts";

/**
 * What a form carries in its hidden fields when it is served: a UUID, by which the same form with the same contents is stored once,
 * however often it is sent, and a stamp that says when the form with this id was served.
 */
export type ServedForm = Record<(typeof servedFields)[number], string>;

/** The outcome of a form post as the page gets it. The values are shown again in the form. */
export type FormOutcome =
  /** `next` is for the empty form that follows: another submission. */
  | { kind: "saved"; reference: string; next: ServedForm }
  | { kind: "invalid"; errors: FormErrors; given: GivenValues }
  /** Refused, right or wrong: too many posts came from this client. What is wrong with it is not said. */
  | { kind: "limited"; minutes: number; given: GivenValues }
  /** Valid but not stored, or unknown because no answer came. */
  | { kind: "failed"; given?: GivenValues };
