import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { EmailLink } from "#app/design/email-and-phone.tsx";
import type { FormTexts } from "#content-model/schemas/forms.schema.ts";
import type { Form, FormErrors } from "#submissions/forms/form.ts";
import { receivedAddress } from "#submissions/forms/received-address.ts";
import type { FormOutcome, ServedForm } from "#submissions/receive/form-outcome.ts";
import { showFromTop } from "./error-summary.tsx";
import { FormShell } from "./form-shell.tsx";
import { WhatFollows } from "./received/what-follows.tsx";
import { sendForm } from "./send-form.ts";
import { noteAnswer, noteSent, wasSent } from "./sent-form.ts";
import { Toast, type ToastContent } from "./toast.tsx";

export interface FormIslandProps {
  form: Form;
  /** Address that the form is sent to: that at which it is shown. */
  action: string;
  served: ServedForm;
  /** What became of a post that the browser itself sent, with which the page was served. */
  outcome: FormOutcome | undefined;
}

/** A form that the page's script takes over: sends it in place, keeps it on failure, and shows what became of it. */
export function FormIsland({ form, action, served, outcome: first }: FormIslandProps) {
  const { texts } = form;
  const { messages, words } = texts;
  const [outcome, setOutcome] = useOutcome(first);
  const [isSending, setSending] = useState(false);
  /** After a success the next form, which is another submission. */
  const [current, setCurrent] = useState(served);
  const [attempts, setAttempts] = useState(0);
  const [reference, setReference] = useState<string>();
  // The first outcome was rendered with the page, so no toast is needed.
  const [toast, setToast] = useState<ToastContent>();
  useEffect(() => {
    if (first || !wasSent(served.submissionId)) return;
    setOutcome({ kind: "failed" });
    // Not away from who writes already.
    if (!document.activeElement?.closest("form")) setAttempts(1);
  }, [first, served, setOutcome]);
  const closeToast = useCallback(() => setToast(undefined), []);

  const onAgreed = useCallback(() => setToast((shown) => (shown?.isOfTerms ? undefined : shown)), []);

  const send = async (sent: HTMLFormElement) => {
    setReference(undefined);
    closeToast();
    setSending(true);
    // On the answer to a post, a reload sends that again.
    if (!first) noteSent(sent);
    const outcome = await sendForm(async () => {
      const answer = await fetch(`${action}.data`, { method: "POST", body: new FormData(sent) });
      return answer.json();
    });
    // At once: React's own turn is a message of the page to itself, and WebKit loses one of a page that Back leaves just then.
    flushSync(() => {
      setSending(false);
      setOutcome(outcome);
      setToast(toastOf(outcome, messages));
      if (outcome.kind !== "saved") return setAttempts((count) => count + 1);
      setReference(outcome.reference);
      setCurrent(outcome.next);
      setAttempts(0);
    });
    // Its fields stay those that came with the page: the browser's history keeps what is typed for these (Firefox), and
    // what was sent must not come back.
    const isSaved = outcome.kind === "saved";
    if (isSaved) sent.reset();
    if (isSaved || (outcome.kind !== "failed" && !first)) noteAnswer(sent);
  };

  const problem = outcome && !isSending ? problemOf(outcome, messages) : undefined;
  return (
    <>
      {reference && <Confirmation form={form} reference={reference} />}
      <Toast content={toast} closeLabel={words.closeToast} onClose={closeToast} />
      <FormShell
        form={form}
        state={{
          ...current,
          action,
          errors: outcome?.kind === "invalid" ? outcome.errors : undefined,
          // Later answers are to a form that still has its words, and a change of these would empty it.
          given: (current === served && first && "given" in first && first.given) || {},
          notice: problem && (
            <Notice again={outcome?.kind === "failed" ? words.again : undefined} {...problem} />
          ),
          attempts,
          isSending,
          onSend: (sent) => void send(sent),
          onRefused(errors) {
            setReference(undefined);
            setAttempts((count) => count + 1);
            if (outcome?.kind === "failed") setOutcome(undefined);
            setToast(termsToast(errors, messages));
          },
          onAgreed,
        }}
      />
    </>
  );
}

/** What became of the last post that was sent from this form. */
function useOutcome(first: FormOutcome | undefined) {
  const [outcome, setOutcome] = useState(first);
  // What is said of a limit is true for its time only.
  useEffect(() => {
    if (outcome?.kind !== "limited") return;
    const timer = setTimeout(() => setOutcome(undefined), outcome.minutes * 60_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  return [outcome, setOutcome] as const;
}

/** What is said about the form as a whole; mistakes in single fields speak for themselves. */
function problemOf(outcome: FormOutcome, { failure, limited }: FormTexts["messages"]) {
  switch (outcome.kind) {
    case "failed":
      return failure;
    case "limited":
      return { ...limited, text: limited.text.replace("{minutes}", String(outcome.minutes)) };
    case "invalid":
    case "saved":
      return undefined;
    default:
      return outcome satisfies never;
  }
}

function toastOf(outcome: FormOutcome, messages: FormTexts["messages"]): ToastContent | undefined {
  if (outcome.kind === "saved") return { kind: "success", ...messages.success };
  if (outcome.kind === "invalid") return termsToast(outcome.errors, messages);
  const problem = problemOf(outcome, messages);
  return problem && { kind: "failure", ...problem };
}

/** The notice of the agreement, which the browser does not ask for. */
function termsToast(errors: FormErrors, { terms }: FormTexts["messages"]): ToastContent | undefined {
  return errors.agreeToTerms && terms ? { kind: "failure", ...terms, isOfTerms: true } : undefined;
}

/**
 * What the summary says of the form as a whole.
 *
 * @param again of a failure: what comes of another attempt
 */
function Notice({ again, title, text }: { again: string | undefined; title: string; text: string }) {
  return (
    <>
      <p>
        {title}. {text} {again && <EmailLink />}
      </p>
      {again && <p>{again}</p>}
    </>
  );
}

/** Confirms the submission after the toast has gone: reference, what happens next, how to reach a person. */
function Confirmation({ form: { path, texts }, reference }: { form: Form; reference: string }) {
  const { messages, received } = texts;
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reference is a new confirmation
  useEffect(() => showFromTop(box.current), [reference]);
  return (
    <section className="confirmation" ref={box} tabIndex={-1} aria-labelledby="confirmation">
      <h2 id="confirmation">{messages.success.title}</h2>
      <p>
        {messages.success.text} <strong>{messages.reference.replace("{reference}", reference)}</strong>
      </p>
      <WhatFollows texts={texts} />
      <p>
        <a href={receivedAddress(path, reference)}>{received.seeRings}</a>
      </p>
    </section>
  );
}
