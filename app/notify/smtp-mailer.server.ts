import { createTransport } from "nodemailer";
import { type Mail, MailError, type Mailer } from "./mailer.ts";
import { messageOf } from "./message.ts";

/** In milliseconds; a server that hangs holds up its own mail only. */
export interface SmtpTimeouts {
  connection: number;
  greeting: number;
  /** Silence in the middle of a conversation. */
  socket: number;
}

const defaultTimeouts: SmtpTimeouts = { connection: 10_000, greeting: 10_000, socket: 30_000 };

/**
 * Sends over SMTP. Only this machine's own server may do without TLS: whoever lies between could strip the offer of
 * STARTTLS (RFC 3207, section 6) and read password and mail.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…` for TLS from the start
 */
export function smtpMailer(url: string, timeouts = defaultTimeouts): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !isLoopback(host),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail: Mail) {
      try {
        await transport.sendMail(messageOf(mail));
      } catch (error) {
        throw mailError(error);
      }
    },
    async close() {
      transport.close();
    },
  };
}

/** As WHATWG's URL writes hosts. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);
}

/**
 * Only what the server answers to the mail itself is final (RFC 5321, section 4.2.1). A wrong password or a missing
 * server is the operator's to mend, and the mail waits for it.
 */
function mailError(error: unknown): MailError {
  if (!(error instanceof Error)) return new MailError(String(error), { isPermanent: false });
  const { code, responseCode = 0 } = error as Error & { code?: string; responseCode?: number };
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  // Servers like to repeat the address, which may be a visitor's.
  const words = (
    code === "ETLS" ? `no TLS with the mail server, so nothing was sent: ${error.message}` : error.message
  )
    .replace(/[^\s<>"']+@[^\s<>"']+/g, "…")
    .replace(/\s+/g, " ");
  return new MailError(words.slice(0, 300), {
    cause: error,
    isPermanent: isAboutMail && responseCode >= 500 && responseCode < 600,
  });
}
