import type { SendMailOptions } from "nodemailer";

/** An e-mail, ready to be sent. Headers are safe: no value holds a line break. */
export interface Mail {
  /** `<id@host>`; the same for every attempt, so that a repeat is recognizable (RFC 5322, section 3.6.4). */
  messageId: string;
  from: string;
  /** Everybody who gets it, for the header. */
  to: string[];
  /** The one of them whom it is sent to now. */
  recipient: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /**
   * @param signal aborts the attempt at once
   * @throws MailError when the recipient was not accepted, or when that is unknown
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** The mail as nodemailer takes it. */
export function messageOf(mail: Mail): SendMailOptions {
  const { replyTo, recipient, ...rest } = mail;
  return {
    ...rest,
    ...(replyTo ? { replyTo } : {}),
    envelope: { from: mail.from, to: [recipient] },
    // Keeps automatic replies from being sent (RFC 3834, section 5).
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

/** One attempt, from the first connection to the last answer, in milliseconds. */
export const longestAttempt = 2 * 60_000;

/** Mails under way at once. */
export const mailsAtOnce = 5;

/**
 * `later`: another attempt may help. `mendable`: it may help once somebody has put something right, as a wrong password.
 * `never`: the server will not take this mail for this recipient (RFC 5321, section 4.2.1: a 5yz reply). `unclear`: the
 * whole mail was handed over and no answer came, so it may have been taken.
 */
export type Verdict = "later" | "mendable" | "never" | "unclear";

interface MailErrorOptions extends ErrorOptions {
  verdict: Verdict;
  inCodes?: string;
}

/** Why a mail was not taken. The message is for the log and the staff, of a mail to the staff: it holds no words of a visitor then. */
export class MailError extends Error {
  override name = "MailError";
  readonly verdict: Verdict;
  /** The same of a mail to a visitor, whose name or mailbox a server may say when it refuses it: by codes alone. */
  readonly inCodes: string;

  constructor(message: string, { verdict, inCodes = message, ...options }: MailErrorOptions) {
    super(message, options);
    this.verdict = verdict;
    this.inCodes = inCodes;
  }
}
