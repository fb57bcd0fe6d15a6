import { type Mail, MailError, type Mailer } from "#submissions/mail/mailer.ts";
import type { Machine, VirtualTime } from "./virtual-time.ts";

/** How a mail server may treat a mail. */
export const treatments = [
  "accept",
  /** It looks for viruses first. */
  "accept after 12 s",
  "accept after the deadline",
  /** The mail is taken; the answer comes byte by byte and never ends. */
  "trickle",
  /** The mail is taken; the connection breaks before the answer. */
  "drop",
  "hang",
  "refuse for now",
  "refuse the password",
  "refuse for good",
  "refuse one recipient",
] as const;
export type Treatment = (typeof treatments)[number];

const refusals: Partial<Record<Treatment, ConstructorParameters<typeof MailError>>> = {
  hang: ["silence", { verdict: "later" }],
  "refuse for now": ["451 not now", { verdict: "later" }],
  "refuse the password": ["535 no", { verdict: "mendable" }],
  "refuse for good": ["550 no such mailbox", { verdict: "never" }],
};

/** One try to hand over a mail. */
export interface Attempt {
  machine: Machine;
  id: string;
  recipient: string;
  /** How many were made before, as the row said. */
  number: number;
  start: number;
  treatment: Treatment;
  delivered: string[];
  /** When the site broke it off; undefined when it did not. */
  brokenOff: number | undefined;
  /** What the site was told; undefined before. */
  answer: "taken" | "refused" | "unclear" | undefined;
  /** A crash or a lost answer came in between: it may be repeated. */
  isExcused: boolean;
  /** Its process died before it was marked. */
  isLost: boolean;
}

/** In milliseconds. */
const silence = 30_000;

/** A mail server that does what the plan says, and remembers everything. */
export class MailServer {
  readonly attempts: Attempt[] = [];
  readonly #time: VirtualTime;
  readonly #treatment: () => Treatment;
  readonly #onDelivery: (attempt: Attempt, recipient: string) => void;

  constructor(
    time: VirtualTime,
    treatment: () => Treatment,
    onDelivery: (attempt: Attempt, recipient: string) => void,
  ) {
    this.#time = time;
    this.#treatment = treatment;
    this.#onDelivery = onDelivery;
  }

  /** Attempts of the machine that have no answer yet. */
  underWay(machine: Machine): Attempt[] {
    return this.attempts.filter((attempt) => attempt.machine === machine && attempt.answer === undefined);
  }

  /** What one instance sends through. */
  mailerOf(machine: Machine): Mailer {
    return { send: (mail, signal) => this.#send(machine, mail, signal), close: async () => {} };
  }

  async #send(machine: Machine, mail: Mail, signal: AbortSignal): Promise<void> {
    const attempt: Attempt = {
      machine,
      id: mail.messageId,
      recipient: mail.recipient,
      number: Number(mail.subject),
      start: this.#time.now,
      treatment: this.#treatment(),
      delivered: [],
      brokenOff: undefined,
      answer: undefined,
      isExcused: false,
      isLost: false,
    };
    this.attempts.push(attempt);
    try {
      await this.#converse(attempt, mail, signal);
      attempt.answer = "taken";
    } catch (error) {
      attempt.answer = error instanceof MailError && error.verdict === "unclear" ? "unclear" : "refused";
      attempt.isExcused = attempt.answer === "unclear";
      if (signal.aborted) attempt.brokenOff = this.#time.now;
      throw error;
    }
  }

  async #converse(attempt: Attempt, { to, recipient }: Mail, signal: AbortSignal): Promise<void> {
    const { treatment } = attempt;
    const latency = () => Math.ceil(this.#time.random() * 300);
    await this.#wait(latency(), signal, "later");
    if (treatment === "hang") await this.#wait(silence, signal, "later");
    const refusal = refusals[treatment];
    if (refusal) throw new MailError(...refusal);
    if (treatment === "refuse one recipient" && recipient !== to[0])
      throw new MailError("450 try again later", { verdict: "later" });
    // From here on it comes about, whatever becomes of the sender.
    const delay = latency();
    this.#time.beside(() =>
      this.#time.schedule(() => {
        this.#onDelivery(attempt, recipient);
      }, delay),
    );
    await this.#wait(delay + latency(), signal, "unclear");
    if (treatment === "drop") throw new MailError("the connection was lost", { verdict: "unclear" });
    if (treatment === "accept after 12 s") await this.#wait(12_000, signal, "unclear");
    if (treatment === "accept after the deadline") await this.#wait(180_000, signal, "unclear");
    if (treatment === "trickle") await this.#wait(Number.POSITIVE_INFINITY, signal, "unclear");
  }

  /** @throws MailError when the attempt is given up meanwhile */
  #wait(delay: number, signal: AbortSignal, verdict: "later" | "unclear"): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = Number.isFinite(delay) ? setTimeout(resolve, delay) : undefined;
      const end = () => {
        clearTimeout(timer);
        reject(new MailError("given up", { verdict }));
      };
      if (signal.aborted) end();
      signal.addEventListener("abort", end);
    });
  }
}
