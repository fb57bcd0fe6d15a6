import type { Connection } from "#app/db/connect.server.ts";
import type { NotificationRow } from "#app/db/schema.ts";
import { describeFault } from "#app/fault.ts";
import type { Log } from "#app/services.ts";
import { backOff, persistence } from "./back-off.ts";
import { type Mail, MailError, type Mailer } from "./mailer.ts";

interface OutboxOptions {
  connection: Pick<Connection, "db" | "kind">;
  mailer: Mailer;
  compose: (row: NotificationRow) => Promise<Mail>;
  now: () => Date;
  log: Log;
}

/** Mails under way at once. */
const batch = 5;
/** How long a claimed mail is left to the instance that claimed it, in milliseconds; longer than sending can take. */
const claimTime = 5 * 60_000;
/** How often the outbox is looked into when nobody calls, in milliseconds: other instances' mails may be left over. */
const interval = 30_000;

/**
 * Delivers notifications: claims due rows, sends them outside any transaction, and marks what became of each. An
 * instance that dies in between leaves its claims to the others. See docs/decisions/0007-outbox.md.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isBusy = false;
  #isAwaited = false;
  #isStopped = false;
  #hasFailed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Looks into the outbox now and from now on; a call during a round makes another one follow. Never rejects. */
  wake(): void {
    if (this.#isStopped) return;
    if (this.#isBusy) {
      this.#isAwaited = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#isBusy = true;
    this.#round = this.#deliverAll().finally(() => {
      this.#isBusy = false;
      if (this.#isAwaited) {
        this.#isAwaited = false;
        this.wake();
      } else if (!this.#isStopped) {
        this.#timer = setTimeout(() => this.wake(), interval * (0.8 + Math.random() * 0.4));
        this.#timer.unref();
      }
    });
  }

  /** Lets the mails under way finish. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#round;
    await this.#options.mailer.close();
  }

  async #deliverAll(): Promise<void> {
    const { log } = this.#options;
    try {
      while ((await this.deliverDue()) > 0 && !this.#isStopped);
      if (this.#hasFailed) log.info({}, "the outbox works again");
      this.#hasFailed = false;
    } catch (error) {
      // Once for each change of state: a database that is away for an hour fills no log.
      if (!this.#hasFailed) log.error({ err: error }, "the outbox cannot be read");
      this.#hasFailed = true;
    }
  }

  /**
   * Claims and sends one batch.
   *
   * @returns how many were claimed
   * @throws when the database fails
   */
  async deliverDue(): Promise<number> {
    const rows = await this.#claim();
    await Promise.all(rows.map((row) => this.#deliver(row)));
    return rows.length;
  }

  #claim(): Promise<NotificationRow[]> {
    const { connection, now } = this.#options;
    const time = now();
    return connection.db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom("notifications")
        .selectAll()
        .where("status", "=", "pending")
        .where("next_attempt_at", "<=", time.toISOString())
        .where((eb) =>
          eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", time.toISOString())]),
        )
        .orderBy("next_attempt_at")
        .limit(batch)
        // SQLite has one writer, and this transaction is it.
        .$if(connection.kind === "postgres", (query) => query.forUpdate().skipLocked())
        .execute();
      if (rows.length > 0) {
        await transaction
          .updateTable("notifications")
          .set({ claimed_until: new Date(time.getTime() + claimTime).toISOString() })
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

  async #deliver(row: NotificationRow): Promise<void> {
    const { mailer, compose, now, log } = this.#options;
    const attempts = row.attempts + 1;
    const about = { notification: row.id, kind: row.kind, attempts };
    try {
      await mailer.send(await compose(row));
    } catch (error) {
      const isPermanent = error instanceof MailError && error.isPermanent;
      const age = now().getTime() - new Date(row.created_at).getTime();
      const isDead = isPermanent || age > persistence;
      const reason = error instanceof MailError ? error.message : describeFault(error);
      log.warn({ ...about, reason }, isDead ? "mail given up" : "mail not taken, to be tried again");
      await this.#mark(row, {
        status: isDead ? "dead" : "pending",
        attempts,
        next_attempt_at: new Date(now().getTime() + backOff(attempts, Math.random())).toISOString(),
        last_error: reason,
      });
      return;
    }
    log.info(about, "mail sent");
    await this.#mark(row, { status: "sent", attempts, sent_at: now().toISOString(), last_error: null });
  }

  async #mark(row: NotificationRow, change: Partial<NotificationRow>): Promise<void> {
    await this.#options.connection.db
      .updateTable("notifications")
      .set({ ...change, claimed_until: null })
      .where("id", "=", row.id)
      .execute();
  }
}
