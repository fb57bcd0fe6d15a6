import {
  isLabelledCode,
  isMeetingData,
  isSpelledCode,
  joinLetters,
  namesCode,
  plain,
  tellsAccessCode,
} from "./access-code.ts";
import { invitationLines, isSentence } from "./invitation.ts";
import { afterLink, withoutKeys, withoutTrackers, withReadableParameters } from "./link-parameters.ts";
import { tellsContact, withoutContacts } from "./personal-contact.ts";
import { decoded, isPrivateLink, withoutTokens } from "./private-link.ts";

/** Words for passcodes and meeting numbers, with the value that follows. */
const accessWord = String.raw`\b(?:pass ?codes?|pass ?words?|passwort|kenn(?:wort|code)|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|(?:besprechungs|meeting|vergader)-?id|code d['’]acc(?:è|e)s?|identifiant de r(?:é|e)union|id de (?:la )?reuni(?:ó|o)n|(?:meeting|webinar|conference|event|access|host|participant|security|dial[ -]in)[ -]?(?:id|code|number|pin|key))\b`;
const accessCode = new RegExp(
  [
    String.raw`${accessWord}(?:[ \t]{0,3}\([^)\n]{0,30}\))?(?:[ \t]{0,3}[:：=#][ \t]{0,3}\S|[ \t]{1,3}(?:is|will be|[-–])[ \t]{1,3}(?!needed|required|necessary|sent)\S|(?:\s?<[^>\n]{1,20}>){1,3}\s?\w|[^\n]{0,40}?(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{4})|\bas the pass ?(?:word|code)\b`,
    String.raw`\bpin\b[^\n]{0,20}?\d{3}`,
    // IP addresses and telephone numbers to dial in.
    String.raw`\bdial\b[^\n]{0,40}?\d{1,3}(?:\.\d{1,3}){3}|^\s*\d{1,3}(?:\.\d{1,3}){3}\b|\+\d[\d ()-]{6,20}\d[^\n]{0,40}?\btoll\b`,
    // A telephone number followed by a code to dial.
    String.raw`\d[\d ().-]{5,20}(?:,{2,4}[\d*#]|,[\d*]{4})`,
  ].join("|"),
  "i",
);
/** A label whose value is on the next line: with its colon, or alone. */
const accessLabel = new RegExp(
  String.raw`(?:${accessWord}|\bpin)(?:[ \t]{0,3}[:=]| is:?| ?\([^)\n]{1,30}\):?)\s*$|^(?:${accessWord}|pin)(?: code)?$`,
  "i",
);
/** A few words that name a code without its value: a heading, or the sentence that says where it stands. */
const accessHeading = new RegExp(
  String.raw`^(?:[\p{L}'’]{1,15} ){0,3}${accessWord}(?: [\p{L}'’]{1,15}){0,4}[.:]?$`,
  "iu",
);
const loneWord = /^(?!https?:|www\.)\S{3,40}(?<![:!?])$/i;
/** Why something is not shown; what it was is nobody's business. */
export type Withheld = "a way in" | "a key in a link" | "a person's address or number";

/** Told of a reason and the line that lost something. */
export type OnWithheld = (reason: Withheld, line: string) => void;

/** What of an entry is known to be for everybody. */
export interface Permitted {
  /** Where people register: its links keep their parameters. */
  host?: string | undefined;
  /** E-mail addresses, `@domain` for all of a domain, and telephone numbers of the organization. */
  contacts?: readonly string[];
}

/**
 * A text as everybody may read it. Sentences that hold a way to join or manage, a passcode, a meeting's number, or a
 * person's address or number go, and so does a label and a token in a paragraph that has a way to join; links lose personal
 * tokens and passwords. Where an entry came from and who hosts it stays: that is the part of `cleanDescription`.
 *
 * @param onWithheld told once for each line that lost something
 */
export function withoutPrivate(
  text: string,
  onWithheld: OnWithheld = () => {},
  { host, contacts = [] }: Permitted = {},
): string {
  const tells = (sentence: string) => tellsContact(decoded(withoutTokens(plain(sentence))), contacts);
  const lines = readLines(withoutTrackers(text).replace(/\r\n?/g, "\n").split("\n"), host);
  const withWayIn = new Set(lines.flatMap(({ line, open, paragraph }) => (open === line ? [] : [paragraph])));
  return lines
    .flatMap(({ line, open, paragraph }) => {
      if (line.trim() === "") return [""];
      const rest = open ?? "";
      const joined = withWayIn.has(paragraph) ? without(rest, isMeetingData) : rest;
      const kept = without(joined, tells, (sentence) =>
        withoutContacts(withoutTokens(sentence), contacts, mark),
      );
      if (joined !== line) onWithheld("a way in", line);
      else if (kept !== line) onWithheld("a person's address or number", line);
      const shown = withReadableParameters(withoutTokens(kept), host);
      if (shown !== kept) onWithheld("a key in a link", line);
      return shown.trim() === "" ? [] : [shown.trimEnd()];
    })
    .join("\n");
}

interface Line {
  line: string;
  /** What of it everybody may read; undefined for a part of an invitation. */
  open: string | undefined;
  paragraph: number;
}

function readLines(lines: string[], openHost: string | undefined): Line[] {
  let isValueNext = false;
  const parts = lines.map((line, index) => {
    const trimmed = line.trim();
    const isValue = isValueNext && trimmed !== "";
    isValueNext = accessLabel.test(trimmed) || (isValueNext && trimmed === "");
    if (isValue || isValueNext || isLabelledCode(trimmed)) return "";
    const sentences = sentencesOf(line);
    if (accessHeading.test(sentences.at(-1)?.trim() ?? "") && loneWord.test(nextOf(lines, index))) {
      isValueNext = true;
      sentences.pop();
    }
    return sentences.map((sentence) => openPart(sentence, openHost)).join("");
  });
  const trimmed = lines.map((line) => line.trim());
  const isInvitation = invitationLines(
    trimmed,
    parts.map((part) => part.trim() === ""),
  );
  let paragraph = 0;
  return lines.map((line, index) => {
    if (trimmed[index] === "") paragraph += 1;
    return { line, open: isInvitation[index] ? undefined : parts[index], paragraph };
  });
}

/** The next line that is not empty. */
function nextOf(lines: readonly string[], index: number): string {
  for (let next = index + 1; next < lines.length; next += 1) {
    const line = lines[next]?.trim() ?? "";
    if (line !== "") return line;
  }
  return "";
}

/** What stands where something was taken out of a sentence that stays. */
const mark = "[…]";

/** What of a sentence everybody may read: all of it, the rest without a bracket or with marks, or nothing. */
function openPart(sentence: string, openHost: string | undefined): string {
  const withoutKey = (text: string) => withoutKeys(text, openHost, mark);
  const isOpen = (text: string) => !isPrivate(text, openHost) && withoutKey(text) === text;
  if (isOpen(sentence)) return sentence;
  const bare = withoutBrackets(sentence, openHost);
  if (isOpen(bare) && wordsIn(bare) > 1) return bare;
  const keyless = withoutKey(bare);
  const covered = withoutPrivateLinks(keyless);
  // A way in ends many a heading; what is left of one has to be a whole sentence.
  const isLeft =
    wordsIn(covered) >= 5 &&
    (covered === keyless || (isSentence(covered.trim()) && !namesCode(covered) && !/\d{4}/.test(covered)));
  return isLeft && isOpen(covered) ? withoutMarks(covered) : "";
}

/** Without marks that stand for the addresses of words. */
function withoutMarks(text: string): string {
  return text.replaceAll(` (${mark})`, "").replaceAll(`<${mark}>`, "");
}

function wordsIn(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0;
}

/** Without the brackets that tell a code, unless they may speak of a number outside of them. */
function withoutBrackets(text: string, openHost?: string): string {
  return text.replace(/(?<=\S) [([]([^()[\]]{1,200})[)\]]/g, (found, inner: string) => {
    const isCode = !isPrivateLink(decoded(inner)) && isPrivate(inner, openHost);
    return isCode && (/\d/.test(inner) || !/\d/.test(text)) ? "" : found;
  });
}

/** With a mark in place of each link that lets people in. */
function withoutPrivateLinks(text: string): string {
  return text.replace(/(?<![^\s<>"([])[^\s<>"([][^\s<>"]*/g, (found) => {
    const link = found.replace(afterLink, "");
    return isPrivateLink(decoded(plain(link))) ? mark + found.slice(link.length) : found;
  });
}

/** A line without the sentences of which something holds, but for those that have words enough when they are covered. */
function without(
  line: string,
  holds: (sentence: string) => boolean,
  cover = (_sentence: string) => "",
): string {
  return sentencesOf(line)
    .map((sentence) => {
      if (!holds(sentence)) return sentence;
      const covered = cover(sentence);
      return wordsIn(covered) >= 5 && !holds(covered) ? withoutMarks(covered) : "";
    })
    .join("");
}

/**
 * Sentences, each with the blank before it; each HTML block element begins one. A dot that stands alone, or before a small
 * letter that begins no link, ends none: addresses may be written with blanks in them.
 */
export function sentencesOf(line: string): string[] {
  return line.split(
    /(?<=[!?]|(?<!\b(?i:no|nr|tel)|\s)\.)(?= {1,8}(?:[^\p{Ll} ]|\S{1,64}[:@]))|(?=<(?i:p|br|li|div|ul|ol|h\d)\b)/u,
  );
}

/**
 * Whether a sentence lets people in. Of its links only those parts count that would be shown, unless there is a word for a code beside
 * them.
 */
function isPrivate(sentence: string, openHost?: string): boolean {
  const whole = plain(sentence);
  const said = withReadableParameters(withoutTokens(whole), openHost);
  const text = decoded(whole);
  return (
    tellsCode(decoded(said)) ||
    (namesCode(said) && tellsCode(text)) ||
    isPrivateLink(text) ||
    isSpelledCode(text)
  );
}

/** Whether a text, or what stands before or behind a link or a bracket in it, tells a code. */
function tellsCode(text: string): boolean {
  const words = text.replace(/<\/?[a-z][^<>]{0,200}>/gi, "");
  const parts = words.split(/https?:\/\/\S{1,2000}|[()[\]]/i);
  return [text, words, joinLetters(text), ...(parts.length > 1 ? parts : [])].some(
    (one) => accessCode.test(one) || tellsAccessCode(one.trim()),
  );
}

/** The public part of a location; of several places, private links are removed. */
export function publicPlace(location: string, onWithheld?: OnWithheld, permitted?: Permitted): string {
  const places = location.split(/(?<=[,;|\n])|(?=\bor\b)/);
  return places
    .map((place) => withoutPrivate(place.trim(), onWithheld, permitted))
    .filter((place) => place !== "")
    .join(" ")
    .replace(/[,;|]$/, "");
}

/**
 * The public part of a title, which has no web addresses. What tells a code goes alone where it has brackets, or a dash or bar
 * before it.
 */
export function publicTitle(text: string, onWithheld: OnWithheld, permitted: Permitted): string {
  const words = text.replace(/[:|–-]?\s{0,3}\bhttps?:\/\/\S+/gi, "").replace(/\s/g, " ");
  const bare = withoutBrackets(words);
  const parts = bare.split(/(?= [|·–—-] )/);
  const kept = parts.filter((part, index) => index === 0 || !isPrivate(part)).join("");
  if (kept !== words && !isPrivate(kept)) {
    onWithheld("a way in", words);
    return withoutPrivate(kept, onWithheld, permitted).trim();
  }
  return withoutPrivate(words, onWithheld, permitted).trim();
}
