import * as v from "valibot";

/** The longest answers, in characters as people count them (code points); docs/specification.md, 'Lengths of answers'. */
export const lengths = { line: 200, area: 5_000, email: 254 };

const tooLong = (label: string, length: number) =>
  `${label} must be at most ${length.toLocaleString("en-US")} characters`;

/** NUL would be lost; invalid bytes and unpaired surrogates have already become U+FFFD in the form data. */
const unstorable = /[\0\uFFFD]/;
/** In a single line also control characters and line breaks, which nobody can type there. */
const unstorableInLine = /[\p{Cc}\u2028\u2029\uFFFD]/u;

/** Text that can be stored as it is. A form sends each line break as two characters (HTML, 'Constructing the entry list'). */
function answer(label: string, length: number, forbidden = unstorable) {
  return v.pipe(
    v.string(`${label} takes one answer`),
    v.check(
      (value) => !forbidden.test(value),
      `${label} has a character that cannot be stored; please type it again`,
    ),
    v.check((value) => [...value.replaceAll("\r\n", "\n")].length <= length, tooLong(label, length)),
  );
}

export function line(label: string) {
  return v.optional(answer(label, lengths.line, unstorableInLine), "");
}

export function area(label: string) {
  return v.optional(answer(label, lengths.area), "");
}

/** A required answer of one line. */
export function requiredLine(label: string) {
  return required(line(label), label);
}

/** A required answer of several lines. */
export function requiredArea(label: string) {
  return required(area(label), label);
}

/** docs/specification.md, 'Required answers'. */
function required<Schema extends v.GenericSchema<string | undefined, string>>(schema: Schema, label: string) {
  return v.pipe(
    schema,
    v.check((value) => value.trim() !== "", `${label} is required`),
  );
}

/** A required name of at least two characters. */
export function name(message: string, label: string) {
  return v.pipe(
    v.optional(answer(label, lengths.line, unstorableInLine), ""),
    v.trim(),
    // Counts visible characters only.
    v.check((value) => [...value.replace(/[\p{Cf}\p{Z}]/gu, "")].length >= 2, message),
  );
}

/** @param missing message when it is missing; by default the same as for an invalid one */
export function email(missing?: string) {
  const message = "Please enter a valid email address";
  return v.pipe(
    v.optional(v.string(message), ""),
    v.trim(),
    v.check((value) => value !== "" || missing === undefined, missing ?? message),
    v.maxLength(lengths.email, tooLong("Email", lengths.email)),
    v.check(
      (value) =>
        /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\.]{2,}$/.test(value) &&
        // No address has control characters, U+FFFD or direction marks, and PostgreSQL cannot store NUL.
        !/[\p{Cc}\uFFFD\p{Bidi_Control}]/u.test(value),
      message,
    ),
  );
}

/** Empty, or something like a phone number, with any kind of hyphen; docs/specification.md, 'Phone rule'. */
export function phone() {
  const message = "Please enter a valid phone number";
  return v.pipe(
    line("Phone"),
    v.check(
      (value) => value === "" || (/^[\d\s+\-‐-―().x]+$/i.test(value) && value.replace(/\D/g, "").length >= 7),
      message,
    ),
  );
}

/**
 * Empty, or an http(s) address: nothing else may become a link that the staff press. Most people leave out `https://`;
 * it is put in front.
 */
export function webAddress(message: string) {
  return v.pipe(
    line("The address"),
    v.trim(),
    v.transform((value) => (value === "" || /^[a-z][a-z\d+.-]*:/i.test(value) ? value : `https://${value}`)),
    v.check((value) => value === "" || isWebAddress(value), message),
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

/** Empty, or one of the values. */
export function oneOf<const Value extends string>(values: readonly Value[], label: string) {
  return v.optional(v.picklist(["", ...values], `Choose from the list: ${label}`), "");
}

/** One of the values; none is not allowed. */
export function requiredOneOf<const Value extends string>(values: readonly Value[], label: string) {
  return v.pipe(
    oneOf(values, label),
    v.check((value) => value !== "", `${label} is required`),
  );
}

/** A box that has to be ticked. */
export function agreement(message: string) {
  return v.pipe(
    v.optional(v.string(message), ""),
    v.check(isTicked, message),
    v.transform(() => true),
  );
}

/** A box that may be ticked. */
export function tick() {
  return v.pipe(
    v.optional(v.union([v.string(), v.array(v.string())]), ""),
    v.transform((value) => [value].flat().some(isTicked)),
  );
}

/** What browsers send for a box without a value, and what other clients mean by yes. */
function isTicked(value: string): boolean {
  return ["on", "true", "yes", "1"].includes(value.toLowerCase());
}

/** Any number of the values. A form sends one as text, several as a list. */
export function anyOf(values: readonly string[], label: string) {
  const some = v.array(v.picklist(values, `Choose from the list: ${label}`));
  return v.pipe(
    v.optional(v.union([v.string(), v.array(v.string())]), []),
    v.transform((value) => [value].flat().filter((one) => one !== "")),
    some,
  );
}
