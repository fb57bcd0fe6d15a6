import { data, type RouterContextProvider, redirect } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import {
  answerContext,
  type FormAnswer,
  formScriptsContext,
  servicesContext,
  siteUrlContext,
  visitorContext,
} from "#app/context.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import type { Form } from "#submissions/forms/form.ts";
import { forms } from "#submissions/forms/forms.ts";
import type { FormOutcome, ServedForm } from "#submissions/receive/form-outcome.ts";
import { receivePost } from "#submissions/receive/receive-post.server.ts";
import type { Route } from "./+types/form.route.ts";
import { FormPage } from "./form-page.tsx";
import { serveForm } from "./served-form.server.ts";

/** All addresses of a form show the same page and take its posts; `path` of the form is canonical. */
export function loader({ url, context }: Route.LoaderArgs) {
  const action = url.pathname.replace(/\/$/, "");
  return {
    type: formAt(action).type,
    action,
    siteUrl: context.get(siteUrlContext),
    scripts: context.get(formScriptsContext),
    served: serveForm(context),
  };
}

/** Private to one visitor, with Retry-After if there is one in the answer to a post. */
export function headers({ actionHeaders }: Route.HeadersArgs): HeadersInit {
  const retryAfter = actionHeaders.get("Retry-After");
  return { "Cache-Control": cachePolicy.personal, ...(retryAfter ? { "Retry-After": retryAfter } : {}) };
}

/**
 * A post at each address: stores a valid form. `server/pages/form-posts.ts` calls it and puts what it answers into the context; where
 * the form is to be shown again React Router calls it once more, for that answer.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = context.get(answerContext);
  if (answer) return answer;
  const { pathname } = new URL(request.url);
  return answerForm(formAt(pathname.replace(/(\/|\.data)$/, "")), request, context);
}

/**
 * Answers a form post; docs/specification.md, 'Answers to a form post'. A `.data` request comes from the page's own
 * script and gets the outcome; without JavaScript success leads on to another page.
 */
async function answerForm(
  form: Form,
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<FormAnswer> {
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

/** The form itself sets the title, which says so when there is a mistake. */
export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { path, texts } = forms[loaderData.type];
  return pageMeta({ path, ...texts.page }, loaderData.siteUrl).filter((tag) => !("title" in tag));
}

export default function FormRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { type, action, scripts, served } = loaderData;
  const outcome = actionData;
  return (
    <FormPage
      form={forms[type]}
      action={action}
      scripts={scripts}
      served={shownAgain(outcome) ?? served}
      outcome={outcome}
    />
  );
}

/** The hidden fields of a form that is shown again after a post. It is the same submission, which is stored once whatever becomes of it. */
function shownAgain(outcome: FormOutcome | undefined): ServedForm | undefined {
  if (!outcome || !("given" in outcome)) return undefined;
  const { submissionId: [submissionId] = [], stamp: [stamp] = [] } = outcome.given ?? {};
  return submissionId && stamp ? { submissionId, stamp } : undefined;
}

function formAt(address: string) {
  const form = Object.values(forms).find(({ path, alias }) => address === path || address === alias);
  if (!form) throw new Error(`there is no form at ${address}`);
  return form;
}
