import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { createTransport } from "nodemailer";
import { mailDirOf } from "#server/config.ts";
import { loginForms, smtpServer } from "#submissions/mail/smtp-mailer.server.ts";
import { isThisMachine } from "#system/this-machine.ts";
import { isSample } from "../../launch-check/finding.ts";
import { certificateTrouble, ofExpiry } from "../certificate.ts";
import { answerTimeout, type Context, nameServers } from "../context.ts";
import { type Finding, made, ok, unknown, wrong } from "../finding.ts";

/** The mail server and who is written to. A conversation ends after the login: nothing is sent. */
export async function mailFindings({ config, now }: Context): Promise<Finding[]> {
  const { smtpUrl, notifyTo } = config;
  if (!smtpUrl)
    return made([
      wrong(
        "mail.server",
        `SMTP_URL is not set: e-mails become files in ${mailDirOf(config)}, which nobody may read.`,
        "Set SMTP_URL to the server of your mail provider.",
      ),
      ofStaff(notifyTo),
    ]);
  return made([...(await serverFindings(smtpUrl, now())), ofStaff(notifyTo)]);
}

async function serverFindings(smtpUrl: string, now: Date): Promise<(Finding | undefined)[]> {
  const server = smtpServer(smtpUrl, {
    connection: answerTimeout,
    greeting: answerTimeout,
    socket: answerTimeout,
  });
  const name = `${server.host}:${server.port}`;
  let certificate: PeerCertificate | undefined;
  let isLoggedIn = false;
  const transport = createTransport({
    ...server,
    // A server that offers no login is not asked for one, and the conversation goes on.
    logger: {
      info: ({ action }: { action?: string }) => {
        isLoggedIn ||= action === "authenticated";
      },
    },
    tls: {
      checkServerIdentity(host, seen) {
        certificate = seen;
        return checkServerIdentity(host, seen);
      },
    },
  });
  try {
    await transport.verify();
  } catch (error) {
    return [ofConversation(error, name, server.secure, smtpUrl)];
  } finally {
    transport.close();
  }
  const way = certificate ? "over TLS" : "without TLS";
  const login = server.auth ? "accepts the account" : "is told no account";
  return [
    server.auth && !isLoggedIn
      ? wrong(
          "mail.server",
          `${name} answers ${way} and offers no login, so the account of SMTP_URL is not used.`,
          "Use the port for programs (587 or 465); if the server wants no account, take it out of SMTP_URL.",
        )
      : ok("mail.server", `${name} answers ${way} and ${login}.`),
    certificate && ofExpiry("mail.certificate", name, certificate, now),
    isThisMachine(server.host) || certificate
      ? undefined
      : wrong("mail.tls", `${name} is spoken to without TLS.`, "Use a server that offers it."),
  ];
}

interface SmtpError extends Error {
  /** nodemailer's */
  code?: string;
  response?: string;
}

export function ofConversation(error: unknown, name: string, isSecure: boolean, smtpUrl: string): Finding {
  const { code = "", message, response } = error as SmtpError;
  // What a server says may name an account; nothing of a visitor has been sent. A careless one repeats the login.
  const said = loginForms(smtpUrl)
    .reduce((text, secret) => text.replaceAll(secret, "…"), response ?? message)
    .replace(/\s+/g, " ")
    .slice(0, 200)
    .replace(/\.$/, "");
  const [host = ""] = name.split(/:\d+$/);
  const untrusted = certificateTrouble(error);
  const ports = "the usual ones are 587 for smtp:// and 465 for smtps://";
  const known: [RegExp, what: string, todo: string][] = [
    [
      /EAUTH/,
      `${name} refuses the login: ${said}.`,
      "Correct name and password in SMTP_URL (special characters as %XX).",
    ],
    [/ENOTFOUND/, `There is no machine ${host}.`, "Correct the host in SMTP_URL."],
    [/ECONNREFUSED/, `Nobody answers at ${name}.`, `Correct host and port in SMTP_URL; ${ports}.`],
    [
      /wrong.version.number|packet length too long|unknown protocol/i,
      `${name} does not speak TLS from the start.`,
      "Write smtp:// instead of smtps://, or the port 465.",
    ],
    [
      /ETLS/,
      `${name} offers no TLS, so the site sends nothing to it.`,
      "Use a port or a server that offers STARTTLS.",
    ],
    [
      /ETIMEDOUT|Greeting never|timeout/i,
      `${name} did not answer in time.`,
      isSecure
        ? "Look whether a firewall or your provider closes the port."
        : `Look whether a firewall or your provider closes the port, and whether it wants smtps://; ${ports}.`,
    ],
  ];
  if (/EAI_AGAIN|EDNS(?!.*ENOTFOUND)/.test(`${code} ${message}`))
    return unknown("mail.server", name, `no name server says where ${host} is`, nameServers);
  if (untrusted)
    return wrong("mail.certificate", `The certificate of ${name} ${untrusted.what}.`, untrusted.todo);
  const [, what, todo] = known.find(([words]) => words.test(`${code} ${message}`)) ?? [];
  return what && todo
    ? wrong("mail.server", what, todo)
    : wrong("mail.server", `${name} refuses the conversation: ${said}.`, "Ask whoever runs the mail server.");
}

function ofStaff(notifyTo: string[]): Finding {
  if (notifyTo.length === 0)
    return wrong(
      "mail.staff",
      "NOTIFY_TO names nobody, so nobody is told of forms.",
      "Set NOTIFY_TO, or write mail.notify in content/site.yaml.",
    );
  const samples = notifyTo.filter(isSample);
  return samples.length > 0
    ? wrong(
        "mail.staff",
        `NOTIFY_TO is a sample: ${samples.join(", ")}.`,
        "Set NOTIFY_TO to the staff's addresses, or write them as mail.notify in content/site.yaml.",
      )
    : ok("mail.staff", "npm run launch-check -- --send-test sends a test mail to NOTIFY_TO.");
}
