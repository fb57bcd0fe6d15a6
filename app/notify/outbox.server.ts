import { setTimeout as sleep } from "node:timers/promises";
import type { Selectable, Updateable } from "kysely";
import type { Connection } from "#app/db/connect.server.ts";
import type { NotificationRow } from "#app/db/schema.ts";
import { describeFault } from "#app/fault.ts";
import type { Log } from "#app/services.ts";
import { backOff, mostAttempts, mostUnclear } from "./back-off.ts";
import { type Mail, MailError, type Mailer, mailsAtOnce } from "./mailer.ts";

interface OutboxOptions {
  connection: Pick<Connection, "db" | "kind">;
  mailer: Mailer;
  compose: (row: Row) => Promise<Mail>;
  now: () => Date;
  log: Log;
  /** Tests are less patient. */
  times?: typeof defaultTimes;
}

type Row = Selectable<NotificationRow>;

/** The result of an attempt: the new values of the row, and what to log. */
interface Result {
  change: Updateable<NotificationRow>;
  level: keyof Log;
  message: string;
}

/** In milliseconds. */
const defaultTimes = {
  /** One attempt, from the first connection to the last answer. */
  deadline: 2 * 60_000,
  /** How long a claimed mail is left to the instance that claimed it, which renews the claim as long as it is sending. */
  claim: 5 * 60_000,
  renewal: 60_000,
  /** How often the outbox is checked without being woken: other instances may have left mails. */
  interval: 30_000,
  /** How long a stop waits for the mails under way. */
  stop: 15_000,
  /** A notification to the staff that is older is overdue. */
  overdue: 3_600_000,
};

/**
 * Delivers notifications: claims due rows, sends them outside any transaction, and marks the result of each. An
 * instance that dies in between leaves its claims to the others. See docs/decisions/0007-outbox.md.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #times: typeof defaultTimes;
  /** By the ids of their rows. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #call = Promise.withResolvers<void>();
  #isCalled = false;
  #isStopped = false;
  #hasFailed = false;
  #isCountDue = true;
  #overdue = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#times = options.times ?? defaultTimes;
  }

  /** Notifications to the staff that are overdue or given up, when they were last counted. */
  get overdue(): number {
    return this.#overdue;
  }

  /** Checks the outbox now, and regularly from now on. Never rejects. */
  wake(): void {
    if (this.#isStopped) return;
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
    await Promise.all(this.#underWay.values());
    clearTimeout(end);
    await this.#options.mailer.close();
  }

  async #deliverAll(): Promise<void> {
    const { log } = this.#options;
    try {
      if (this.#isCountDue) await this.#countOverdue();
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
      const rows = this.#isStopped ? [] : await this.#claim(mailsAtOnce - this.#underWay.size);
      for (const row of rows)
        this.#underWay.set(
          row.id,
          this.#deliver(row).finally(() => this.#underWay.delete(row.id)),
        );
      count += rows.length;
      if (this.#underWay.size === 0) return count;
      await Promise.race([...this.#underWay.values(), this.#call.promise]);
    }
  }

  async #claim(limit: number): Promise<Row[]> {
    const { connection, now } = this.#options;
    if (limit <= 0) return [];
    const time = now().toISOString();
    return connection.db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom("notifications")
        .selectAll()
        .where("status", "=", "pending")
        .where("next_attempt_at", "<=", time)
        .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", time)]))
        // Their claims may have ended while the database was unavailable.
        .$if(this.#underWay.size > 0, (query) => query.where("id", "not in", [...this.#underWay.keys()]))
        .orderBy("next_attempt_at")
        .limit(limit)
        // SQLite has one writer, and this transaction is it.
        .$if(connection.kind === "postgres", (query) => query.forUpdate().skipLocked())
        .execute();
      if (rows.length > 0) {
        await transaction
          .updateTable("notifications")
          .set({ claimed_until: this.#after(this.#times.claim) })
          .where(
            "id",
            "in",
            rows.map((row) => row.id),
          )
          .execute();
      }
      return rows;
    });
  }

  /** Never rejects. */
  async #deliver(row: Row): Promise<void> {
    const { log } = this.#options;
    const renewal = setInterval(() => this.#renew(row), this.#times.renewal);
    const { change, level, message } = await this.#attempt(row);
    const about = {
      notification: row.id,
      kind: row.kind,
      attempts: change.attempts,
      reason: change.last_error,
    };
    if (await this.#mark(row, change)) log[level](about, message);
    clearInterval(renewal);
  }

  async #attempt(row: Row): Promise<Result> {
    const { mailer, compose, now } = this.#options;
    const ended = new AbortController();
    const end = () => ended.abort(new Error("the site was stopped"));
    const deadline = setTimeout(
      () => ended.abort(new Error(`not finished within ${this.#times.deadline / 1_000} seconds`)),
      this.#times.deadline,
    );
    this.#stopping.signal.addEventListener("abort", end);
    try {
      const mail = await compose(row);
      const left: string[] | undefined = row.recipients ? JSON.parse(row.recipients) : undefined;
      // Recipients that were removed from the settings since then are skipped.
      const recipients = left && mail.to.filter((address) => left.includes(address));
      const refusal =
        recipients?.length === 0
          ? undefined
          : await mailer.send({ ...mail, ...(recipients ? { recipients } : {}) }, ended.signal);
      if (refusal)
        return this.#failed(row, new MailError(refusal.reason, { verdict: "later" }), refusal.recipients);
      return {
        change: {
          status: "sent",
          attempts: row.attempts + 1,
          sent_at: now().toISOString(),
          last_error: null,
          recipients: null,
        },
        level: "info",
        message: "mail sent",
      };
    } catch (error) {
      return this.#failed(row, error);
    } finally {
      clearTimeout(deadline);
      this.#stopping.signal.removeEventListener("abort", end);
    }
  }

  /**
   * A notification to the staff is never given up because of an answer of the mail server: wrong passwords, senders
   * and addresses can be corrected by the operator, for whom an error is logged.
   *
   * @param recipients the recipients who were refused when others were accepted
   */
  #failed(row: Row, error: unknown, recipients?: string[]): Result {
    const verdict = error instanceof MailError ? error.verdict : "later";
    const last_error = error instanceof MailError ? error.message : describeFault(error);
    // Nothing was sent, so the row stays as if it had not been claimed.
    if (this.#stopping.signal.aborted && verdict === "later" && !recipients)
      return { change: {}, level: "info", message: "mail left to the next start" };
    const isForStaff = row.kind === "staff";
    const attempts = row.attempts + 1;
    const unclear_attempts = row.unclear_attempts + (verdict === "unclear" ? 1 : 0);
    const isRefused = verdict === "never" || attempts >= mostAttempts;
    const isDead = unclear_attempts >= mostUnclear || (isRefused && !isForStaff);
    return {
      change: {
        status: isDead ? "dead" : "pending",
        attempts,
        unclear_attempts,
        next_attempt_at: this.#after(backOff(attempts, unclear_attempts, Math.random())),
        last_error: verdict === "unclear" ? `it may have arrived: ${last_error}` : last_error,
        ...(recipients ? { recipients: JSON.stringify(recipients) } : {}),
      },
      level: isForStaff && (isDead || isRefused || recipients) ? "error" : "warn",
      message: isDead
        ? "mail given up"
        : recipients
          ? "mail not taken for every recipient, to be tried again"
          : "mail not taken, to be tried again",
    };
  }

  /**
   * Without the mark the mail would be sent again, so marking is tried until it succeeds or the process ends.
   *
   * @returns whether it succeeded
   */
  async #mark(row: Row, change: Updateable<NotificationRow>): Promise<boolean> {
    const { connection, log } = this.#options;
    for (let wait = 100; ; wait = Math.min(wait * 2, 5_000)) {
      try {
        await connection.db
          .updateTable("notifications")
          .set({ ...change, claimed_until: null })
          .where("id", "=", row.id)
          .execute();
        return true;
      } catch (error) {
        if (wait === 100)
          log.error({ err: error, notification: row.id }, "what became of a mail cannot be marked yet");
        if (this.#stopping.signal.aborted) return false;
        await sleep(wait);
      }
    }
  }

  /** Runs also while the result is being marked. A failed renewal is tried again long before the claim ends. */
  #renew(row: Row): void {
    this.#options.connection.db
      .updateTable("notifications")
      .set({ claimed_until: this.#after(this.#times.claim) })
      .where("id", "=", row.id)
      .where("claimed_until", "is not", null)
      .execute()
      .catch(() => {});
  }

  async #countOverdue(): Promise<void> {
    const { connection, log } = this.#options;
    const { count } = await connection.db
      .selectFrom("notifications")
      .select((eb) => eb.fn.countAll().as("count"))
      .where("kind", "=", "staff")
      .where((eb) =>
        eb.or([
          eb("status", "=", "dead"),
          eb("status", "=", "pending").and("created_at", "<", this.#after(-this.#times.overdue)),
        ]),
      )
      .executeTakeFirstOrThrow();
    this.#isCountDue = false;
    const before = this.#overdue;
    this.#overdue = Number(count);
    if (this.#overdue > before)
      log.error(
        { overdue: this.#overdue },
        "the staff have not been told of submissions: see 'notifications'",
      );
    else if (this.#overdue === 0 && before > 0) log.info({}, "the staff have been told of every submission");
  }

  /** @param time in milliseconds */
  #after(time: number): string {
    return new Date(this.#options.now().getTime() + time).toISOString();
  }
}
