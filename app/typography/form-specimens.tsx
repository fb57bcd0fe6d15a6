import { Choices, FormFields, Select, TextArea, TextField, Tick } from "#app/forms/fields.tsx";
import interest from "#content/forms/interest.yaml";
import texts from "#content/typography.yaml";

const { fields, summary, toasts } = texts.form;
const options = Object.fromEntries(fields.options.map((label) => [label, label]));
const [chosen = ""] = fields.options;

const specimens = {
  id: "specimen",
  given: {
    filled: [fields.value],
    radio: [chosen],
    checkbox: [chosen],
    wrong: [fields.value],
    off: [fields.value],
  },
  errors: { wrong: fields.error, wrongChoice: fields.error },
  required: ["required"],
  words: interest.words,
};

/** The site's own fields in each of their states. The page has no script, so states that need one are drawn. */
export function FormSpecimens() {
  return (
    <form className="form specimen-form" noValidate>
      <div className="error-summary">
        <h3>{summary}</h3>
        <ul>
          <li>
            <a href={`#${specimens.id}-wrong`}>{fields.error}</a>
          </li>
        </ul>
      </div>
      <FormFields value={specimens}>
        <div className="form-grid">
          <TextField name="empty" label={fields.empty} />
          <TextField name="filled" label={fields.filled} />
          <TextField name="required" label={fields.required} />
          <TextField name="hinted" label={fields.hinted} hint={fields.hint} />
          <div className="show-hover">
            <TextField name="hover" label={fields.hover} />
          </div>
          <div className="show-focus">
            <TextField name="focus" label={fields.focus} />
          </div>
          <TextField name="wrong" label={fields.wrong} />
          <fieldset disabled>
            <TextField name="off" label={fields.disabled} />
          </fieldset>
          <Select name="select" label={fields.select} options={options} />
          <TextArea name="area" label={fields.area} rows={3} />
          <Choices type="checkbox" name="checkbox" label={fields.checkbox} options={options} />
          <Choices type="radio" name="radio" label={fields.radio} options={options} />
          <Tick name="wrongChoice" text={fields.tick} isRequired />
        </div>
      </FormFields>
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
