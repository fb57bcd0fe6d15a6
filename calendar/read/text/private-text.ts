import { hash } from "../slug.ts";
import {
  isLabelledCode,
  isMeetingData,
  isSpelledCode,
  joinLetters,
  plain,
  tellsAccessCode,
} from "./access-code.ts";
import { withoutKeys, withReadableParameters } from "./link-parameters.ts";
import { tellsContact, withoutContacts } from "./personal-contact.ts";

/** A web address without tokens; undefined for a private link (to join or manage) and for what is no web address. */
export function publicLink(address: string | undefined): string | undefined {
  if (!address || address.length > longestLink || isPrivateLink(decoded(address))) return undefined;
  const link = URL.parse(withoutTokens(address));
  return link && /^https?:$/.test(link.protocol) ? link.href : undefined;
}

/** A UID; in place of one with a token, a way in or a meeting's number a hash of it, which stays the same. */
export function publicUid(uid: string): string {
  // Zoom puts the number between the time and its server's name.
  const isPrivate =
    withoutTokens(uid) !== uid || isPrivateLink(decoded(uid)) || /^\d{8}T\d{6}Z-\d{9,12}@/.test(uid);
  return isPrivate ? `private-${hash(uid)}` : uid;
}

const longestLink = 2_000;

/** Where meetings are joined and events managed: at the platforms' own addresses, or under any path named so. */
const privateLink = new RegExp(
  [
    String.raw`zoom(?:gov)?\.(?:us|com|com\.cn)/(?:j|w|my|s|u|wc|rec|launch|meetings?/\d)|@[\w.-]{0,100}(?:zoomcrc|webex)\.com`,
    String.raw`(?:meet|hangouts)\.google\.com/|\bg\.co/meet/|\btel\.meet/`,
    String.raw`teams\.(?:microsoft|live)\.com/(?:meet|[^\s<>"]{0,300}(?:meetup-?join|meetingjoin|meetingoptions))|dialin\.teams\.`,
    String.raw`webex\.com/(?:meet|join|m|wbxmjs)/|webex\.com/[^\s<>"]{0,100}j\.php`,
    String.raw`gotomeeting\.com/join|gotomeet\.me/|meet\.goto\.com/|whereby\.com/|meet\.jit\.si/|8x8\.vc/`,
    String.raw`bluejeans\.com/|\bdaily\.co/|streamyard\.com/|gather\.town/|facetime\.apple\.com/|/call/(?=[a-z]{0,7}\d)[a-z0-9]{8}(?![\w-])|chime\.aws/|join\.skype\.com/|meet\.lync\.com/|ringcentral\.com/(?:join|j|w)\b`,
    // Hosts that are named for what they do, groups that anybody with the link may enter, published private calendars.
    String.raw`https?://(?:meet|jitsi|bbb|conf|webconf|visio)\.[\w.-]{1,100}/[^\s/]|signal\.group/|chat\.whatsapp\.com/|discord\.gg/|\bt\.me/(?:\+|joinchat)|(?:join|hooks)\.slack\.com/|outlook\.[\w.]{1,30}/owa/calendar/`,
    String.raw`(?:luma\.com|lu\.ma)/(?:join|check-?in)\b|livestorm\.co/p/|riverside\.fm/studio/|/b/[a-z0-9]{3}(?:-[a-z0-9]{3}){2,3}\b`,
    String.raw`https?://[^\s<>"]{0,300}/(?:manage|edit|my-?tickets?)(?![\w])|https?://[^\s<>"]{0,300}/private-`,
    String.raw`https?://[^\s<>"]{0,300}/(?:join|token|reset-?password|login|magic(?:-?link)?|unsubscribe|reschedule|cancel(?:l?ations?)?|invites?|verify)/[^\s/?#<>"]`,
    String.raw`\b(?:zoommtg|msteams|sips?):(?=\S)`,
  ].join("|"),
  "i",
);

const meetingHost =
  /zoom(?:gov)?\.(?:us|com)|meet\.google\.com|teams\.(?:microsoft|live)\.com|webex\.com|gotomeet|meet\.goto\.com|whereby\.com|meet\.jit\.si|jitsi|bluejeans\.com|8x8\.vc|daily\.co|ringcentral|streamyard|facetime\.apple|\/call\/(?=[a-z]{0,7}\d)[a-z0-9]{8}(?![\w-])|(?:luma\.com|lu\.ma)\/join/i;

/** Whether a text has an address at which an online meeting is joined. */
export function isWayToJoin(text: string): boolean {
  return meetingHost.test(text) && isPrivateLink(decoded(text));
}

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
/** Headings of links and numbers that are removed. */
const joinHeading =
  /^(?:join (?:zoom|google|microsoft|webex|teams|with google|the meeting|by|on your|from)\b|find (?:your|a) local number|video call link|microsoft teams|need help\?)/i;
/** Headings of paragraphs with telephone numbers. */
const dialHeading = /^(?:one tap mobile|dial by your location|dial[ -]in by phone|or dial:)/i;
/** Google Calendar puts its meeting's data between two such lines. */
const meetBorder = /^-::~:~::~/;

/** Why something is not shown; what it was is nobody's business. */
export type Withheld = "a way in" | "a key in a link" | "a person's address or number";

/** Told of a reason and the line that lost something. */
export type OnWithheld = (reason: Withheld, line: string) => void;

/** What of an entry is known to be for everybody. */
export interface Open {
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
  { host, contacts = [] }: Open = {},
): string {
  const tells = (sentence: string) => tellsContact(decoded(withoutTokens(plain(sentence))), contacts);
  const lines = readLines(text.replace(/\r\n?/g, "\n").split("\n"), host);
  const withWayIn = new Set(lines.flatMap(({ line, open, paragraph }) => (open === line ? [] : [paragraph])));
  return lines
    .flatMap(({ line, open, paragraph }) => {
      if (line.trim() === "") return open === undefined ? [] : [""];
      const rest = open ?? "";
      const joined = withWayIn.has(paragraph) ? without(rest, isMeetingData) : rest;
      const veiled = veil(joined, (sentence) =>
        tells(sentence) ? withoutContacts(withoutTokens(sentence), contacts, mark) : sentence,
      );
      const kept = without(veiled, tells);
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
  /** What of it everybody may read; undefined for a part of a meeting's data. */
  open: string | undefined;
  paragraph: number;
}

function readLines(lines: string[], openHost: string | undefined): Line[] {
  const openLinks = (sentence: string) => withoutKeys(sentence, openHost, mark);
  const isClosed = (sentence: string) => isPrivate(sentence) || openLinks(sentence) !== sentence;
  let isInMeet = false;
  let isDialing = false;
  let isValueNext = false;
  let paragraph = 0;
  return lines.map((line) => {
    const trimmed = line.trim();
    if (trimmed === "") paragraph += 1;
    const wasInMeet = isInMeet;
    if (meetBorder.test(trimmed)) isInMeet = !isInMeet;
    isDialing = trimmed !== "" && (isDialing || dialHeading.test(trimmed));
    const isValue = isValueNext && trimmed !== "";
    isValueNext = accessLabel.test(trimmed) || (isValueNext && trimmed === "");
    const isData =
      wasInMeet ||
      isInMeet ||
      isDialing ||
      isValue ||
      isValueNext ||
      joinHeading.test(trimmed) ||
      isLabelledCode(trimmed);
    return { line, open: isData ? undefined : without(veil(line, openLinks), isClosed), paragraph };
  });
}

/** What stands where something was taken out of a sentence that stays. */
const mark = "[…]";

/** A line whose sentences have marks, where enough of them is left to be read. */
function veil(line: string, cover: (sentence: string) => string): string {
  return sentencesOf(line)
    .map((sentence) => {
      const covered = cover(sentence);
      if (covered === sentence) return sentence;
      const words = covered.match(/\p{L}{2,}/gu) ?? [];
      return words.length < 5 ? sentence : covered.replaceAll(` (${mark})`, "");
    })
    .join("");
}

/** A line without the sentences of which something holds. */
function without(line: string, holds: (sentence: string) => boolean): string {
  return sentencesOf(line)
    .filter((sentence) => !holds(sentence))
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

function isPrivate(sentence: string): boolean {
  const text = decoded(plain(sentence));
  const words = text.replace(/<\/?[a-z][^<>]{0,200}>/gi, "");
  return (
    [text, words, joinLetters(text)].some((one) => accessCode.test(one) || tellsAccessCode(one)) ||
    isPrivateLink(text) ||
    isSpelledCode(text)
  );
}

/** Also with blanks in it, with a port, with a dot after its host or the dot of Chinese. */
function isPrivateLink(text: string): boolean {
  const close = text.replace(/\[\.\]|[。｡]/g, ".").replace(/ {0,2}([./]) {0,2}/g, "$1");
  return [text, close.replace(/\.?(?::\d{1,5})?\//g, "/")].some((one) => privateLink.test(one));
}

/** Decodes addresses within addresses: redirect links hold them percent-encoded, once or twice. */
function decoded(text: string): string {
  const once = (encoded: string) =>
    encoded.replace(/%([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const plain = text.includes("%") ? once(once(text)) : text;
  // Proofpoint encodes them in its own way.
  if (!/urldefense/i.test(plain)) return plain;
  return plain
    .replace(/-([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("_", "/");
}

const secretName = String.raw`(?:pk|tk|tok|pwd?|pass|pin|otp|sig|jwt|sid|auth|key|[\w-]{0,20}(?:token|secret|signature|passw(?:or)?d|passcode|api_?key|session_?id|auth_?key))`;
const secret = new RegExp(
  String.raw`([?&#]|(?<![\w-])|%(?:25)?(?:3F|26|23))(?:${secretName}(?:=|%(?:25)?3D)[^\s&#<>"')\]]*[^\s&#<>"')\].,;:!?](&(?:amp;)?)?)+`,
  "gi",
);

/** The public part of a location; of several places, private links are removed. */
export function publicPlace(location: string, onWithheld?: OnWithheld, open?: Open): string {
  const places = location.split(/(?<=[,;|\n])|(?=\bor\b)/);
  return places
    .map((place) => withoutPrivate(place.trim(), onWithheld, open))
    .filter((place) => place !== "")
    .join(" ")
    .replace(/[,;|]$/, "");
}

function withoutTokens(text: string): string {
  return (
    text
      // A name and password before the host (RFC 3986, section 3.2.1).
      .replace(/([a-z][a-z0-9+.-]{1,15}:\/\/)[^\s/?#<>"]*@/gi, "$1")
      // If a parameter follows the last token, it keeps the `?` or `&` from before the first.
      .replace(secret, (_, mark: string, next: string | undefined) => (next ? mark : ""))
  );
}
