import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { PageHead } from "#app/design/page-head.tsx";
import { Style } from "#app/design/style.tsx";
import site from "#content/site.yaml";
import type { FormTexts } from "#content-model/schemas/forms.schema.ts";
import type { Form } from "#submissions/forms/form.ts";
import type { FormErrors } from "#submissions/receive/check-form.ts";
import type { FormOutcome, ServedForm } from "#submissions/receive/form-outcome.ts";
import formCss from "./form.css?inline";
import { FormShell } from "./form-shell.tsx";
import { Toast, type ToastContent } from "./toast.tsx";

interface FormPageProps {
  form: Form;
  /** Address of the page, which its head and trail show. */
  path: string;
  /** Address that the form is sent to: that at which it is shown. */
  action: string;
  served: ServedForm;
  /** Outcome of the last post. */
  outcome: FormOutcome | undefined;
}

/** A page with a form: sends it in place, keeps it on failure, and shows what became of it. */
export function FormPage({ form, path, action, served, outcome }: FormPageProps) {
  const { texts } = form;
  const { page, messages, words } = texts;
  const submit = useSubmit();
  const isSending = useNavigation().state === "submitting";
  // The form after a success is another submission, and empty.
  const [next, setNext] = useState<ServedForm>();
  const [attempts, setAttempts] = useState(0);
  const [reference, setReference] = useState<string>();
  const [toast, setToast] = useState<ToastContent>();
  const closeToast = useCallback(() => setToast(undefined), []);

  // Firefox fills a reloaded page with what had been typed before; what was sent must not come back.
  useEffect(() => {
    if (history.state?.isSent) document.querySelector<HTMLFormElement>("form.form")?.reset();
  }, []);

  // The first outcome was rendered with the page, so no toast is needed.
  const seen = useRef(outcome);
  useEffect(() => {
    if (!outcome || outcome === seen.current) return;
    seen.current = outcome;
    if (outcome.kind === "saved") {
      setToast({ kind: "success", ...messages.success });
      setReference(outcome.reference);
      setNext(outcome.next);
      history.replaceState({ ...history.state, isSent: true }, "");
      setAttempts(0);
    } else {
      const problem = problemOf(outcome, messages);
      if (problem) setToast({ kind: "failure", ...problem });
      setAttempts((count) => count + 1);
    }
  }, [outcome, messages]);

  const problem = outcome && !isSending ? problemOf(outcome, messages) : undefined;
  const current = next ?? served;
  return (
    <>
      <Style name="form" css={formCss} />
      <PageHead path={path} title={page.title} heading={page.heading} lead={page.lead} isLow />
      <div className="wrap form-page">
        <Rail texts={texts} />
        {reference && <Confirmation texts={texts} reference={reference} />}
        <Toast content={toast} closeLabel={words.closeToast} onClose={closeToast} />
        <FormShell
          key={current.submissionId}
          form={form}
          state={{
            ...current,
            action,
            errors: outcome?.kind === "invalid" ? outcome.errors : undefined,
            given: (outcome && "given" in outcome && outcome.given) || {},
            notice: problem && outcome && <Notice kind={outcome.kind} {...problem} />,
            attempts,
            isSending,
            onSend(fields) {
              setReference(undefined);
              closeToast();
              const place = { replace: true, preventScrollReset: true };
              void submit(fields, { method: "post", action, encType: "multipart/form-data", ...place });
            },
            onRefused(errors) {
              setReference(undefined);
              setAttempts((count) => count + 1);
              const problem = termsOf(errors, messages);
              setToast(problem && { kind: "failure", ...problem });
            },
          }}
        />
      </div>
    </>
  );
}

/** Beside the form: what happens next, and the other ways to reach a person. */
function Rail({ texts: { rail, received } }: { texts: FormTexts }) {
  const { street, city, region, postalCode } = site.address;
  return (
    <div className="form-rail">
      <h2>{rail.next}</h2>
      <p>{received.next}</p>
      <h2>{rail.reach}</h2>
      <p>
        <a href={`mailto:${site.email}`}>{site.email}</a>
        <a href={`tel:${site.phone.replace(/[^+\d]/g, "")}`}>{site.phone}</a>
      </p>
      <address>
        {street}
        <br />
        {city}, {region} {postalCode}
      </address>
    </div>
  );
}

/** What is said about the form as a whole; mistakes in single fields speak for themselves. */
function problemOf(outcome: FormOutcome, messages: FormTexts["messages"]) {
  if (outcome.kind === "failed") return messages.failure;
  if (outcome.kind === "limited")
    return { ...messages.limited, text: messages.limited.text.replace("{minutes}", String(outcome.minutes)) };
  return outcome.kind === "invalid" ? termsOf(outcome.errors, messages) : undefined;
}

/** The notice of the agreement, which the browser does not ask for. */
function termsOf(errors: FormErrors, messages: FormTexts["messages"]) {
  return errors.agreeToTerms ? messages.terms : undefined;
}

/** What the summary says of the form as a whole; a mistake's text stands in its list. */
function Notice({ kind, title, text }: { kind: FormOutcome["kind"]; title: string; text: string }) {
  if (kind === "invalid") return title;
  return (
    <>
      {title}. {text} {kind === "failed" && <a href={`mailto:${site.email}`}>{site.email}</a>}
    </>
  );
}

/** Confirms the submission after the toast has gone: reference, what happens next, how to reach a person. */
function Confirmation({ texts: { messages, received }, reference }: { texts: FormTexts; reference: string }) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reference is a new confirmation
  useEffect(() => box.current?.focus(), [reference]);
  return (
    <section className="confirmation" ref={box} tabIndex={-1} aria-labelledby="confirmation">
      <h2 id="confirmation">{messages.success.title}</h2>
      <p>
        {messages.success.text} <strong>{messages.reference.replace("{reference}", reference)}</strong>
      </p>
      <p>{received.next}</p>
      <p>
        {received.reach} <a href={`mailto:${site.email}`}>{site.email}</a>
      </p>
    </section>
  );
}
