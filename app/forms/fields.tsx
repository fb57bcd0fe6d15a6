import {
  type FieldMetadata,
  getCollectionProps,
  getInputProps,
  getSelectProps,
  getTextareaProps,
} from "@conform-to/react";
import type { ReactNode } from "react";

/** Words of a form that its fields share. */
export interface FieldWords {
  optional: string;
  required: string;
  choose: string;
}

interface FieldProps {
  // biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in the form's type, which a shared field cannot know
  field: FieldMetadata<any, any, any>;
  label: string;
  hint?: string | undefined;
  words: FieldWords;
  isWide?: boolean;
}

interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "tel" | "url";
  autoComplete?: string;
}

export function TextField({ type = "text", autoComplete, ...props }: TextFieldProps) {
  const { key: _, ...input } = getInputProps(props.field, { type, ariaDescribedBy: hintId(props) });
  return (
    <Field {...props}>
      <input {...input} autoComplete={autoComplete} />
    </Field>
  );
}

/** @param rows visible lines */
export function TextArea({ rows, ...props }: FieldProps & { rows: number }) {
  const { key: _, ...textarea } = getTextareaProps(props.field, { ariaDescribedBy: hintId(props) });
  return (
    <Field {...props} isWide>
      <textarea {...textarea} rows={rows} />
    </Field>
  );
}

/** @param options label by value */
export function Select({ options, ...props }: FieldProps & { options: Record<string, string> }) {
  const { key: _, ...select } = getSelectProps(props.field, { ariaDescribedBy: hintId(props) });
  return (
    <Field {...props}>
      <select {...select}>
        <option value="">{props.words.choose}</option>
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A group of checkboxes or radio buttons; every row is at least 44 px high. */
export function Choices({
  type,
  options,
  ...props
}: FieldProps & { type: "checkbox" | "radio"; options: Record<string, string> }) {
  const { field, label, hint, words } = props;
  const inputs = getCollectionProps(field, { type, options: Object.keys(options) });
  return (
    <fieldset className="field choices full" aria-describedby={describedBy(props)}>
      <legend>
        {label} <Mark field={field} words={words} />
      </legend>
      {hint && (
        <p className="hint" id={`${field.id}-hint`}>
          {hint}
        </p>
      )}
      <div className={type === "radio" ? "choice-list" : "choice-grid"}>
        {inputs.map(({ key, ...input }, index) => (
          <label className="choice" key={key}>
            {/* The first one takes the field's id, so that the summary's link leads to it. */}
            <input {...input} id={index === 0 ? field.id : `${field.id}-${index}`} />
            <span>{options[String(input.value)]}</span>
          </label>
        ))}
      </div>
      <FieldError field={field} />
    </fieldset>
  );
}

/** One box to tick. */
export function Tick({
  text,
  isRequired,
  ...props
}: Omit<FieldProps, "label"> & { text: string; isRequired?: boolean }) {
  const { field, hint } = props;
  const { key: _, ...input } = getInputProps(field, {
    type: "checkbox",
    ariaDescribedBy: hint ? `${field.id}-hint` : undefined,
  });
  return (
    <div className="field full">
      <label className="choice" htmlFor={field.id}>
        <input {...input} />
        <span>
          {text} {isRequired && <Star words={props.words} />}
        </span>
      </label>
      {hint && (
        <p className="hint" id={`${field.id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError field={field} />
    </div>
  );
}

function Field({ field, label, hint, words, isWide, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className={isWide ? "field full" : "field"}>
      <label htmlFor={field.id}>
        {label} <Mark field={field} words={words} />
      </label>
      {hint && (
        <p className="hint" id={`${field.id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldError field={field} />
    </div>
  );
}

function Mark({ field, words }: Pick<FieldProps, "field" | "words">) {
  return field.required ? <Star words={words} /> : <span className="mark-optional">{words.optional}</span>;
}

function Star({ words }: { words: FieldWords }) {
  return (
    <span className="mark-required">
      <span aria-hidden="true">*</span>
      <span className="visually-hidden">{words.required}</span>
    </span>
  );
}

function FieldError({ field }: Pick<FieldProps, "field">) {
  if (!field.errors?.length) return null;
  return (
    <p className="error" id={field.errorId}>
      {field.errors[0]}
    </p>
  );
}

function hintId({ field, hint }: FieldProps): string | undefined {
  return hint ? `${field.id}-hint` : undefined;
}

function describedBy(props: FieldProps): string | undefined {
  return (
    [hintId(props), props.field.errors?.length ? props.field.errorId : undefined].filter(Boolean).join(" ") ||
    undefined
  );
}
