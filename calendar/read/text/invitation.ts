/**
 * Finds invitations to online meetings that platforms write into entries. Each language has its own words for them, so what
 * they are made of counts: rules around them, ways in, telephone numbers, links to the platform's help, and headings directly above.
 */

import { isTelephone } from "./personal-contact.ts";

/** Google Calendar puts its meeting's data between two such lines. */
const meetBorder = /^-::~:~::~/;
const teamsRule = /^_{8,}$/;
const anyRule = /^[-_=~.·*─━═—–]{3,}$/;
const meetingName =
  /\b(?:zoom|microsoft teams|google (?:meet|hangouts)|webex|goto ?meeting|video ?(?:conference|call|konferenz)|visioconférence|videoconferen[cz]a)\b/i;
/** English headings of links and numbers. */
const joinHeading =
  /^(?:join (?:zoom|google|microsoft|webex|teams|with google|the meeting|by|on your|from)\b|find (?:your|a) local number|video call link|join instructions$|microsoft teams|need help\?)/i;
/** English headings of paragraphs with telephone numbers. */
const dialHeading = /^(?:one tap mobile|dial by your location|dial[ -]in by phone|or dial:)/i;
/** A number as telephones have them, with its country or city. */
const telephoneLine =
  /^[•*·-]? {0,8}(?:\p{L}[\p{L} ]{0,20}: {0,3})?(\+?\(?\d[\d ()./-]{6,30}\d)(?:,{1,4}[\d*#,]{3,40}|(?![\d:]))[^.!?]{0,60}$/u;
/** Where platforms explain themselves. */
const helpPage =
  /https?:\/\/(?:support\.google\.com|support\.zoom\.\w{2,3}|help\.webex\.com|aka\.ms\/jointeams|(?:www\.)?microsoft\.com\/[\w./-]{0,30}teams)/i;
const linkedWords = /<(?:https?|tel):[^<>\s]{0,2000}>/gi;

const anyLink = /\b(?:https?:\/\/|www\.)[^\s<>"]+/gi;

/** `Jane Doe is inviting you to a scheduled Zoom meeting.` in any language that has such words. */
const zoomInvitation =
  /^(?=.{10,200}$)(?=.*\bzoom\b)(?=.*(?:invit|einlad|l(?:ä|ae)dt|nodig|convid|zaprasza))(?=.*(?:scheduled|geplant|gepland|planifi|programad|pianificat|agendad|zaplanowan|prévue))/i;
const labelled = /^\p{L}[\p{L} ]{1,20} ?[:：] ?\S/u;
/** `Hora: 10 dic. 2026 06:00 p. m. Madrid`, `Time: Dec 10, 2026 06:00 PM Paris` */
export const zoomTime =
  /^\p{L}{2,12}(?: \p{L}{2,12})? ?[:：] (?=.{0,20}\b20\d\d\b).{5,25} [01]\d:\d\d (?:[ap]\.? ?m\b\.?|da (?:manhã|tarde|noite)) \(?\p{L}.{2,80}$/iu;
/** Zoom's name for when a meeting is. */
const timeLabel = /^(?:time|zeit|uhrzeit|heure|hora|horário|tijd|ora|czas|tid|aika|čas) ?[:：] /iu;
/** Zoom's name for what a meeting is about, beside when it is. */
export const zoomTopic =
  /^(?:topic|thema|sujet|tema|asunto|onderwerp|argomento|assunto|tópico|temat|ämne|emne|aihe|téma) ?[:：] /iu;

/** A text in which invitations are looked for. */
interface Reading {
  /** Trimmed. */
  lines: readonly string[];
  /** Which of them belong to one, as far as is known. */
  found: boolean[];
  /** Whether a line may be a heading: short, and no sentence. */
  isHeading(index: number): boolean;
}

/** Whether a text is a whole sentence. */
export function isSentence(text: string): boolean {
  return /[\p{L}\d)\]"”»][.!?…]+["”»)]?$/u.test(text) && text.split(/\s+/).length > 3;
}

/**
 * Which lines belong to an invitation.
 *
 * @param lines trimmed
 * @param isClosed for each line whether nothing of it is for everybody (true for an empty line)
 */
export function invitationLines(lines: readonly string[], isClosed: readonly boolean[]): boolean[] {
  const found = lines.map((line, index) => line !== "" && isClosed[index] === true);
  const isHeading = (index: number) => {
    const line = (lines[index] ?? "").replace(linkedWords, "");
    const isOne = !/\p{L}{3}[.!?] {1,3}\p{Lu}/u.test(line);
    return line !== "" && line.length < 120 && isOne && !isSentence(line);
  };
  const reading = { lines, found, isHeading };
  markBorders(reading);
  markEnglish(reading);
  if (!found.includes(true)) return found;
  markTelephones(reading);
  markHeadings(reading);
  markZoomInvitation(reading);
  markRules(reading);
  return found;
}

/** What stands between Google's lines; and between Teams' what is no sentence, where it lets people in. */
function markBorders({ lines, found, isHeading }: Reading): void {
  let isInMeet = false;
  let rule: number | undefined;
  let hasWayIn = false;
  lines.forEach((line, index) => {
    const isBorder = meetBorder.test(line);
    if ((isInMeet || isBorder) && line !== "") found[index] = true;
    if (isBorder) isInMeet = !isInMeet;
    if (!teamsRule.test(line)) {
      hasWayIn ||= found[index] === true;
      return;
    }
    if (rule !== undefined && hasWayIn)
      for (let within = rule; within <= index; within += 1)
        found[within] ||= isHeading(within) || meetingName.test(lines[within] ?? "");
    rule = index;
    hasWayIn = false;
  });
}

function markEnglish({ lines, found }: Reading): void {
  let isDialing = false;
  lines.forEach((line, index) => {
    isDialing = line !== "" && (isDialing || dialHeading.test(line));
    if (isDialing || joinHeading.test(line)) found[index] = true;
  });
}

/** Telephone numbers and what says so directly above them. */
function markTelephones({ lines, found, isHeading }: Reading): void {
  lines.forEach((line, index) => {
    const number = telephoneLine.exec(line.replace(linkedWords, ""))?.[1];
    if (number === undefined || !isTelephone(number)) return;
    found[index] = true;
    if (isHeading(index - 1)) found[index - 1] = true;
  });
}

/**
 * Links to a platform's help; a platform's name directly above what lets people in, and one line between them; labels of which nothing
 * is left below; and what stands alone between two parts of an invitation.
 */
function markHeadings(reading: Reading): void {
  const { lines, found, isHeading } = reading;
  const isBelow = belowFound(reading);
  let isRestFound = false;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? "";
    if (isHeading(index)) {
      const words = line.replace(anyLink, "");
      const isNamed = meetingName.test(words) && words.split(" ").length <= 8;
      const isAlone = isRestFound && lines[index - 1] === "" && isBelow[index] === true;
      const isLabel = isRestFound && /[:：]$/.test(line);
      if (helpPage.test(line) || ((isNamed || isLabel || isAlone) && found[index + 1])) found[index] = true;
      else if (isNamed && isHeading(index + 1) && found[index + 2]) found[index] = found[index + 1] = true;
    }
    isRestFound = found[index] === true && (isRestFound || (lines[index + 1] ?? "") === "");
  }
}

/** For each line whether the last one above it with words has been found. */
function belowFound({ lines, found }: Reading): boolean[] {
  let last = false;
  return lines.map((line, index) => {
    const isBelow = last;
    if (line !== "" && !anyRule.test(line)) last = found[index] === true;
    return isBelow;
  });
}

/** The sentence that Zoom begins with, and the subject and the time below it, which is written as only Zoom does. */
function markZoomInvitation({ lines, found, isHeading }: Reading): void {
  lines.forEach((line, index) => {
    if (zoomInvitation.test(line)) {
      found[index] = true;
      const topic = lines.findIndex((one, place) => place > index && one !== "");
      if (zoomTopic.test(lines[topic] ?? "") && isHeading(topic)) {
        found[topic] = true;
        if (timeLabel.test(lines[topic + 1] ?? "")) found[topic + 1] = true;
      }
    }
    if (!zoomTime.test(line) || !labelled.test(lines[index - 1] ?? "")) return;
    for (let place = index - 1; place < index + 40 && isHeading(place); place += 1) found[place] = true;
  });
}

/** Rules of signs below what goes. */
function markRules({ lines, found }: Reading): void {
  let isBelow = false;
  lines.forEach((line, index) => {
    if (line === "") return;
    if (isBelow && anyRule.test(line)) found[index] = true;
    isBelow = found[index] === true;
  });
}
