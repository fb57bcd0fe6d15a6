import { createContext, type HTMLInputTypeAttribute, type ReactNode, useContext } from "react";
import type { FormErrors, GivenValues } from "#submissions/forms/form.ts";

/** What the fields of one form share. */
interface FieldsOfForm {
  /** The form's id; a field's id is made from it and the field's name. */
  id: string;
  errors: FormErrors;
  /** What was written into the form before it was served again. */
  given: GivenValues;
  required: readonly string[];
  words: { required: string; choose: string };
}

const FormContext = createContext<FieldsOfForm | undefined>(undefined);
export const FormFields = FormContext.Provider;

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
}

interface TextFieldProps extends FieldProps {
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
}

export function TextField({ type = "text", autoComplete, ...props }: TextFieldProps) {
  const { input, given } = useField(props);
  return (
    <Field {...props}>
      <input {...input} type={type} autoComplete={autoComplete} defaultValue={given[0]} />
    </Field>
  );
}

/** @param rows visible lines */
export function TextArea({ rows, ...props }: FieldProps & { rows: number }) {
  const { input, given } = useField(props);
  return (
    <Field {...props} isWide>
      {/* Browsers send CR LF and drop the first line break they read: React writes one more, where the text begins with LF alone. */}
      <textarea {...input} rows={rows} defaultValue={given[0]?.replaceAll("\r\n", "\n")} />
    </Field>
  );
}

/** @param options label by value */
export function Select({ options, ...props }: FieldProps & { options: Record<string, string> }) {
  const { input, given, form } = useField(props);
  return (
    <Field {...props}>
      {/* React leaves the default of a list as it was first. */}
      <select {...input} key={given[0]} defaultValue={given[0]}>
        <option value="">{form.words.choose}</option>
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
  const { input, given, describedBy } = useField(props);
  return (
    <fieldset className="field choices full" aria-describedby={describedBy}>
      <legend>
        {props.label} <Mark name={props.name} />
      </legend>
      <Hint {...props} />
      <div className={type === "radio" ? "choice-list" : "choice-grid"}>
        {Object.entries(options).map(([value, label], index) => (
          <label className="choice" key={value}>
            <input
              type={type}
              name={props.name}
              value={value}
              // The first one takes the field's id, so that the summary's link leads to it.
              id={index === 0 ? input.id : `${input.id}-${index}`}
              defaultChecked={given.includes(value)}
              required={type === "radio" && input.required}
              aria-invalid={input["aria-invalid"] || undefined}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <FieldError name={props.name} />
    </fieldset>
  );
}

/** One box to tick. */
export function Tick({
  text,
  isRequired,
  ...props
}: Omit<FieldProps, "label"> & { text: string; isRequired?: boolean }) {
  const { input, given } = useField(props);
  return (
    <div className="field full">
      <label className="choice" htmlFor={input.id}>
        <input {...input} type="checkbox" defaultChecked={given.length > 0} />
        <span>
          {text}
          {isRequired && <>&nbsp;{<Star />}</>}
        </span>
      </label>
      <Hint {...props} />
      <FieldError name={props.name} />
    </div>
  );
}

function Field({ isWide, children, ...props }: FieldProps & { isWide?: boolean; children: ReactNode }) {
  const { input } = useField(props);
  return (
    <div className={isWide ? "field full" : "field"}>
      <label htmlFor={input.id}>
        {props.label} <Mark name={props.name} />
      </label>
      <Hint {...props} />
      {children}
      <FieldError name={props.name} />
    </div>
  );
}

function Hint({ name, hint }: Pick<FieldProps, "name" | "hint">) {
  const { id } = useFields();
  return hint ? (
    <p className="hint" id={`${id}-${name}-hint`}>
      {hint}
    </p>
  ) : null;
}

function Mark({ name }: { name: string }) {
  return useFields().required.includes(name) && <Star />;
}

function Star() {
  const { words } = useFields();
  return (
    <span className="mark-required">
      <span aria-hidden="true">*</span>
      <span className="visually-hidden">{words.required}</span>
    </span>
  );
}

function FieldError({ name }: { name: string }) {
  const { id, errors } = useFields();
  return errors[name] === undefined ? null : (
    <p className="error" id={`${id}-${name}-error`}>
      {errors[name]}
    </p>
  );
}

/** The attributes of a field's control, and the values to show in it again. */
function useField({ name, hint }: Pick<FieldProps, "name" | "hint">) {
  const form = useFields();
  const id = `${form.id}-${name}`;
  const isWrong = form.errors[name] !== undefined;
  const describedBy = [hint && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return {
    form,
    describedBy,
    given: form.given[name] ?? [],
    input: {
      id,
      name,
      required: form.required.includes(name),
      // Also false: Chromium takes a list without a choice for invalid before anybody has tried to send it.
      "aria-invalid": isWrong,
      "aria-describedby": describedBy,
    },
  };
}

function useFields(): FieldsOfForm {
  const form = useContext(FormContext);
  if (!form) throw new Error("a field stands outside of a form");
  return form;
}
