import { MailError, type Mailer } from "#submissions/mail/mailer.ts";
import type { RateLimit } from "#submissions/receive/rate-limit.server.ts";
import { describeFault } from "#system/fault.ts";
import { localTime } from "#system/language.ts";
import type { Log } from "#system/log.ts";
import { findTroubles, type Health } from "../health.ts";
import type { AlertSettings } from "./alert-mail.tsx";

interface AlertOptions {
  health: Health;
  /** Lets one through in 24 hours, of all instances together. */
  limit: Pick<RateLimit, "take" | "forget">;
  mailer: Pick<Mailer, "send">;
  settings: AlertSettings;
  /** IANA name; the organization's. */
  timeZone: string;
  now: () => Date;
  log: Log;
}

/** When it is looked first, how often after that, and how long a mail server may take, in milliseconds. */
export const times = { first: 60_000, interval: 15 * 60_000, deadline: 2 * 60_000 };
/** From this hour on, and before that one, in the organization's time zone. */
export const day = { begins: 8, ends: 18 };
/** The name under which the limit counts. */
const claim = "alert";

/**
 * Writes to the staff when something does not mend itself: by day, and once in 24 hours at most, whichever instance sees it first. The
 * mail goes past the outbox, whose troubles it tells of. One that nobody took is tried again at the next look.
 */
export class AlertWatch {
  readonly #options: AlertOptions;
  readonly #started: Date;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout;
  #look: Promise<void> | undefined;
  #hasFailed = false;

  constructor(options: AlertOptions) {
    this.#options = options;
    this.#started = options.now();
    // Not at once, when others than this process are yet to start.
    this.#timer = setTimeout(() => {
      void this.look();
      // Instances that were started together look one after the other.
      this.#timer = setInterval(() => void this.look(), times.interval * (0.9 + Math.random() * 0.2)).unref();
    }, times.first).unref();
  }

  /** Looks, and writes if there is something to say. Never rejects. */
  look(): Promise<void> {
    this.#look ??= this.#tell()
      .catch((error: unknown) => this.#failed(describeFault(error)))
      .finally(() => {
        this.#look = undefined;
      });
    return this.#look;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#look;
  }

  async #tell(): Promise<void> {
    const { health, limit, timeZone, now, log } = this.#options;
    const hour = Number(localTime(now(), timeZone).slice(11, 13));
    if (hour < day.begins || hour >= day.ends) return;
    const troubles = await findTroubles(health, this.#started, now());
    if (troubles.length === 0 || this.#stopping.signal.aborted || (await limit.take(claim)) > 0) return;
    const about = { troubles: troubles.map(({ kind }) => kind) };
    const { composeAlert } = await import("./alert-mail.tsx");
    const refusals = await this.#send(composeAlert(troubles, this.#options.settings));
    if (refusals.length < this.#options.settings.notifyTo.length) {
      this.#hasFailed = false;
      log.warn({ ...about, refusals }, "the staff were told what needs somebody");
      return;
    }
    await limit.forget(claim);
    if (!this.#stopping.signal.aborted) this.#failed(refusals.join("; "));
  }

  /** @returns why it was not taken, for each recipient who has it not */
  async #send(mail: Omit<Parameters<Mailer["send"]>[0], "recipient">): Promise<string[]> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(times.deadline)]);
    const outcomes = await Promise.all(
      this.#options.settings.notifyTo.map((recipient) =>
        this.#options.mailer.send({ ...mail, recipient }, signal).catch((error: unknown) =>
          // It may have arrived, and there is another day.
          error instanceof MailError && error.verdict === "unclear"
            ? undefined
            : error instanceof MailError
              ? error.message
              : describeFault(error),
        ),
      ),
    );
    return outcomes.filter((outcome) => outcome !== undefined);
  }

  /** Said once, until a mail was taken. */
  #failed(reason: string): void {
    if (!this.#hasFailed) this.#options.log.error({ reason }, "the staff cannot be told what needs somebody");
    this.#hasFailed = true;
  }
}
