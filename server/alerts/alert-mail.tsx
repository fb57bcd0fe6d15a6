import { randomUUID } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import texts from "#content/mail.yaml";
import type { Mail } from "#submissions/mail/mailer.ts";
import { type MailSettings, plainText, quarantineNote } from "#submissions/mail/submission-mail.tsx";
import { SubmissionMail } from "#submissions/mail/submission-mail-body.tsx";
import { asTypedHere } from "#system/own-commands.ts";

/** What does not mend itself. */
export type Trouble =
  /** So many mails to the staff are overdue. */
  | { kind: "mail"; count: number }
  | { kind: "feed"; feed: string }
  /** So many bytes are left. */
  | { kind: "disk"; free: number }
  | { kind: "backup" }
  /** So many posts are in quarantine; `mostCounted` means that many or more. */
  | { kind: "quarantine"; count: number };

/** One mail to the staff about everything that is wrong; it holds no word of a visitor. */
export function composeAlert(troubles: readonly Trouble[], settings: MailSettings): Omit<Mail, "recipient"> {
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

function wordsOf(trouble: Trouble): string {
  const { mail, feed, disk, backup } = texts.alert;
  switch (trouble.kind) {
    case "mail":
      return mail.replace("{count}", String(trouble.count));
    case "feed":
      return feed.replace("{feed}", () => trouble.feed);
    case "disk":
      return disk.replace("{free}", String(Math.floor(trouble.free / 1e6)));
    case "backup":
      return backup;
    case "quarantine":
      return quarantineNote(trouble.count);
  }
}
