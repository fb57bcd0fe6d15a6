import { randomUUID } from "node:crypto";
import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext, visitorContext } from "#app/context.ts";
import { clientNetwork } from "#app/http/client-network.ts";
import type { FormType, Submission } from "#app/submissions/submission.ts";
import { type CheckedForm, givenValues } from "./check-form.ts";
import type { FormOutcome, ServedForm } from "./form-outcome.ts";
import { suspicionOf } from "./suspicion.ts";

interface ReceivedForm<Values> {
  formType: FormType;
  check: (fields: FormData) => CheckedForm<Values>;
  toSubmission: (values: Values, submissionId: string | undefined, wantsReceipt: boolean) => Submission;
  /** Where a browser without JavaScript is led after success. */
  receivedPath: string;
}

/** What a form that is served now carries in its hidden fields. */
export function serveForm(context: Readonly<RouterContextProvider>): ServedForm {
  return { submissionId: randomUUID(), stamp: context.get(servicesContext).stamps.issue() };
}

/**
 * Answers a form post; CONTRACT.md, 'Addresses'. A `.data` request comes from the page's own script and gets the
 * outcome; without JavaScript success leads on to another page.
 */
export async function receiveForm<Values>(
  { formType, check, toSubmission, receivedPath }: ReceivedForm<Values>,
  request: Request,
  context: Readonly<RouterContextProvider>,
) {
  const { submissions, stamps } = context.get(servicesContext);
  const { address, log } = context.get(visitorContext);
  const fields = await request.formData().catch(() => {
    // A body that is not what its Content-Type says.
    throw data(null, { status: 400 });
  });
  const submissionId = submissionIdOf(fields);
  const client = clientNetwork(address);
  const reason = suspicionOf(fields, stamps.age(fields.get("stamp")));
  const checked = check(fields);
  const given = { ...checked.given, ...givenValues(["sendCopy"], fields) };

  if (reason === undefined && checked.kind === "invalid")
    return data<FormOutcome>({ kind: "invalid", errors: checked.errors, given }, { status: 400 });
  const outcome =
    reason === undefined && checked.kind === "valid"
      ? await submissions.submit(
          toSubmission(checked.values, submissionId, fields.get("sendCopy") !== null),
          client,
        )
      : await submissions.quarantine(
          { submissionId, formType, reason: reason ?? "", fields: textFields(fields) },
          client,
        );

  if (outcome.kind === "limited") {
    const minutes = Math.ceil(outcome.retryAfterSeconds / 60);
    return data<FormOutcome>(
      { kind: "limited", minutes, given },
      { status: 429, headers: { "Retry-After": String(outcome.retryAfterSeconds) } },
    );
  }
  if (outcome.kind === "failed") {
    log.error({ err: outcome.error, form: formType }, "form not stored");
    return data<FormOutcome>({ kind: "failed", given }, { status: 503 });
  }
  // The reason is made of our own words and numbers: none of the visitor's are logged.
  if (reason !== undefined) log.warn({ form: formType, reason }, "post put into quarantine");
  const { reference } = outcome;
  if (new URL(request.url).pathname.endsWith(".data"))
    return data<FormOutcome>({ kind: "saved", reference, next: serveForm(context) });
  return redirect(`${receivedPath}?reference=${reference}`, 303);
}

/** The id of this form, if it is one: anything else counts as none. */
function submissionIdOf(fields: FormData): string | undefined {
  const id = fields.get("submissionId");
  return typeof id === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
    ? id.toLowerCase()
    : undefined;
}

/** The forms take no files; a robot that sends one has its name kept. */
function textFields(fields: FormData): [string, string][] {
  return [...fields].map(([name, value]) => [name, typeof value === "string" ? value : value.name]);
}
