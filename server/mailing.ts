import { fileMailer } from "#submissions/mail/file-mailer.server.ts";
import type { Mailer } from "#submissions/mail/mailer.ts";
import { smtpMailer } from "#submissions/mail/smtp-mailer.server.ts";
import { type Config, mailDirOf } from "./config.ts";

/** What hands mails over, by the settings. */
export const mailerOf = (config: Pick<Config, "smtpUrl" | "dataDir">): Mailer =>
  config.smtpUrl === undefined ? fileMailer(mailDirOf(config)) : smtpMailer(config.smtpUrl);
