import * as v from "valibot";
import errors from "#content/forms/errors.yaml";
import { type Field, longest } from "#content-model/forms/field.ts";
import { language } from "#system/language.ts";

/** What is said of a question's answers. */
interface Words {
  label: string;
  missing?: string | undefined;
  wrong?: string | undefined;
  options?: Record<string, string> | readonly string[];
}

/** A label that is a sentence of its own stands in quotation marks within another one. */
const fill = (text: string, { label }: Words) =>
  text.replace("{label}", () => (/[.?!]$/.test(label) ? `'${label}'` : label));

/** What is said where an answer has to be there and is not. */
export const missingMessage = (words: Words) => words.missing ?? fill(errors.required, words);

/** Said when it is true only: a browser's first number in a language takes a slow phone a tenth of a second. */
const tooLong = (words: Words, length: number) => () =>
  fill(errors.tooLong, words).replace("{length}", length.toLocaleString(language));

/** NUL would be lost; invalid bytes and unpaired surrogates have already become U+FFFD in the form data. */
const unstorable = /[\0\uFFFD]/;
/** In a single line also control characters but the tab, and line breaks, which nobody can type there. */
const unstorableInLine = /[^\P{Cc}\t]|[\u2028\u2029\uFFFD]/u;

/** What reads the answer to a question, in the browser and on the server; its messages are sentences for the visitor. */
export function answerSchema(
  field: Field,
  words: Words,
): v.GenericSchema<unknown, string | string[] | boolean> {
  const check = (schema: v.GenericSchema<string | undefined, string>) =>
    field.required ? required(schema, words) : schema;
  switch (field.kind) {
    case "line":
      return check(line(words, field.longest));
    case "area":
      return check(answer(words, field.longest ?? longest.area, unstorable));
    case "name":
      return name(words, field.longest);
    case "email":
      return email(words, field.longest);
    case "phone":
      return check(phone(words, field.longest));
    case "web":
      return check(webAddress(words, field.longest));
    case "select":
    case "radio":
      return check(v.optional(v.picklist(["", ...field.values], fill(errors.choose, words)), ""));
    case "checkboxes":
      return anyOf(words, field.required);
    case "tick":
      return tick;
    case "agreement":
      return agreement(words);
  }
}

/** Text that can be stored as it is. A form sends each line break as two characters (HTML, 'Constructing the entry list'). */
function answer(words: Words, length: number, forbidden: RegExp) {
  return v.optional(
    v.pipe(
      v.string(fill(errors.single, words)),
      v.check((value) => !forbidden.test(value), fill(errors.unstorable, words)),
      v.check(
        // Hardly any answer is so long that its characters have to be counted one by one.
        (value) => value.length <= length || [...value.replaceAll("\r\n", "\n")].length <= length,
        tooLong(words, length),
      ),
    ),
    "",
  );
}

/** A tab, as it comes along with a cell of a table, is a space. */
function line(words: Words, length = longest.line) {
  return v.pipe(
    answer(words, length, unstorableInLine),
    v.transform((value) => value.replaceAll("\t", " ")),
  );
}

/** docs/specification.md, 'Required answers'. */
function required<Schema extends v.GenericSchema<string | undefined, string>>(schema: Schema, words: Words) {
  return v.pipe(
    schema,
    v.check((value) => value.trim() !== "", missingMessage(words)),
  );
}

/** A required name of at least two characters that can be seen. */
function name(words: Words, length?: number) {
  return v.pipe(
    line(words, length),
    v.trim(),
    v.check(
      (value) => [...value.replace(/[\p{Cf}\p{Z}]/gu, "")].length >= 2,
      words.wrong ?? fill(errors.required, words),
    ),
  );
}

/** A required address, as short as SMTP (RFC 5321, section 4.5.3.1) and its domain's parts as DNS (RFC 1035, section 2.3.4) take it. */
function email(words: Words, length = longest.email) {
  return v.pipe(
    v.optional(v.string(fill(errors.single, words)), ""),
    v.trim(),
    v.check((value) => value !== "", missingMessage(words)),
    v.maxLength(length, tooLong(words, length)),
    v.check(
      (value) =>
        // Quoted names and addresses of machines are no visitor's; mailbox.ts says what is sent to the odder of the others.
        /^[^\s@<>()[\],;:"\\]+@(?:[^\s@<>()[\],;:"\\.%!]{1,63}\.)+(?!\d+$)[^\s@<>()[\],;:"\\.%!]{2,63}$/.test(
          value,
        ) &&
        !/[@.]-|-(?:\.|$)/.test(value.slice(value.lastIndexOf("@"))) &&
        // No address has control characters, U+FFFD or direction marks, and PostgreSQL cannot store NUL.
        !/[\p{Cc}\uFFFD\p{Bidi_Control}]/u.test(value),
      words.wrong ?? errors.email,
    ),
    v.transform(inAscii),
  );
}

/** One spelling for one domain: some browsers turn letters beyond ASCII into punycode (RFC 5891) in such a field, others do not. */
function inAscii(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  if (/^[\x20-\x7E]*$/.test(domain)) return email;
  try {
    return email.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return email;
  }
}

/** Empty, or something like a phone number, with any kind of hyphen and an extension; docs/specification.md, 'Phone rule'. */
function phone(words: Words, length?: number) {
  return v.pipe(
    line(words, length),
    v.trim(),
    v.check(
      (value) =>
        value === "" ||
        (/^([\d\s+\-‐-―()./#x]|ext(ension)?)+$/i.test(value) && value.replace(/\D/g, "").length >= 7),
      words.wrong ?? errors.phone,
    ),
  );
}

/**
 * Empty, or an http(s) address: nothing else may become a link that the staff press. Most people leave out `https://`;
 * it is put in front.
 */
function webAddress(words: Words, length?: number) {
  return v.pipe(
    line(words, length),
    v.trim(),
    v.transform((value) => (value === "" || /^[a-z][a-z\d+.-]*:/i.test(value) ? value : `https://${value}`)),
    v.check((value) => value === "" || isWebAddress(value), words.wrong ?? errors.web),
  );
}

function isWebAddress(value: string): boolean {
  try {
    const { hostname, username } = new URL(value);
    return (
      /^https?:\/\/[^\s/\\][^\s\\]*$/i.test(value) && /[^.]\.[^.]{2,}$/.test(hostname) && username === ""
    );
  } catch {
    return false;
  }
}

/** A box that has to be ticked. */
function agreement(words: Words) {
  const message = missingMessage(words);
  return v.pipe(
    v.optional(v.string(message), ""),
    v.check(isTicked, message),
    v.transform(() => true),
  );
}

const oneOrMore = v.union([v.string(), v.array(v.string())]);

/** A box that may be ticked. */
const tick = v.pipe(
  v.optional(oneOrMore, ""),
  v.transform((value) => [value].flat().some(isTicked)),
);

/** What browsers send for a box without a value, and what other clients mean by yes. */
function isTicked(value: string): boolean {
  return ["on", "true", "yes", "1"].includes(value.toLowerCase());
}

/** Any number of the options, or one at least. A form sends one as text, several as a list. */
function anyOf(words: Words, isRequired = false) {
  const options = Object.values(words.options ?? {});
  return v.pipe(
    v.optional(oneOrMore, []),
    v.transform((value) => [value].flat().filter((one) => one !== "")),
    v.array(v.picklist(options, fill(errors.choose, words))),
    v.check((chosen) => !isRequired || chosen.length > 0, missingMessage(words)),
  );
}
