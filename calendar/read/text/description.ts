import { zoomTime, zoomTopic } from "./invitation.ts";
import { withoutVenue } from "./place.ts";
import { publicLink } from "./private-link.ts";
import { sentencesOf } from "./private-text.ts";

const address = String.raw`(?:https?:\/\/|www\.)[^\s<>"]+`;
/** What platforms write around a link, and the link; anything may follow. */
const linkNotice = new RegExp(
  [
    String.raw`get up-to-date information at:?\s*${address}`,
    String.raw`for details,? click here:?\s*${address}`,
    String.raw`view your event at:?\s*${address}`,
    String.raw`(?:^|(?<=[.!?] ))(?:manage|view|join)(?: (?:with|event|online|here|your event here|this event))?:\s*${address}`,
    String.raw`^details:\s*${address}$`,
  ].join("|"),
  "gi",
);

/** Whole sentences and lines of platforms and of their meetings. */
const platformSentence = new RegExp(
  [
    String.raw`^(?:.{1,100} is inviting you to a scheduled zoom (?:meeting|webinar)|you are invited to a (?:scheduled )?zoom (?:meeting|webinar))\b`,
    String.raw`^(?:time: .*\((?:us (?:and|&) canada|[a-z ,/-]{3,60})\)|time: (?:this is a recurring meeting\b|[a-z]{3} \d{1,2}, \d{4} \d\d:\d\d [ap]m\b).*|meeting host:.*)$`,
    String.raw`^every .{1,120}\b\d+ occurrence\(s\)$`,
    String.raw`^(?:microsoft teams(?: meeting| need help\?)?|join on your computer.*|(?:click here to )?join the meeting(?: now)?|meeting options|for organizers: meeting options.*|learn more(?: about teams)?(?: \| .*)?|download teams(?: \| .*)?|or call in \(audio only\)|find a local number.*|reset (?:dial-in )?pin)$`,
    String.raw`^this event has a (?:google (?:hangouts|meet) )?video call\b|^please do not edit this section\b`,
    String.raw`^(?:-- do not delete or change any of the following text\b|when it['’]s time, join your webex meeting here\b|more ways to join:$|global call-in numbers$)`,
    String.raw`^(?:please join my meeting from your computer, tablet or smartphone\b|you can also dial in using your phone\b|get the app now and be ready when your first meeting starts\b|looking for a different dial-in number\?|this is a zoom web conference\b|you can join this meeting from your computer, tablet,? or smartphone\b)`,
    // What Zoom writes of webinars, and of meetings that ask for registration.
    String.raw`^(?:sie sind zu einem (?:geplanten )?zoom[- ](?:webinar|meeting) eingeladen|vous êtes invité(?:\(?e?s?\)?)? à (?:un webinaire|une réunion) zoom|(?:usted )?está invitado a (?:un seminario web|un webinar|una reunión) de zoom|você está convidado para um(?:a)? (?:webinar|reunião)(?: do)? zoom|sei stato invitato a un(?:a)? (?:webinar|riunione)(?: di)? zoom|u bent uitgenodigd voor een zoom[- ](?:webinar|meeting|vergadering))(?: \p{L}{4,14})?[.!]?$`,
    String.raw`^(?:after registering, you will receive a confirmation e-?mail|nach der (?:registrierung|anmeldung) erhalten sie eine bestätigungs-?e-?mail|après votre inscription, vous recevrez un e-?mail de confirmation|(?:después de|tras) (?:la inscripción|inscribirse|registrarse), recibirá un correo electrónico de confirmación|após a inscrição, você receberá um e-?mail de confirmação|dopo (?:l['’]iscrizione|la registrazione),? (?:riceverai|riceverà) un['’]e-?mail di conferma|na registratie ontvangt u een bevestigingse?-?mail)(?!\p{L})`,
    String.raw`^(?=.{0,120}\bimport)(?=.{0,120}\bicalendar\b).{0,120}\(\.ics\)`,
    String.raw`^(?:need to make changes to this event\?|powered by calendly(?:\.com)?)$`,
    String.raw`^[_]{8,}$|^[-=~.·]{12,}$|^----\( .{1,40} \)----$|^---===---$`,
  ].join("|"),
  "iu",
);

/** Monday to Sunday in the languages of feeds. */
const weekdays = "en de fr es nl pt it pl sv da nb fi cs".split(" ").flatMap((language) => {
  const { format } = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, day) => format(Date.UTC(2026, 0, 5 + day)));
});
/** `Thursday, December 10 at 6:00 PM`: the second line of what Meetup writes, below the group's name. */
const meetupDate = new RegExp(
  String.raw`^(?:${weekdays.join("|")})(?:-feira)?,? (?=.{0,40}?\d{1,2}[.:h]\d\d).{5,60}$`,
  "iu",
);

/** `Hi there,` */
const greeting = /^\p{L}[\p{L} ]{1,20},$/u;

/** Below the rule of a meeting Zoom writes each of its dates. */
const zoomRule = /\b\d+ occurrence\(s\)$/i;
const zoomDate = /^[a-z]{3} \d{1,2}, \d{4} \d\d:\d\d [ap]m$/i;

/** Bold words and headings as Meetup marks them; WordPress's short codes, which have attributes, an end or a name of several words. */
const markup =
  /\*\*(?=\S)([^*\n]{1,200})(?<=\S)\*\*|^#{1,6} (?=\p{L})|\[\/?(?:[a-z]{2,15}[_-][a-z_-]{1,30}|gallery|caption|embed)\]|\[[a-z][\w-]{1,30} [a-z][\w-]{0,30}=[^\]\n]{0,500}\]|\[[a-z]{2,15}_[\w-]{1,30} [\w -]{1,60}\]|\[\/[a-z][\w-]{1,30}\]/gmu;

/** A mark before one of several things. */
const bullet = /^(?:([•●▪◦‣]) *|([*·–-]) +)(?=\S)/;

/**
 * The text itself, paragraphs kept: without host notices, venues, and what platforms write for their own sake. What may be a
 * sentence of somebody's stays.
 *
 * @param link the event's page, which stands beside the text anyway
 */
export function cleanDescription(description: string, link?: string): string {
  const blocks = withoutGreeting(description.replace(/\r\n?/g, "\n")).split(/\n[ \t]*\n+/);
  const cleaned = blocks
    .map((block, index) => {
      const lines = block.split("\n").map((line) => line.replace(markup, "$1").trim());
      return withList(
        withoutVenue(withoutHeading(lines, index === 0, link))
          .map((line) => cleanLine(line, link))
          .filter((line) => line !== ""),
      ).join("\n");
    })
    .filter((block) => block !== "");
  // A rule of signs divides nothing at the end.
  while (/^[-_=*~─━═—–]{3,}$/.test(cleaned.at(-1) ?? "")) cleaned.pop();
  return cleaned.join("\n\n");
}

/** Without the greeting above an invitation that a platform has written. */
function withoutGreeting(text: string): string {
  const lines = text.split("\n");
  const isGreeting = (line: string, index: number) => {
    if (!greeting.test(line.trim())) return false;
    const next = lines.slice(index + 1).find((one) => one.trim() !== "");
    return next !== undefined && platformSentence.test(next.trim());
  };
  return lines.filter((line, index) => !isGreeting(line, index)).join("\n");
}

function cleanLine(line: string, link: string | undefined): string {
  if (platformSentence.test(line.replace(/<https?:[^<>\s]{0,2000}>/gi, "")) || isOwnLink(line, link))
    return "";
  return sentencesOf(line.replace(linkNotice, ""))
    .map((sentence) => [sentence, sentence.trim()] as const)
    .filter(([, said]) => !isHostNotice(said) && !platformSentence.test(said) && !isLinkNotice(said, link))
    .map(([sentence]) => sentence)
    .join("")
    .trim();
}

/** Whether a text is the address of the event's page, whatever its parameters are. */
function isOwnLink(text: string, link: string | undefined): boolean {
  const pageOf = (address: string | undefined) =>
    publicLink(address)?.split(/[?#]/, 1)[0]?.replace(/\/$/, "");
  return link !== undefined && /^https?:\S+$/i.test(text) && pageOf(text) === pageOf(link);
}

/** `For more info visit https://…`, in any language that has a word like it, with the event's own page at its end. */
function isLinkNotice(sentence: string, link: string | undefined): boolean {
  const [, words = "", address = ""] =
    /^(.{1,80}?):? (https?:[^\s<>"]*[^\s<>".,;:!?)])[.!]?$/i.exec(sentence) ?? [];
  return /(?<!\p{L})(?:info|d[eé]ta[il]|detta?gl)/iu.test(words) && isOwnLink(address, link);
}

/** Without Meetup's group and date, Zoom's subject and dates, and without `Details:` above the event's own link. */
function withoutHeading(block: string[], isFirst: boolean, link = ""): string[] {
  const isTime = (line = "") => zoomTime.test(line) || (/^time: /i.test(line) && platformSentence.test(line));
  const lines = block.filter((line, index) => {
    const isTopic = zoomTopic.test(line) && (isTime(block[index - 1]) || isTime(block[index + 1]));
    const isLabel = /^.{1,80}[:：]$/.test(line) && isOwnLink(block[index + 1] ?? "", link);
    return !isTopic && !isLabel && !zoomTime.test(line);
  });
  const [first = "", second = ""] = lines;
  if (lines.some((line) => zoomRule.test(line))) return lines.filter((line) => !zoomDate.test(line));
  if (meetupDate.test(second) && (isFirst || /\bmeetup\.com\//.test(link))) return lines.slice(2);
  return /^details:$/i.test(first) && /^https?:\S+$/i.test(second) ? lines.slice(2) : lines;
}

/** Lines with whatever marks, two and more below each other or with a mark that is nothing else, as one kind of list. */
function withList(lines: string[]): string[] {
  const marks = lines.map((line) => {
    const [, only, other = only] = bullet.exec(line) ?? [];
    return other;
  });
  return lines.map((line, index) => {
    const mark = marks[index];
    const isItem = mark && (/[•●▪◦‣]/.test(mark) || mark === marks[index - 1] || mark === marks[index + 1]);
    return isItem ? line.replace(bullet, "- ") : line;
  });
}

/** A small word within a name. */
const nameParticle =
  /^(?:of|the|de|del|di|du|da|dos|den|der|von|van|ter|zu|al|el|bin|bint|ibn|for|in|at|la|[-–|])$/;
/** What no name has, in scripts without capitals. */
const foreignStop = /[、。！？؟،؛۔।]/u;

/** A sentence that only names hosts: `Hosted by A, B & 3 others`. */
function isHostNotice(sentence: string): boolean {
  if (!/^hosted by:?\s/i.test(sentence)) return false;
  const said = sentence.replace(/^hosted by:?/i, "");
  const names = said.replace(/[.!]$/, "").split(/,| & | and | \+ /);
  // Platforms put the last name behind '&': what a person adds in small letters does not stand there.
  const isList = said.includes(" & ") && !/[.!]$/.test(said);
  return names.some(isName) && names.every((name) => isName(name) || (isList && isSmallName(name)));
}

/** `Jane Doe`, `Circle of Care 4`, `山田太郎`, `3 others`. Scripts without capitals tell no name from a sentence but by its length. */
function isName(text: string): boolean {
  if (foreignStop.test(text)) return false;
  if (/^\s*\d+ others?\s*$/.test(text)) return true;
  const [first = "", ...more] = text.trim().split(/\s+/);
  if (/^\p{Lo}/u.test(first)) return more.length < 4;
  return (
    /^[\p{Lu}\d]/u.test(first) &&
    more.every((word) => nameParticle.test(word) || /^\d|[\p{Lu}\p{Lo}]/u.test(word))
  );
}

/** `jane doe` */
function isSmallName(text: string): boolean {
  return /^\s*\p{L}{2,30}(?:[ -]\p{L}{2,30}){0,2}\s*$/u.test(text);
}
