import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseClock } from "#database/clock.server.ts";
import type { Connection } from "#database/connect.server.ts";
import type { Log } from "#system/log.ts";
import { failedAttempt, Refusals, type Result } from "./failed-attempt.ts";
import { type ClaimedMail, MailClaims } from "./mail-claims.server.ts";
import { longestAttempt, type Mail, type Mailer, mailsAtOnce } from "./mailer.ts";
import { OverdueMails } from "./overdue.server.ts";
import type { MailSettings } from "./submission-mail.tsx";

interface OutboxOptions {
  connection: Pick<Connection, "db" | "kind">;
  mailer: Mailer;
  settings: MailSettings;
  clock: DatabaseClock;
  log: Log;
  /** A simulation has mails of its own. Asks the database for nothing: its faults are no word of a mail server. */
  compose?: (row: ClaimedMail) => Promise<Mail>;
  /** Tests are less patient. */
  times?: typeof defaultTimes;
}

/** A mail of this process that is being sent or marked. */
interface UnderWay {
  row: ClaimedMail;
  delivery: Promise<void>;
}

/** In milliseconds. */
export const defaultTimes = {
  /** Of an attempt. */
  deadline: longestAttempt,
  /**
   * How long a claimed mail is left to the instance that claimed it, which renews the claim as long as it is sending. Longer
   * than an attempt: one that is cut off from the database has ended when another begins.
   */
  claim: 2.5 * 60_000,
  renewal: 10_000,
  /** How often the outbox is checked without being woken: other instances may have left mails. */
  interval: 30_000,
  /** How long a stop waits for the mails under way. */
  stop: 15_000,
};

/**
 * Two calls within so many milliseconds mean that posts come one upon the other: visitors go first then, and a mail looks whether it
 * may be sent at every step, but waits no longer than this.
 */
const rush = { within: 50, step: 25, wait: 250 };

/**
 * Delivers notifications: claims due rows, sends them outside any transaction, and marks the result of each. An
 * instance that dies in between leaves its claims to the others. See docs/decisions/0007-outbox.md.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #times: typeof defaultTimes;
  readonly #underWay = new Set<UnderWay>();
  readonly #stopping = new AbortController();
  readonly #claims: MailClaims;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #call = Promise.withResolvers<void>();
  #isCalled = false;
  /** When the last two calls were, as `performance.now()`. */
  #calls = [-Infinity, -Infinity];
  #isStopped = false;
  #hasFailed = false;
  #isCountDue = true;
  readonly #overdue = new OverdueMails();
  readonly #refusals = new Refusals();

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#times = options.times ?? defaultTimes;
    const { staffOf } = options.settings;
    this.#claims = new MailClaims({ ...options, staffOf, length: this.#times.claim });
  }

  /** Notifications to the staff that are overdue, held or given up, when they were last counted. */
  get overdue(): number {
    return this.#overdue.count;
  }

  /** Checks the outbox now, and regularly from now on. Never rejects. */
  wake(): void {
    if (this.#isStopped) return;
    this.#calls = [this.#calls[1] ?? 0, performance.now()];
    this.#timer ??= setInterval(
      () => {
        this.#isCountDue = true;
        this.wake();
      },
      this.#times.interval * (0.8 + Math.random() * 0.4),
    ).unref();
    this.#isCalled = true;
    this.#call.resolve();
    this.#round ??= this.#deliverAll().finally(() => {
      this.#round = undefined;
      if (this.#isCalled) this.wake();
    });
  }

  /** Waits a while for the mails under way; those not sent by then can be sent by other instances at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    const end = setTimeout(() => this.#stopping.abort(), this.#times.stop);
    await this.#round;
    await Promise.all(this.#deliveries());
    clearTimeout(end);
    await this.#options.mailer.close();
  }

  async #deliverAll(): Promise<void> {
    const { connection, clock, log } = this.#options;
    try {
      if (this.#isCountDue) await this.#overdue.update(connection.db, await clock(connection.db), log);
      this.#isCountDue = false;
      await this.deliverDue();
      if (this.#hasFailed) log.info({}, "the outbox works again");
      this.#hasFailed = false;
    } catch (error) {
      // Logged once for each change of state, so that an hour without a database does not fill the log.
      if (!this.#hasFailed) log.error({ err: error }, "the outbox cannot be read");
      this.#hasFailed = true;
      this.#isCalled = false;
    }
  }

  /**
   * Claims and sends due mails, a few at once: when one ends the next begins, and one that hangs delays
   * no other. A call of `wake` meanwhile makes it check again.
   *
   * @returns how many were claimed
   * @throws when the database fails; mails under way go on
   */
  async deliverDue(): Promise<number> {
    let count = 0;
    for (;;) {
      this.#call = Promise.withResolvers();
      this.#isCalled = false;
      // One that ends while the database is asked may let another be claimed, so it is waited for as well: it has ended.
      let underWay = this.#deliveries();
      while (!this.#isStopped && underWay.length < mailsAtOnce) {
        await this.#giveWay();
        if (this.#isStopped) break;
        const row = await this.#claims.claim([...this.#underWay].map(({ row }) => row));
        if (!row) break;
        const one: UnderWay = {
          row,
          delivery: this.#deliver(row).finally(() => this.#underWay.delete(one)),
        };
        this.#underWay.add(one);
        count += 1;
        underWay = this.#deliveries();
      }
      if (underWay.length === 0) return count;
      await Promise.race([...underWay, this.#call.promise]);
    }
  }

  async #giveWay(): Promise<void> {
    const isRush = () => performance.now() - (this.#calls[0] ?? 0) < rush.within && !this.#isStopped;
    for (let waited = 0; waited < rush.wait && isRush(); waited += rush.step) await sleep(rush.step);
  }

  #deliveries(): Promise<void>[] {
    return [...this.#underWay].map(({ delivery }) => delivery);
  }

  /** Never rejects. */
  async #deliver(row: ClaimedMail): Promise<void> {
    const { log } = this.#options;
    let renewed = Promise.resolve();
    const renewal = setInterval(() => {
      // What fails is tried again, long before the claim ends.
      renewed = this.#claims.renew(row).catch(() => {});
    }, this.#times.renewal);
    const result = await attempt(row, {
      compose: this.#compose,
      ...this.#options,
      deadline: this.#times.deadline,
      stopping: this.#stopping.signal,
    });
    const { attempts, last_error: reason } = result.change;
    const about = { notification: row.id, kind: row.kind, attempts, reason };
    if (await this.#mark(row, result)) log[this.#refusals.levelOf(result)](about, result.message);
    clearInterval(renewal);
    await renewed;
  }

  /** Loads React with the first mail, to keep the start fast. */
  readonly #compose = async (row: ClaimedMail): Promise<Mail> => {
    const { composeMail } = await import("./submission-mail.tsx");
    return composeMail(row, this.#options.settings, row.quarantined);
  };

  /**
   * Without the mark the mail would be sent again, so marking is tried until it succeeds or the time to stop is over, and
   * once more then.
   *
   * @returns whether it succeeded
   */
  async #mark(row: ClaimedMail, { change, wait }: Result): Promise<boolean> {
    const { log } = this.#options;
    const { signal } = this.#stopping;
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      try {
        await this.#claims.mark(row, change, wait);
        return true;
      } catch (error) {
        if (pause === 100)
          log.error({ err: error, notification: row.id }, "what became of a mail cannot be marked yet");
        if (signal.aborted) return false;
        await sleep(pause, undefined, { signal }).catch(() => {});
      }
    }
  }
}

interface AttemptOptions extends Required<Pick<OutboxOptions, "mailer" | "compose">> {
  /** From the first connection to the last answer, in milliseconds. */
  deadline: number;
  /** Aborted when the site does not wait any longer. */
  stopping: AbortSignal;
}

/** Composes a mail and hands it to the mail server. Never rejects. */
export async function attempt(row: ClaimedMail, given: AttemptOptions): Promise<Result> {
  const { mailer, compose, deadline: limit, stopping } = given;
  const change = { status: "sent", attempts: row.attempts + 1, last_error: null } as const;
  const sent = { change, level: "info", message: "mail sent" } as const;
  // Whom it was for has left, and everybody else is told by another row.
  if (row.recipients === "[]") return sent;
  const ended = new AbortController();
  const end = () => ended.abort(new Error("the site was stopped"));
  const late = () => ended.abort(new Error(`not finished within ${limit / 1_000} seconds`));
  const deadline = setTimeout(late, limit);
  stopping.addEventListener("abort", end);
  try {
    await mailer.send(await compose(row), ended.signal);
    return sent;
  } catch (error) {
    return failedAttempt(row, stopping.aborted, error);
  } finally {
    clearTimeout(deadline);
    stopping.removeEventListener("abort", end);
  }
}
