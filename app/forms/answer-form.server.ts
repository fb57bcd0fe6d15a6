import { randomUUID } from "node:crypto";
import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext, visitorContext } from "#app/context.ts";
import type { Form } from "#submissions/forms/form.ts";
import type { FormOutcome, ServedForm } from "#submissions/receive/form-outcome.ts";
import { receivePost } from "#submissions/receive/receive-post.server.ts";

/** Values for the hidden fields of a form that is served now. */
export function serveForm(context: Readonly<RouterContextProvider>): ServedForm {
  const submissionId = randomUUID();
  return { submissionId, stamp: context.get(servicesContext).stamps.issue(submissionId) };
}

/**
 * Answers a form post; docs/specification.md, 'Answers to a form post'. A `.data` request comes from the page's own
 * script and gets the outcome; without JavaScript success leads on to another page.
 */
export async function answerForm(form: Form, request: Request, context: Readonly<RouterContextProvider>) {
  const outcome = await receivePost(form, request, context.get(servicesContext), context.get(visitorContext));
  const answer = (body: FormOutcome, init: ResponseInit) => data(body, init);
  switch (outcome.kind) {
    case "unreadable":
      throw data(null, { status: 400 });
    case "tooLong":
      throw data(null, { status: 413 });
    case "invalid":
      return answer(outcome, { status: 400 });
    case "failed":
      return answer(outcome, { status: 503, headers: { "Retry-After": "30" } });
    case "limited": {
      const { retryAfterSeconds, given } = outcome;
      const headers = { "Retry-After": String(retryAfterSeconds) };
      return answer(
        { kind: "limited", minutes: Math.ceil(retryAfterSeconds / 60), given },
        { status: 429, headers },
      );
    }
    case "saved": {
      const { reference } = outcome;
      if (new URL(request.url).pathname.endsWith(".data"))
        return answer({ kind: "saved", reference, next: serveForm(context) }, { status: 200 });
      return redirect(`${form.path}/received?reference=${reference}`, 303);
    }
  }
}
