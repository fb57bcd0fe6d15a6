import {
  type FieldMetadata,
  type FormMetadata,
  getFormProps,
  type Submission,
  type SubmissionResult,
} from "@conform-to/react";
import { type FormEvent, type ReactNode, useState } from "react";
import type { FormTexts } from "#app/content/forms.schema.ts";
import site from "#content/site.yaml";
import { ErrorSummary } from "./error-summary.tsx";
import { Tick } from "./fields.tsx";
import { trapField } from "./suspicion.ts";

/** What the page hands to its form. */
export interface FormState {
  action: string;
  /** Made when the form is served; every attempt to send this form carries it. */
  submissionId: string;
  /** Says when the form was served. */
  stamp: string;
  lastResult: SubmissionResult<string[]> | undefined;
  /** A sentence about the whole form, shown above it. */
  notice: string | undefined;
  isSending: boolean;
  onSend: (fields: FormData) => void;
  /** An attempt to send that the check in the browser refused, with the names of the wrong fields. */
  onRefused: (names: string[]) => void;
}

/** How conform treats both forms: they are checked when they are sent, and then while mistakes are mended. */
export function formOptions<Values>(
  state: FormState,
  parse: (fields: FormData) => Submission<Values, string[]>,
  requiredFields: readonly string[],
) {
  return {
    constraint: Object.fromEntries(requiredFields.map((name) => [name, { required: true }])),
    lastResult: state.lastResult ?? null,
    shouldValidate: "onSubmit" as const,
    shouldRevalidate: "onInput" as const,
    onValidate: ({ formData }: { formData: FormData }) => parse(formData),
    onSubmit(event: FormEvent<HTMLFormElement>, { formData }: { formData: FormData }) {
      event.preventDefault();
      state.onSend(formData);
    },
  };
}

interface FormShellProps {
  // biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in the form's type, which a shared part cannot know
  meta: FormMetadata<any, string[]>;
  state: FormState;
  texts: FormTexts;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  agreement: { field: FieldMetadata<any, any, any>; text: string; isRequired: boolean };
  /** Reads the form as the browser's check does. */
  parse: (fields: FormData) => Submission<unknown, string[]>;
  children: ReactNode;
}

/** What both forms have around their sections: summary of errors, hidden fields, agreement and button. */
export function FormShell({ meta, state, texts, agreement, parse, children }: FormShellProps) {
  const { page, words } = texts;
  const [attempts, setAttempts] = useState(0);
  const { onSubmit, ...formProps } = getFormProps(meta);
  const errors = Object.entries(meta.allErrors).map(([name, messages]) => ({
    id: `${meta.id}-${name}`,
    message: messages?.[0] ?? "",
  }));
  const hasProblem = errors.length > 0 || state.notice !== undefined;

  return (
    // multipart: an answer in any script then takes its own bytes, not three times as many
    <form
      {...formProps}
      className="form"
      method="post"
      action={state.action}
      encType="multipart/form-data"
      onSubmit={(event) => {
        setAttempts((count) => count + 1);
        onSubmit(event);
        const parsed = parse(new FormData(event.currentTarget));
        if (parsed.status === "error") state.onRefused(Object.keys(parsed.error ?? {}));
      }}
    >
      <title>{`${hasProblem ? `${words.errorTitle} ` : ""}${page.title} | ${site.name}`}</title>
      <ErrorSummary heading={words.problem} errors={errors} attempts={attempts} notice={state.notice} />
      <div className="form-intro">
        <h2>{texts.heading}</h2>
        {texts.intro.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <input type="hidden" name="submissionId" value={state.submissionId} />
      <input type="hidden" name="stamp" value={state.stamp} />
      <Trap label={words.trap} />

      {children}

      <div className="form-end">
        <p className="hint">
          {words.termsLead} <a href={words.terms.to}>{words.terms.label}</a> {words.and}{" "}
          <a href={words.privacy.to}>{words.privacy.label}</a>.
        </p>
        <Tick {...agreement} words={words} />
        <label className="choice">
          <input type="checkbox" name="sendCopy" />
          <span>{words.sendCopy}</span>
        </label>
        <button className="button" type="submit" disabled={state.isSending}>
          {state.isSending ? words.submitting : words.submit}
        </button>
      </div>
    </form>
  );
}

/** Nobody sees it, reaches it with the keyboard or hears it; a robot that fills in whatever it finds does. */
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

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className="form-grid">{children}</div>
    </fieldset>
  );
}
