import { setTimeout as sleep } from "node:timers/promises";
import type { Selectable, Updateable } from "kysely";
import type { DatabaseClock } from "#database/clock.server.ts";
import type { Connection } from "#database/connect.server.ts";
import type { NotificationRow } from "#database/schema.ts";
import { describeFault } from "#system/fault.ts";
import type { Log } from "#system/log.ts";
import { backOff, mostAttempts, mostUnclear } from "./back-off.ts";
import { type Mail, MailError, type Mailer, mailsAtOnce } from "./mailer.ts";

interface OutboxOptions {
  connection: Pick<Connection, "db" | "kind">;
  mailer: Mailer;
  compose: (row: Row) => Promise<Mail>;
  clock: DatabaseClock;
  log: Log;
  /** Tests are less patient. */
  times?: typeof defaultTimes;
}

type Row = Selectable<NotificationRow>;

/** A claimed mail, with every end that this instance has given to its claim: the database may have taken a change without answering. */
interface Claimed extends Row {
  ends: string[];
}

/** The result of an attempt: the new values of the row, and what to log. */
interface Result {
  change: Updateable<NotificationRow>;
  /** Milliseconds until the next attempt. */
  wait?: number;
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

  /** Notifications to the staff that are overdue, held or given up, when they were last counted. */
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

  async #claim(limit: number): Promise<Claimed[]> {
    const { connection, clock } = this.#options;
    if (limit <= 0) return [];
    return connection.db.transaction().execute(async (transaction) => {
      const now = await clock(transaction);
      const time = now.toISOString();
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
      const end = after(now, this.#times.claim);
      if (rows.length > 0) {
        await transaction
          .updateTable("notifications")
          .set({ claimed_until: end })
          .where(
            "id",
            "in",
            rows.map((row) => row.id),
          )
          .execute();
      }
      return rows.map((row) => ({ ...row, ends: [end] }));
    });
  }

  /** Never rejects. */
  async #deliver(row: Claimed): Promise<void> {
    const { log } = this.#options;
    let renewed = Promise.resolve();
    const renewal = setInterval(() => {
      // What fails is tried again, long before the claim ends.
      renewed = this.#renew(row).catch(() => {});
    }, this.#times.renewal);
    const { level, message, ...result } = await this.#attempt(row);
    const about = {
      notification: row.id,
      kind: row.kind,
      attempts: result.change.attempts,
      reason: result.change.last_error,
    };
    if (await this.#mark(row, result)) log[level](about, message);
    clearInterval(renewal);
    await renewed;
  }

  async #attempt(row: Row): Promise<Result> {
    const { mailer, compose } = this.#options;
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
        change: { status: "sent", attempts: row.attempts + 1, last_error: null, recipients: null },
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
        last_error: verdict === "unclear" ? `it may have arrived: ${last_error}` : last_error,
        ...(recipients ? { recipients: JSON.stringify(recipients) } : {}),
      },
      wait: backOff(attempts, unclear_attempts, Math.random()),
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
  async #mark(row: Claimed, { change, wait }: Pick<Result, "change" | "wait">): Promise<boolean> {
    const { connection, clock, log } = this.#options;
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      try {
        const now = await clock(connection.db);
        await connection.db
          .updateTable("notifications")
          .set({
            ...change,
            ...(change.status === "sent" ? { sent_at: after(now, 0) } : {}),
            ...(wait === undefined ? {} : { next_attempt_at: after(now, wait) }),
            claimed_until: null,
          })
          .where("id", "=", row.id)
          // Where the claim was over, another instance may have sent it meanwhile, or be sending it.
          .$if(change.status !== "sent", (query) =>
            query.where("status", "=", "pending").where("claimed_until", "in", row.ends),
          )
          .execute();
        return true;
      } catch (error) {
        if (pause === 100)
          log.error({ err: error, notification: row.id }, "what became of a mail cannot be marked yet");
        if (this.#stopping.signal.aborted) return false;
        await sleep(pause);
      }
    }
  }

  /** Also while the mark is tried. */
  async #renew(row: Claimed): Promise<void> {
    const { connection, clock } = this.#options;
    const end = after(await clock(connection.db), this.#times.claim);
    const known = [...row.ends];
    row.ends.push(end);
    await connection.db
      .updateTable("notifications")
      .set({ claimed_until: end })
      .where("id", "=", row.id)
      .where("claimed_until", "in", known)
      .execute();
  }

  async #countOverdue(): Promise<void> {
    const { connection, clock, log } = this.#options;
    const now = await clock(connection.db);
    const { count } = await connection.db
      .selectFrom("notifications")
      .select((eb) => eb.fn.countAll().as("count"))
      .where("kind", "=", "staff")
      .where((eb) =>
        eb.or([
          eb("status", "in", ["dead", "held"]),
          eb("status", "=", "pending").and("created_at", "<", after(now, -this.#times.overdue)),
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
}

/** @param time in milliseconds */
function after(now: Date, time: number): string {
  return new Date(now.getTime() + time).toISOString();
}
