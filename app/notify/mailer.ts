/** An e-mail, ready to be sent. Headers are safe: no value holds a line break. */
export interface Mail {
  /** `<id@host>`; the same for every attempt, so that a repeat is recognizable (RFC 5322, section 3.6.4). */
  messageId: string;
  from: string;
  to: string[];
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** @throws MailError when the mail was not taken */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** Why a mail was not taken. The message is for the log and the staff: it holds no words of a visitor. */
export class MailError extends Error {
  override name = "MailError";
  /** The server will never take this mail (RFC 5321, section 4.2.1: a 5yz reply): another attempt is of no use. */
  readonly isPermanent: boolean;

  constructor(message: string, options: ErrorOptions & { isPermanent: boolean }) {
    super(message, options);
    this.isPermanent = options.isPermanent;
  }
}
