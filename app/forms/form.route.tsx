import { data } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import { answerContext, formScriptsContext, servicesContext, siteUrlContext } from "#app/context.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { formAt, forms } from "#submissions/forms/forms.ts";
import type { FormOutcome, ServedForm } from "#submissions/receive/form-outcome.ts";
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
    served: serveForm(context.get(servicesContext)),
  };
}

/** Private to one visitor, with Retry-After if there is one in the answer to a post. */
export function headers({ actionHeaders }: Route.HeadersArgs): HeadersInit {
  const retryAfter = actionHeaders.get("Retry-After");
  return { "Cache-Control": cachePolicy.personal, ...(retryAfter ? { "Retry-After": retryAfter } : {}) };
}

/** Shows what became of a post, which `server/pages/form-posts.ts` has taken. */
export function action({ context }: Route.ActionArgs) {
  const { outcome, ...init } = context.get(answerContext);
  return data(outcome, init);
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
