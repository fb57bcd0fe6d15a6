import { randomUUID } from "node:crypto";
import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext, visitorContext } from "#app/context.ts";
import type { FormType, Submission } from "#app/submissions/submission.ts";
import { type CheckedForm, givenValues } from "./check-form.ts";
import type { FormOutcome, GivenValues, ServedForm } from "./form-outcome.ts";
import { readForm } from "./read-form.server.ts";
import { isTrapped, suspicionOf } from "./suspicion.ts";

interface ReceivedForm<Values> {
  formType: FormType;
  /** What the form asks. */
  names: readonly string[];
  check: (fields: FormData) => CheckedForm<Values>;
  toSubmission: (values: Values, submissionId: string | undefined, wantsReceipt: boolean) => Submission;
  /** Where a browser without JavaScript is led after success. */
  receivedPath: string;
}

/** Values for the hidden fields of a form that is served now. */
export function serveForm(context: Readonly<RouterContextProvider>): ServedForm {
  const submissionId = randomUUID();
  return { submissionId, stamp: context.get(servicesContext).stamps.issue(submissionId) };
}

/**
 * Answers a form post; docs/specification.md, 'Answers to a form post'. A `.data` request comes from the page's own
 * script and gets the outcome; without JavaScript success leads on to another page.
 */
export async function receiveForm<Values>(
  { formType, names, check, toSubmission, receivedPath }: ReceivedForm<Values>,
  request: Request,
  context: Readonly<RouterContextProvider>,
) {
  const { submissions, stamps, invalidPosts } = context.get(servicesContext);
  const { address, arrived, log } = context.get(visitorContext);
  const limited = (seconds: number, given: GivenValues) =>
    data<FormOutcome>(
      { kind: "limited", minutes: Math.ceil(seconds / 60), given },
      { status: 429, headers: { "Retry-After": String(seconds) } },
    );
  // Even if the database is unavailable, visitors are told what is wrong with their answers.
  const countInvalid = () => invalidPosts.take(address).catch(() => 0);

  const posted = await readForm(request, names);
  if (!posted) {
    const wait = await countInvalid();
    if (wait > 0) return limited(wait, {});
    throw data(null, { status: 400 });
  }
  const { fields, strangers } = posted;
  const submissionId = submissionIdOf(fields);
  const suspicion = suspicionOf(fields, stamps.age(fields.get("stamp"), submissionId));
  const checked = check(fields);
  const given = { ...checked.given, ...givenValues(["sendCopy"], fields) };

  // A person whose many links look suspect must hear what else is wrong; a robot in the trap hears nothing.
  if (checked.kind === "invalid" && !isTrapped(fields)) {
    const wait = await countInvalid();
    if (wait > 0) return limited(wait, given);
    return data<FormOutcome>({ kind: "invalid", errors: checked.errors, given }, { status: 400 });
  }
  // The reason holds our own words and numbers only, as no words of visitors may be logged.
  const reason = `${suspicion}${strangers > 0 ? `; ${strangers} fields that the form does not have` : ""}`;
  const outcome =
    suspicion === undefined && checked.kind === "valid"
      ? await submissions.submit(
          toSubmission(checked.values, submissionId, fields.get("sendCopy") !== null),
          address,
          arrived,
        )
      : await submissions.quarantine(
          {
            submissionId,
            formType,
            reason,
            fields: [...fields].map(([name, value]) => [name, String(value)]),
          },
          address,
          arrived,
        );

  if (outcome.kind === "limited") return limited(outcome.retryAfterSeconds, given);
  if (outcome.kind === "failed") {
    log.error({ err: outcome.error, form: formType }, "form not stored");
    return data<FormOutcome>({ kind: "failed", given }, { status: 503 });
  }
  if (suspicion !== undefined) log.warn({ form: formType, reason }, "post put into quarantine");
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
