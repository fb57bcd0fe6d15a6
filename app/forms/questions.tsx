import { inputTypes } from "#content-model/forms/field.ts";
import type { Form } from "#submissions/forms/form.ts";
import { Choices, Select, TextArea, TextField, Tick } from "./fields.tsx";

/** All questions of a form, section by section, in the order of its content file. */
export function Questions({ form }: { form: Form }) {
  return form.texts.sections.map(({ title, names }) => (
    <fieldset
      className={names.some((name) => form.fields[name]?.required) ? "section" : "section calm"}
      key={title}
    >
      <legend>
        <h3>{title}</h3>
      </legend>
      <div className="form-grid">
        {names.map((name) => (
          <Question key={name} form={form} name={name} />
        ))}
      </div>
    </fieldset>
  ));
}

function Question({ form: { fields, texts }, name }: { form: Form; name: string }) {
  const field = fields[name];
  const words = texts.fields[name];
  if (!field || !words) return null;
  const { label, hint } = words;
  const props = { name, label, hint };
  switch (field.kind) {
    case "area":
      return <TextArea {...props} rows={field.rows} />;
    case "select":
      return <Select {...props} options={optionsOf(words)} />;
    case "radio":
      return <Choices {...props} type="radio" options={optionsOf(words)} />;
    case "checkboxes":
      return <Choices {...props} type="checkbox" options={optionsOf(words)} />;
    case "tick":
    case "agreement":
      return <Tick name={name} hint={hint} text={words.text ?? label} />;
    default:
      return <TextField {...props} type={inputTypes[field.kind]} autoComplete={field.autoComplete} />;
  }
}

/** Labels by value; an option without a value of its own is stored as it is shown. */
function optionsOf({ options = {} }: Form["texts"]["fields"][string]): Record<string, string> {
  return Array.isArray(options) ? Object.fromEntries(options.map((label) => [label, label])) : options;
}
