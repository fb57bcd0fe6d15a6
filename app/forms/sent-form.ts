import { servedFields } from "#content-model/forms/reserved-names.ts";

/** A form that was sent: its fields as they were, hidden ones too. */
type SentForm = [name: string, value: string][];

/** Fields that say which submission it is. The page itself keeps their values in the history as well (form-page.tsx). */
const hidden: readonly string[] = servedFields;

/**
 * Keeps in this entry of the browser's history what was sent from it, until an answer says what became of it. The page may be left before,
 * and not every browser then keeps what stands in its fields (Firefox does not when Back leads to a page that it has kept whole). The
 * entry is no longer the answer to a post then, which a reload would send again.
 */
export function noteSent(form: HTMLFormElement): void {
  history.replaceState({ ...history.state, sent: entriesOf(form) }, "");
}

/** An answer has come, or the browser shows it: keeps which submission the form is now. */
export function noteAnswer(form: HTMLFormElement): void {
  const current = entriesOf(form).filter(([name]) => hidden.includes(name));
  history.replaceState({ ...history.state, ...Object.fromEntries(current), sent: undefined }, "");
}

/** Whether the form with this id was sent from this entry of the history without an answer. */
export function wasSent(submissionId: string): boolean {
  return sentForm()?.some(([name, value]) => name === "submissionId" && value === submissionId) ?? false;
}

/** Puts what was sent without an answer back into its form, with its id, unless something else stands there since. */
export function bringBackSent(form: HTMLFormElement): void {
  const sent = sentForm();
  const words = wordsOf(entriesOf(form));
  if (!sent || (words !== "" && words !== wordsOf(sent))) return;
  for (const field of form.elements) {
    if (!("value" in field && "name" in field)) continue;
    const values = sent.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field instanceof HTMLInputElement && /checkbox|radio/.test(field.type))
      field.checked = values.includes(field.value);
    else if (values[0] !== undefined) field.value = values[0];
  }
}

function sentForm(): SentForm | undefined {
  return (history.state as { sent?: SentForm } | null)?.sent;
}

function entriesOf(form: HTMLFormElement): SentForm {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
}

/** What a person has written, as one text. */
function wordsOf(entries: SentForm): string {
  const written = entries.filter(([name, value]) => value !== "" && !hidden.includes(name));
  return written.flat().join("\n");
}
