import { randomUUID } from "node:crypto";
import { loadContent } from "#content-model/load-content.ts";
import { type Config, isSending } from "#server/config.ts";
import { mailerOf } from "#server/mailing.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** In milliseconds; a mail server answers within seconds or is set wrongly. */
const sendTimeout = 20_000;

/**
 * Sends a mail of fixed words to each address of NOTIFY_TO, as notifications are sent.
 *
 * @returns what went wrong, per address
 */
export async function sendTestMail(config: Config, root: string): Promise<Finding[]> {
  const { mailFrom, siteUrl, notifyTo } = config;
  if (!isSending(config)) return findingsOf("mail", ["no test mail was sent: SMTP_URL is not set"]);
  const { subject, intro } = loadContent("mail.yaml", root).test;
  const escaped = intro.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));
  const mailer = mailerOf(config);
  const outcomes = await Promise.all(
    notifyTo.map(async (recipient) => {
      const mail = {
        messageId: `<${randomUUID()}@${new URL(siteUrl).hostname}>`,
        ...{ from: mailFrom, to: notifyTo, recipient, subject, text: intro },
        html: `<!DOCTYPE html><title></title><p>${escaped}</p>`,
      };
      try {
        await mailer.send(mail, AbortSignal.timeout(sendTimeout));
        return "";
      } catch (error) {
        return `the test mail to ${recipient} was not accepted: ${error instanceof Error ? error.message : error}`;
      }
    }),
  );
  await mailer.close();
  return findingsOf("mail", outcomes);
}
