import { getFormProps, useForm } from "@conform-to/react";
import { Choices, Select, TextArea, TextField, Tick } from "#app/forms/fields.tsx";
import texts from "#content/typography.yaml";

const { fields, summary, toasts, words } = texts.form;
const options = Object.fromEntries(fields.options.map((label) => [label, label]));
const [chosen = ""] = fields.options;

/** The site's own fields in each of their states. The page has no script, so what depends on one is shown as it looks. */
export function FormSpecimens() {
  const [form, field] = useForm<Record<string, string>>({
    id: "specimen",
    constraint: { required: { required: true } },
    defaultValue: { filled: fields.value, radio: chosen, checkbox: chosen, off: fields.value },
    lastResult: {
      status: "error",
      initialValue: {
        filled: fields.value,
        radio: chosen,
        checkbox: chosen,
        wrong: fields.value,
        off: fields.value,
      },
      error: { wrong: [fields.error], wrongChoice: [fields.error] },
    },
  });
  const meta = (name: string) => field[name] as NonNullable<(typeof field)[string]>;
  const { onSubmit: _, ...props } = getFormProps(form);
  return (
    <form {...props} className="form specimen-form">
      <div className="error-summary">
        <h3>{summary}</h3>
        <ul>
          <li>
            <a href={`#${meta("wrong").id}`}>{fields.error}</a>
          </li>
        </ul>
      </div>
      <div className="form-grid">
        <TextField field={meta("empty")} label={fields.empty} words={words} />
        <TextField field={meta("filled")} label={fields.filled} words={words} />
        <TextField field={meta("required")} label={fields.required} words={words} />
        <TextField field={meta("hinted")} label={fields.hinted} hint={fields.hint} words={words} />
        <div className="show-hover">
          <TextField field={meta("hover")} label={fields.hover} words={words} />
        </div>
        <div className="show-focus">
          <TextField field={meta("focus")} label={fields.focus} words={words} />
        </div>
        <TextField field={meta("wrong")} label={fields.wrong} words={words} />
        <fieldset disabled>
          <TextField field={meta("off")} label={fields.disabled} words={words} />
        </fieldset>
        <Select field={meta("select")} label={fields.select} words={words} options={options} />
        <TextArea field={meta("area")} label={fields.area} words={words} rows={3} />
        <Choices
          type="checkbox"
          field={meta("checkbox")}
          label={fields.checkbox}
          words={words}
          options={options}
        />
        <Choices type="radio" field={meta("radio")} label={fields.radio} words={words} options={options} />
        <Tick field={meta("wrongChoice")} text={fields.tick} words={words} isRequired />
      </div>
      <div className="toasts">
        <div className="toast spruce">
          <div>
            <b>{toasts.success.title}</b>
            <p>{toasts.success.text}</p>
          </div>
        </div>
        <div className="toast toast-failure">
          <div>
            <b>{toasts.failure.title}</b>
            <p>{toasts.failure.text}</p>
          </div>
        </div>
      </div>
    </form>
  );
}
