import { randomUUID } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import texts from "#content/mail.yaml";
import type { Mail } from "#submissions/mail/mailer.ts";
import { type MailSettings, plainText, quarantineNote } from "#submissions/mail/submission-mail.tsx";
import { SubmissionMail } from "#submissions/mail/submission-mail-body.tsx";
import { asTypedHere } from "#system/own-commands.ts";
import type { Trouble } from "../health.ts";

/** Whom the mail is from and, all of them, to. */
export interface AlertSettings extends Omit<MailSettings, "staffOf"> {
  notifyTo: string[];
}

/** One mail to the staff about everything that is wrong; it holds no word of a visitor. */
export function composeAlert(troubles: readonly Trouble[], settings: AlertSettings): Omit<Mail, "recipient"> {
  const { subject, intro } = texts.alert;
  const body = {
    heading: subject,
    intro,
    facts: [],
    questions: [],
    notes: troubles.map((trouble) => asTypedHere(wordsOf(trouble))),
  };
  return {
    messageId: `<${randomUUID()}@${new URL(settings.siteUrl).hostname}>`,
    from: settings.mailFrom,
    to: settings.notifyTo,
    subject,
    text: plainText(body),
    html: `<!DOCTYPE html>${renderToStaticMarkup(<SubmissionMail {...body} />)}`,
  };
}

/** What is known of a trouble is filled into its words by name. */
function wordsOf(trouble: Trouble): string {
  if (trouble.kind === "quarantine") return quarantineNote(trouble.count);
  const { kind, ...facts } = trouble;
  return Object.entries(facts).reduce(
    (words, [name, fact]) => words.replace(`{${name}}`, () => String(fact)),
    texts.alert[kind],
  );
}
