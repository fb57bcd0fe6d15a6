import type { RouterContextProvider } from "react-router";
import { retryAfter } from "#app/cache-policy.ts";
import { type FormAnswer, servicesContext, visitorContext } from "#app/context.ts";
import { formAt } from "#submissions/forms/forms.ts";
import { receivedAddress } from "#submissions/forms/received-address.ts";
import { receivePost } from "#submissions/receive/receive-post.server.ts";
import { serveForm } from "./served-form.server.ts";

/**
 * Answers a form post; docs/specification.md, 'Answers to a form post'. A `.data` request comes from the page's own
 * script and gets the outcome; without JavaScript success leads on to another page.
 *
 * @throws when its services do
 */
export async function answerForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<FormAnswer> {
  const { pathname } = new URL(request.url);
  const form = formAt(pathname.replace(/(\/|\.data)$/, ""));
  const outcome = await receivePost(form, request, context.get(servicesContext), context.get(visitorContext));
  switch (outcome.kind) {
    case "unreadable":
      return { status: 400 };
    case "tooLong":
      return { status: 413 };
    case "invalid":
      return { status: 400, outcome };
    case "failed":
      return { status: 503, headers: { "Retry-After": String(retryAfter.notStored) }, outcome };
    case "limited": {
      const { retryAfterSeconds, given } = outcome;
      const minutes = Math.ceil(retryAfterSeconds / 60);
      const headers = { "Retry-After": String(retryAfterSeconds) };
      return { status: 429, headers, outcome: { kind: "limited", minutes, given } };
    }
    case "saved": {
      const { reference } = outcome;
      if (pathname.endsWith(".data"))
        return { status: 200, outcome: { kind: "saved", reference, next: serveForm(context) } };
      return { status: 303, headers: { Location: receivedAddress(form.path, reference) } };
    }
  }
}
