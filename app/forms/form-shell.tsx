import { type ReactNode, useEffect, useRef, useState } from "react";
import site from "#content/site.yaml";
import { servedFields, trapField } from "#content-model/forms/reserved-names.ts";
import type { Form, FormErrors, GivenValues } from "#submissions/forms/form.ts";
import type { ServedForm } from "#submissions/receive/form-outcome.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { FormFields, Tick } from "./fields.tsx";
import { Questions } from "./questions.tsx";
import { useForm } from "./use-form.ts";

/** What the page hands to its form. */
export interface FormState extends ServedForm {
  action: string;
  /** What the server found wrong. */
  errors: FormErrors | undefined;
  /** What was written into the form before it was served again. */
  given: GivenValues;
  /** Paragraphs about the whole form, shown above it. */
  notice: ReactNode;
  /** Number of failed attempts to send this form. */
  attempts: number;
  isSending: boolean;
  onSend: (form: HTMLFormElement) => void;
  /** Called when the check in the browser refused an attempt to send. */
  onRefused: (errors: FormErrors) => void;
  /** Called when nothing is missing of the agreement. */
  onAgreed: () => void;
}

/** A form: summary of errors, hidden fields, its questions, agreement and button. */
export function FormShell({ form, state }: { form: Form; state: FormState }) {
  const { id, texts, isCheckedByBrowser } = form;
  const { page, words, messages } = texts;
  const required = form.names.filter((name) => form.fields[name]?.required);
  const { isSending, given } = state;
  const isHydrated = useHydrated();
  const { errors, formRef, handlers } = useForm({
    check: (fields) => {
      const checked = form.check(fields);
      return checked.kind === "invalid" ? checked.errors : {};
    },
    served: state.errors,
    onSend: state.onSend,
    onRefused: state.onRefused,
  });
  const hasAgreed = errors.agreeToTerms === undefined;
  const { onAgreed } = state;
  useEffect(() => {
    if (hasAgreed) onAgreed();
  }, [hasAgreed, onAgreed]);
  const hasProblem = Object.keys(errors).length > 0 || state.notice !== undefined;

  return (
    // multipart: urlencoding would make answers in most scripts three times as long
    <form
      {...handlers}
      ref={formRef}
      className="form"
      id={id}
      method="post"
      action={state.action}
      encType="multipart/form-data"
      noValidate={isHydrated || !isCheckedByBrowser}
      data-hydrated={isHydrated || undefined}
    >
      <title>{`${hasProblem ? `${words.errorTitle} ` : ""}${page.title} | ${site.name}`}</title>
      {/* A form that is being sent cannot be changed: a later change would not be sent. */}
      <div inert={isSending}>
        <ErrorSummary
          heading={words.problem}
          errors={Object.entries(errors).map(([name, message]) => ({
            id: `${id}-${name}`,
            message:
              name === "agreeToTerms" && messages.terms ? `${messages.terms.title}: ${message}` : message,
          }))}
          attempts={state.attempts}
          notice={state.notice}
        />
        <div className="form-intro">
          <h2>{texts.heading}</h2>
          {texts.intro.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className="hint">
            <span className="mark-required">*</span> {words.required}
          </p>
        </div>
        {servedFields.map((name) => (
          <input key={name} type="hidden" name={name} value={state[name]} />
        ))}
        <Trap label={words.trap} />

        <FormFields value={{ id, errors, given, required, words }}>
          <Questions form={form} />
          <div className="form-end">
            {/* The box before the links: Tab comes to what is asked for first. */}
            <Tick
              name="agreeToTerms"
              text={texts.fields.agreeToTerms?.text ?? ""}
              isRequired
              hint={
                <>
                  {words.termsLead} <a href={words.terms.to}>{words.terms.label}</a> {words.and}{" "}
                  <a href={words.privacy.to}>{words.privacy.label}</a>.
                </>
              }
            />
            <label className="choice">
              <input type="checkbox" name="sendCopy" defaultChecked={given.sendCopy !== undefined} />
              <span>{words.sendCopy}</span>
            </label>
          </div>
        </FormFields>
      </div>
      <button className="button" type="submit" disabled={isSending}>
        {isSending ? words.submitting : words.submit}
      </button>
      <Sending text={isSending ? words.sending : undefined} />
    </form>
  );
}

/** Whether the script has taken over from the browser. */
function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated;
}

/** Takes the focus while a form is being sent: its button is disabled and would lose it. */
function Sending({ text }: { text: string | undefined }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text) line.current?.focus({ preventScroll: true });
  }, [text]);
  return (
    <p className="sending" ref={line} tabIndex={-1}>
      {text}
    </p>
  );
}

/** The trap field: hidden from sight, keyboard and screen readers; robots that fill in every field fill it in too. */
function Trap({ label }: { label: string }) {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        {label}
        <input type="text" name={trapField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
