import type { FormOutcome } from "#submissions/receive/form-outcome.ts";

/** How long an answer may take, in milliseconds: long enough for a slow line, short enough for somebody who waits. */
const answerTimeout = 30_000;

/**
 * Sends a form in the browser. Whatever stops the answer on its way (no connection, a proxy's error page, half an
 * answer, silence) is a failure that the visitor can try again: nothing typed is lost, and what was stored all the same is
 * stored once. Never rejects.
 */
export function sendForm(send: () => Promise<unknown>): Promise<FormOutcome> {
  const failed: FormOutcome = { kind: "failed" };
  const silence = new Promise<FormOutcome>((resolve) => setTimeout(() => resolve(failed), answerTimeout));
  const answer = send().then(
    (outcome) => (isOutcome(outcome) ? outcome : failed),
    () => failed,
  );
  return Promise.race([answer, silence]);
}

function isOutcome(value: unknown): value is FormOutcome {
  return typeof value === "object" && value !== null && "kind" in value;
}
