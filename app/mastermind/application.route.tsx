import { formScriptContext, siteUrlContext } from "#app/context.ts";
import { answerForm, serveForm } from "#app/forms/answer-form.server.ts";
import { formHeaders } from "#app/forms/form-headers.ts";
import { FormPage } from "#app/forms/form-page.tsx";
import type { PageInfo } from "#app/seo/page-info.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { mastermindForm as form } from "#submissions/forms/mastermind.ts";
import type { Route } from "./+types/application.route.ts";

const page: PageInfo = { path: form.path, ...form.texts.page };

/** Both addresses show the same page and take its posts; the first is canonical. */
export function loader({ url, context }: Route.LoaderArgs) {
  return {
    action: url.pathname.replace(/\/$/, ""),
    siteUrl: context.get(siteUrlContext),
    script: context.get(formScriptContext),
    served: serveForm(context),
  };
}

export const headers = formHeaders;

/** POST at both addresses: stores a valid application. */
export async function action({ request, context }: Route.ActionArgs) {
  return answerForm(form, request, context);
}

/** The form itself sets the title, which says so when there is a mistake. */
export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(page, loaderData.siteUrl).filter((tag) => !("title" in tag)) : [];
}

export default function Apply({ loaderData, actionData }: Route.ComponentProps) {
  const { script, served } = loaderData;
  return (
    <FormPage
      form={form}
      path={page.path}
      action={loaderData.action}
      script={script}
      served={served}
      outcome={actionData}
    />
  );
}
