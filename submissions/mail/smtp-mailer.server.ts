import { isThisMachine } from "#system/this-machine.ts";
import {
  longestAttempt,
  type Mail,
  MailError,
  type Mailer,
  mailsAtOnce,
  messageOf,
  type Verdict,
} from "./mailer.ts";

/** In milliseconds; a server that hangs delays only its own mail. */
export interface SmtpTimeouts {
  connection: number;
  greeting: number;
  /** Longest silence within a connection. */
  socket: number;
}

/** A server may read a mail for as long as an attempt takes before it answers: who hangs up sooner sends it again. */
const defaultTimeouts: SmtpTimeouts = {
  connection: 10_000,
  greeting: 10_000,
  socket: longestAttempt + 30_000,
};

/**
 * In milliseconds: for so long a mail that was handed over is not broken off. When the process was suspended the answer may be
 * there already, and is read after the deadline.
 */
const lastLook = 500;

/**
 * Sends over SMTP.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…` for TLS from the start
 */
export function smtpMailer(url: string, timeouts = defaultTimeouts): Mailer {
  const secrets = loginForms(url);
  /** Attempts whose whole mail was written to the connection. */
  const handedOver = new WeakSet<AbortSignal>();
  let opening: ReturnType<typeof openTransport> | undefined;
  return {
    async send(mail: Mail, signal: AbortSignal) {
      opening ??= openTransport(url, timeouts, handedOver);
      const transport = await opening;
      const attempt = new AbortController();
      const abort = () => attempt.abort(signal.reason);
      let end: NodeJS.Timeout | undefined;
      const endSoon = () => {
        if (handedOver.has(attempt.signal)) end = setTimeout(abort, lastLook);
        else abort();
      };
      if (signal.aborted) abort();
      signal.addEventListener("abort", endSoon);
      try {
        await transport.sendMail({ ...messageOf(mail), signal: attempt.signal });
      } catch (error) {
        throw new MailError(wordsOf(error, secrets), {
          cause: error,
          verdict: verdictOn(error, handedOver.has(attempt.signal)),
          inCodes: wordsOf(error, secrets, isBeforeRecipient),
        });
      } finally {
        clearTimeout(end);
        signal.removeEventListener("abort", endSoon);
      }
    },
    async close() {
      (await opening)?.close();
    },
  };
}

/** nodemailer is loaded with the first mail: it would be a tenth of the start, and some megabytes. */
async function openTransport(url: string, timeouts: SmtpTimeouts, handedOver: WeakSet<AbortSignal>) {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    ...smtpServer(url, timeouts),
    pool: true,
    maxConnections: mailsAtOnce,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", (mail, done) => {
    const { signal } = mail.data;
    mail.message.processFunc((message) => {
      if (signal) message.once("end", () => handedOver.add(signal));
      return message;
    });
    done();
  });
  return transport;
}

/**
 * How the mail server is reached, for nodemailer. Only one on this machine may do without TLS: an attacker in between could
 * remove the offer of STARTTLS (RFC 3207, section 6) and read password and mail.
 */
export function smtpServer(url: string, timeouts = defaultTimeouts) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const host = hostname.replace(/^\[|\]$/g, "");
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !isThisMachine(host),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
  };
}

/** The password in each form that a server may repeat when it refuses it: as it is, in the URL, and as it is sent (RFC 4616, RFC 4954). */
export function loginForms(url: string): string[] {
  const { username, password } = new URL(url);
  if (password === "") return [];
  const [user = "", pass = ""] = [username, password].map(decoded);
  const base64 = [`\0${user}\0${pass}`, pass].map((text) => Buffer.from(text).toString("base64"));
  return [...base64, password, pass];
}

/** As it is where it has no meaning. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

interface SmtpError extends Error {
  /** nodemailer's. */
  code?: string;
  command?: string;
  /** The server's answer, if there was one, and its code. */
  response?: string;
  responseCode?: number;
}

/**
 * Only an answer about a recipient or the contents is final (RFC 5321, section 4.2.1). A wrong password or sender, a full
 * mailbox (552), a server without TLS or with a bad certificate can be put right, and the mail waits for it.
 */
function verdictOn(error: unknown, isHandedOver: boolean): Verdict {
  const { code, command, responseCode = 0, message } = error as SmtpError;
  if (isHandedOver && responseCode === 0) return "unclear";
  // All that nodemailer leaves of Node's code for it.
  const isDistrusted = code === "ETLS" || (code === "ESOCKET" && message.includes("certificate"));
  if (isDistrusted || (code === "EAUTH" && responseCode === 0)) return "mendable";
  if (responseCode < 500) return "later";
  const isAboutMail = code === "EMESSAGE" || (code === "EENVELOPE" && command === "RCPT TO");
  return isAboutMail && ![530, 552].includes(responseCode) ? "never" : "mendable";
}

/** Refusals of the password, of sender and of recipients: the server has not seen the mail. */
const isBeforeMail = ({ code = "" }: SmtpError) => ["EAUTH", "EENVELOPE"].includes(code);
/** Of password and sender: nor does it know for whom the mail is. */
const isBeforeRecipient = (error: SmtpError) => isBeforeMail(error) && !/RCPT|DATA/.test(error.command ?? "");

/**
 * Without e-mail addresses, which may be a visitor's. What a server says once it has the mail may quote it, so only its codes are
 * told (RFC 5321, section 4.2, and RFC 3463).
 *
 * @param isHarmless whether what the server said quotes nothing
 */
function wordsOf(error: unknown, secrets: readonly string[], isHarmless = isBeforeMail): string {
  if (!(error instanceof Error)) return String(error);
  return secrets
    .reduce((text, secret) => text.replaceAll(secret, "…"), reasonOf(error, isHarmless))
    .replace(/[^\s<>"']+@[^\s<>"']+/g, "…")
    .replace(/\s+/g, " ")
    .slice(0, 300);
}

function reasonOf(error: SmtpError, isHarmless: (error: SmtpError) => boolean): string {
  const { code, cause, message, response } = error;
  if (code === "ETLS") return `no TLS with the mail server, so nothing was sent: ${message}`;
  if (code === "EABORT" && cause instanceof Error) return cause.message;
  if (response === undefined || isHarmless(error)) return message;
  const [codes = "an answer without a code"] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? [];
  return `the mail server answered the mail with ${codes}`;
}
