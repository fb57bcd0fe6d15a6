/**
 * Recognizes the e-mail addresses and telephone numbers of persons. Whoever writes an entry gives them to those who come;
 * on a page they would be for everybody and for good, and nobody would know how to have them removed. Only the
 * organization's own are known to be meant for all.
 */

const mailbox = /(?<![@\p{L}\d.+_-])[\p{L}\d.+_-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}/giu;
const webAddress = /\b(?:https?:\/\/|www\.)[^\s<>"]{1,2000}/gi;
/** Nine digits and more in one piece or in groups, as telephones and meetings have them; with `+` any. */
const longNumber = /(?<![\p{L}\d.,/#-])(?:\+ ?)?\(?\d[\d ()./-]{5,40}\d(?![\p{L}\d])/gu;
const chatNumber = /\bwa\.me\/\+?\d{7}/i;

/** Whole numbers that are none of a person's, however many digits they have. */
const harmless = [
  // Days, months and years, or small numbers in a row.
  /^(?!0\d(?:[ .-]\d\d){4}$)(?:(?:1\d|20)\d\d|\d{1,2})(?:[ ./-]+(?:(?:1\d|20)\d\d|\d{1,2}))*$/,
  // Thousands, and decimals.
  /^\d{1,3}(?:\.\d{3})+(?: ?- ?\d{1,3}(?:\.\d{3})+)?$|^\d{1,3}(?: \d{3})* 000(?: ?- ?\d{1,3}(?: \d{3})*)?$|^\d{1,4}\.\d+$/,
  // ISBN, EIN, ZIP+4.
  /^97[89][ -]?\d|^\d{1,5}-\d{1,7}-\d{1,7}-\d$|^\d\d-\d{7}$|^\d{5}-\d{4}$/,
];

/**
 * Whether a sentence says how to reach somebody.
 *
 * @param own what the organization has made public: e-mail addresses, `@domain` for all of a domain, telephone numbers
 */
export function tellsContact(sentence: string, own: readonly string[]): boolean {
  const text = sentence
    .replace(/ ?[([{] ?at ?[)\]}] ?/gi, "@")
    .replace(/ ?[([{] ?dot ?[)\]}] ?/gi, ".")
    .replace(/(\S) at ([\w-]{1,60}) dot (?=[a-z]{2})/gi, "$1@$2.")
    .replace(/[‐‑‒]/g, "-");
  if (chatNumber.test(text)) return true;
  const words = text.replace(webAddress, " ");
  return (
    (text.match(mailbox) ?? []).some((address) => !isOwnMailbox(address.toLowerCase(), own)) ||
    (words.match(longNumber) ?? []).some((number) => isTelephone(number, own))
  );
}

/** A sentence with a mark in place of each address and number of a person's. */
export function withoutContacts(sentence: string, own: readonly string[], mark: string): string {
  return sentence
    .replace(mailbox, (found) => (isOwnMailbox(found.toLowerCase(), own) ? found : mark))
    .replace(longNumber, (found) => (isTelephone(found, own) ? mark : found));
}

function isOwnMailbox(address: string, own: readonly string[]): boolean {
  const domain = address.slice(address.indexOf("@"));
  return own.some((one) => {
    const known = one.toLowerCase();
    if (!known.startsWith("@")) return known === address;
    return domain === known || domain.endsWith(`.${known.slice(1)}`);
  });
}

/** Whether a whole number can be a telephone's, other than the organization's own: no day, time, price or number of a book. */
export function isTelephone(number: string, own: readonly string[] = []): boolean {
  const digits = digitsOf(number);
  if (digits.length < (number.startsWith("+") ? 7 : 9) || digits.length > 15) return false;
  if (own.some((one) => digitsOf(one).endsWith(digits.replace(/^0+/, "")))) return false;
  return !harmless.some((shape) => shape.test(number));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
