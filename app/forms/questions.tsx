import { writtenCount } from "#content-model/counts.ts";
import { inputTypes } from "#content-model/forms/field.ts";
import type { Form } from "#submissions/forms/form.ts";
import { Choices, Select, TextArea, TextField, Tick } from "./fields.tsx";

/** The sections of a form, each a link to it and how many questions it has. */
export function Parts({ form: { id, texts } }: { form: Form }) {
  return (
    <nav aria-label={texts.words.parts}>
      <h2>{texts.words.parts}</h2>
      <ol>
        {texts.sections.map(({ title, names }, index) => (
          <li key={title}>
            <a href={`#${partId(id, index)}`}>{title}</a>{" "}
            <span>{writtenCount(names.length, undefined, texts.words.questions)}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** No question has such an id: theirs end in a name. */
function partId(form: string, index: number): string {
  return `${form}-${index + 1}`;
}

/** All questions of a form, section by section, in the order of its content file. */
export function Questions({ form }: { form: Form }) {
  return form.texts.sections.map(({ title, names }, index) => (
    <fieldset
      id={partId(form.id, index)}
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
