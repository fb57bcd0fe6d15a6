import { renderToStaticMarkup } from "react-dom/server";
import texts from "#content/mail.yaml";
import site from "#content/site.yaml";
import type { NotificationRow } from "#database/schema.ts";
import { language, timeOfDay } from "#system/language.ts";
import { asTypedHere } from "#system/own-commands.ts";
import { forms } from "../forms/forms.ts";
import { receivedAddress } from "../forms/received-address.ts";
import { answeredQuestions } from "../questions.ts";
import type { NotificationPayload } from "../submission.ts";
import type { Mail } from "./mailer.ts";
import { isForStaff, type Kind } from "./notifications.server.ts";
import { mostCounted } from "./quarantined.server.ts";
import { recipientsOf, type StaffOf } from "./staff-recipients.server.ts";
import {
  isAnswered,
  SubmissionMail,
  type SubmissionMailProps,
  unansweredLine,
} from "./submission-mail-body.tsx";

export interface MailSettings {
  mailFrom: string;
  staffOf: StaffOf;
  /** Public origin; its host is the right side of Message-IDs. */
  siteUrl: string;
}

/** The longest subject and display name, in characters: header lines end at 998 octets (RFC 5322, section 2.1.1). */
const longestHeader = 150;

/**
 * The mail that a notification becomes: to the staff with every answer, or to the sender who asked for a confirmation.
 * The latter holds no word of whoever filled in the form, who may have given somebody else's address.
 *
 * @param quarantined number of posts in quarantine, for the staff's mail; `mostCounted` means that many or more
 */
export async function composeMail(
  row: Pick<NotificationRow, "id" | "kind" | "recipients" | "payload" | "created_at">,
  settings: MailSettings,
  quarantined = 0,
): Promise<Mail> {
  const payload: NotificationPayload = JSON.parse(row.payload);
  const { formType, reference } = payload;
  const words = texts[row.kind as Kind];
  const part = isForStaff(row)
    ? partForStaff(row, payload, settings, quarantined)
    : partForSender(payload, settings);
  const fill = (text: string) =>
    text
      .replaceAll("{form}", texts.forms[formType])
      .replaceAll("{reference}", reference)
      .replaceAll("{person}", () => part.person);
  const intro = "introWithoutReply" in words && !part.head.replyTo ? words.introWithoutReply : words.intro;
  const body: SubmissionMailProps = {
    heading: texts.forms[formType],
    intro: fill(intro),
    facts: [
      [texts.words.reference, reference],
      [texts.words.sent, sentAt(row.created_at)],
    ],
    ...part.body,
  };
  return {
    messageId: `<${row.id}@${new URL(settings.siteUrl).hostname}>`,
    from: settings.mailFrom,
    ...part.head,
    subject: headerText(fill(words.subject)),
    text: plainText(body),
    html: `<!DOCTYPE html>${renderToStaticMarkup(<SubmissionMail {...body} />)}`,
  };
}

/** What mails to the staff and to the sender do not have in common. */
interface MailPart {
  head: Pick<Mail, "to" | "recipient" | "replyTo">;
  /** Who stands for `{person}` in its words. */
  person: string;
  body: Pick<SubmissionMailProps, "questions" | "notes" | "reference">;
}

function partForStaff(
  row: Pick<NotificationRow, "recipients">,
  { formType, formData, applicantName, applicantEmail, replaces }: NotificationPayload,
  { staffOf }: MailSettings,
  quarantined: number,
): MailPart {
  const to = staffOf(forms[formType].table);
  // A row names one of several (`shareOut`); where there is one alone it names nobody.
  const [recipient = ""] = [...recipientsOf(row), ...to];
  const replyTo = { name: headerText(applicantName), address: applicantEmail };
  const notes = [
    ...(replaces ? [texts.staff.replaces.replace("{reference}", replaces)] : []),
    ...(quarantined > 0 ? [quarantineNote(quarantined)] : []),
  ];
  return {
    head: { to, recipient, ...(isReplyAddress(applicantEmail) ? { replyTo } : {}) },
    person: applicantName,
    body: { questions: answeredQuestions(formType, formData), notes, reference: undefined },
  };
}

/** Without a word of whoever filled in the form. */
function partForSender(
  { formType, applicantEmail, reference }: NotificationPayload,
  { siteUrl }: MailSettings,
): MailPart {
  const { path, texts: ofForm } = forms[formType];
  const { next, seeRings } = ofForm.received;
  const ringsPage = new URL(receivedAddress(path, reference), siteUrl);
  const { reach, signature } = texts.receipt;
  const notes = [next, `${reach} ${site.email}`, `${seeRings}: ${ringsPage}`, signature];
  return {
    head: { to: [applicantEmail], recipient: applicantEmail },
    person: "",
    body: { questions: [], notes, reference },
  };
}

/**
 * In a header, letters beyond ASCII before the @ are only for servers that know RFC 6531, and some mail programs decode an
 * encoded word (RFC 2047) to another address; such a one is in the text alone.
 */
function isReplyAddress(email: string): boolean {
  return /^(?!.*=\?)[ -~]+@/.test(email);
}

/** How many posts wait in quarantine, and which command lists them. */
export function quarantineNote(count: number): string {
  const number = count < mostCounted ? String(count) : `${mostCounted}+`;
  return asTypedHere(texts.staff.quarantine).replace("{count}", number);
}

/**
 * One line of bounded length: whatever a visitor typed begins no other header (CWE-93), turns none around, and is no encoded word
 * (RFC 2047), which mail programs would decode to something else.
 */
function headerText(text: string): string {
  const line = text
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    // Last, for a removal could put one together.
    .replaceAll("=?", "= ?")
    .trim();
  return [...line].slice(0, longestHeader).join("");
}

/** Made once: making it takes longer than the rest of a mail's words. */
const sentFormat = new Intl.DateTimeFormat(language, {
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  ...timeOfDay,
  timeZoneName: "short",
  timeZone: site.timeZone,
});

/** In the organization's time zone, for example `Saturday, November 21, 2026, 2:00 AM PST`. */
function sentAt(time: string): string {
  return sentFormat.format(new Date(time));
}

/** The mail for programs that show no HTML. */
export function plainText({ heading, intro, facts, questions, notes }: SubmissionMailProps): string {
  const { yes, no } = texts.words;
  return [
    heading,
    intro,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join("\n")] : []),
    ...questions.filter(isAnswered).map(({ question, answer }) => {
      if (typeof answer === "boolean") return `${question}\n${answer ? yes : no}`;
      return `${question}\n${answer.join("\n")}`;
    }),
    ...(questions.every(isAnswered) ? [] : [unansweredLine(questions)]),
    ...notes,
  ].join("\n\n");
}
