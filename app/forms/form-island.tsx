import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import site from "#content/site.yaml";
import type { FormTexts } from "#content-model/schemas/forms.schema.ts";
import type { Form } from "#submissions/forms/form.ts";
import type { FormErrors } from "#submissions/receive/check-form.ts";
import type { FormOutcome, ServedForm } from "#submissions/receive/form-outcome.ts";
import { showFromTop } from "./error-summary.tsx";
import { FormShell } from "./form-shell.tsx";
import { sendForm } from "./send-form.ts";
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
  const [outcome, setOutcome] = useState(first);
  const [isSending, setSending] = useState(false);
  const [current, setCurrent] = useServedForm(form, served, first !== undefined);
  const [attempts, setAttempts] = useState(0);
  const [reference, setReference] = useState<string>();
  // The first outcome was rendered with the page, so no toast is needed.
  const [toast, setToast] = useState<ToastContent>();
  const closeToast = useCallback(() => setToast(undefined), []);

  // What is said of a limit is true for its time only.
  useEffect(() => {
    if (outcome?.kind !== "limited") return;
    const timer = setTimeout(() => setOutcome(undefined), outcome.minutes * 60_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const onAgreed = useCallback(() => setToast((shown) => (shown?.isOfTerms ? undefined : shown)), []);

  const send = async (sent: HTMLFormElement) => {
    setReference(undefined);
    closeToast();
    setSending(true);
    // On the answer to a post, a reload sends that again.
    if (!first) noteSent(current.submissionId);
    const outcome = await sendForm(async () => {
      const answer = await fetch(`${action}.data`, { method: "POST", body: new FormData(sent) });
      return answer.json();
    });
    if (outcome.kind === "saved") return succeed(outcome, sent);
    setSending(false);
    setOutcome(outcome);
    setToast(toastOf(outcome, messages));
    setAttempts((count) => count + 1);
  };

  /**
   * Empties the form. Its fields stay those that came with the page: the browser's history keeps what is typed for
   * these (Firefox), and what was sent must not come back.
   */
  const succeed = (outcome: FormOutcome & { kind: "saved" }, sent: HTMLFormElement) => {
    flushSync(() => {
      setSending(false);
      setOutcome(outcome);
      setToast({ kind: "success", ...messages.success });
      setReference(outcome.reference);
      setCurrent(outcome.next);
      setAttempts(0);
    });
    sent.reset();
    noteSent(undefined);
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
          notice: problem && <Notice isFailure={outcome?.kind === "failed"} {...problem} />,
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

/**
 * The form as it was served; after a success the next one, which is another submission, and empty. Firefox brings back with a
 * reload what was sent without an answer: that is the same submission, so that it is stored once.
 */
function useServedForm(form: Form, served: ServedForm, isAnswer: boolean) {
  const state = useState(served);
  const [, setCurrent] = state;
  useEffect(() => {
    const shown = document.forms.namedItem(form.id);
    const { sent } = (history.state ?? {}) as { sent?: string };
    if (sent && !isAnswer && shown && new FormData(shown).get("email"))
      setCurrent((current) => ({ ...current, submissionId: sent }));
  }, [form, isAnswer]);
  return state;
}

/**
 * Keeps in this entry of the browser's history which submission was sent from it and is not known to be stored. The entry is no longer
 * the answer to a post then, which a reload would send again.
 */
function noteSent(sent: string | undefined): void {
  history.replaceState({ ...history.state, sent }, "");
}

/** What is said about the form as a whole; mistakes in single fields speak for themselves. */
function problemOf(outcome: FormOutcome, messages: FormTexts["messages"]) {
  if (outcome.kind === "failed") return messages.failure;
  if (outcome.kind === "limited")
    return { ...messages.limited, text: messages.limited.text.replace("{minutes}", String(outcome.minutes)) };
  return undefined;
}

function toastOf(outcome: FormOutcome, messages: FormTexts["messages"]): ToastContent | undefined {
  if (outcome.kind === "invalid") return termsToast(outcome.errors, messages);
  const problem = problemOf(outcome, messages);
  return problem && { kind: "failure", ...problem };
}

/** The notice of the agreement, which the browser does not ask for. */
function termsToast(errors: FormErrors, { terms }: FormTexts["messages"]): ToastContent | undefined {
  return errors.agreeToTerms && terms ? { kind: "failure", ...terms, isOfTerms: true } : undefined;
}

/** What the summary says of the form as a whole. */
function Notice({ isFailure, title, text }: { isFailure: boolean; title: string; text: string }) {
  return (
    <>
      {title}. {text} {isFailure && <a href={`mailto:${site.email}`}>{site.email}</a>}
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
      <p>{received.next}</p>
      <p>
        {received.reach} <a href={`mailto:${site.email}`}>{site.email}</a>
      </p>
      <p>
        <a href={`${path}/received?reference=${reference}`}>{received.seeRings}</a>
      </p>
    </section>
  );
}
