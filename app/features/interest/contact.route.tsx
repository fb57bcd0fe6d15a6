import { randomUUID } from "node:crypto";
import { useCallback, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { servicesContext, siteUrlContext } from "#app/context.ts";
import formCss from "#app/forms/form.css?inline";
import type { FormOutcome } from "#app/forms/form-outcome.ts";
import { receiveForm } from "#app/forms/receive-form.server.ts";
import { Toast, type ToastContent } from "#app/forms/toast.tsx";
import { cachePolicy } from "#app/http/cache-policy.ts";
import type { RouteHandle } from "#app/route-handle.ts";
import type { PageInfo } from "#app/seo/page-info.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { Style } from "#app/ui/style.tsx";
import form from "#content/forms/interest.yaml";
import type { Route } from "./+types/contact.route.ts";
import { parseInterest } from "./interest.schema.ts";
import { InterestForm } from "./interest-form.tsx";
import { interestSubmission } from "./interest-submission.ts";

export const handle: RouteHandle = { hydrate: true };

const page: PageInfo = { path: "/contact", ...form.page };

export function loader({ context }: Route.LoaderArgs) {
  return {
    siteUrl: context.get(siteUrlContext),
    submissionId: randomUUID(),
    stamp: context.get(servicesContext).stamps.issue(),
  };
}

export function headers() {
  return { "Cache-Control": cachePolicy.personal };
}

/** POST /contact: stores a valid form. */
export async function action({ request, context }: Route.ActionArgs) {
  return receiveForm(
    {
      formType: "contact_submission",
      parse: parseInterest,
      toSubmission: interestSubmission,
      receivedPath: "/contact/received",
    },
    request,
    context,
  );
}

/** Whatever stops the answer on its way is a failure that the visitor can try again: nothing typed is lost. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<FormOutcome> {
  try {
    return await serverAction();
  } catch {
    return { kind: "failed" };
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(page, loaderData.siteUrl).filter((tag) => !("title" in tag)) : [];
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const fetcher = useFetcher<FormOutcome>();
  const outcome = fetcher.data ?? actionData;
  const [submissionId, setSubmissionId] = useState(loaderData.submissionId);
  const [toast, setToast] = useState<ToastContent>();
  const closeToast = useCallback(() => setToast(undefined), []);

  useEffect(() => {
    if (fetcher.data?.kind === "saved") {
      setToast({ kind: "success", ...form.messages.success, text: successText(fetcher.data.reference) });
      // The next form is another submission; with the new id the form starts empty.
      setSubmissionId(crypto.randomUUID());
    } else if (fetcher.data?.kind === "failed") {
      setToast({ kind: "failure", ...form.messages.failure });
    }
  }, [fetcher.data]);

  return (
    <>
      <Style name="form" css={formCss} />
      <PageHead path={page.path} title={page.title} heading={page.heading} lead={page.lead} />
      <div className="wrap">
        <InterestForm
          key={submissionId}
          submissionId={submissionId}
          lastResult={outcome && outcome.kind !== "saved" ? outcome.result : undefined}
          notice={
            outcome?.kind === "failed"
              ? `${form.messages.failure.title}. ${form.messages.failure.text}`
              : undefined
          }
          isSending={fetcher.state !== "idle"}
          onSend={(fields) =>
            void fetcher.submit(fields, {
              method: "post",
              action: "/contact",
              encType: "multipart/form-data",
            })
          }
        />
      </div>
      {toast && <Toast content={toast} closeLabel={form.words.closeToast} onClose={closeToast} />}
    </>
  );
}

function successText(reference: string): string {
  return `${form.messages.success.text} ${form.messages.reference.replace("{reference}", reference)}`;
}
