import type { Selectable, Updateable } from "kysely";
import type { DatabaseClock } from "#database/clock.server.ts";
import type { Connection } from "#database/connect.server.ts";
import type { NotificationRow } from "#database/schema.ts";

export type MailRow = Selectable<NotificationRow>;

/** A claimed mail, with every end that this instance has given to its claim: the database may have taken a change without answering. */
export interface ClaimedMail extends MailRow {
  ends: string[];
}

interface ClaimsOptions {
  connection: Pick<Connection, "db" | "kind">;
  clock: DatabaseClock;
  /** How long a claimed mail is left to the instance that claimed it, in milliseconds. */
  length: number;
}

/** Which mails an instance may send: those that it has claimed. No other sends them until their claim ends. */
export class MailClaims {
  readonly #options: ClaimsOptions;

  constructor(options: ClaimsOptions) {
    this.#options = options;
  }

  /**
   * @param limit how many at most
   * @param underWay ids of mails that this instance is sending
   * @returns mails that are due
   */
  async claim(limit: number, underWay: string[]): Promise<ClaimedMail[]> {
    const { connection, clock, length } = this.#options;
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
        .$if(underWay.length > 0, (query) => query.where("id", "not in", underWay))
        .orderBy("next_attempt_at")
        .limit(limit)
        // SQLite has one writer, and this transaction is it.
        .$if(connection.kind === "postgres", (query) => query.forUpdate().skipLocked())
        .execute();
      const end = after(now, length);
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

  /** Puts the end of a claim off. */
  async renew(row: ClaimedMail): Promise<void> {
    const { connection, clock, length } = this.#options;
    const end = after(await clock(connection.db), length);
    const known = [...row.ends];
    row.ends.push(end);
    await connection.db
      .updateTable("notifications")
      .set({ claimed_until: end })
      .where("id", "=", row.id)
      .where("claimed_until", "in", known)
      .execute();
  }

  /**
   * Ends a claim with what became of the mail.
   *
   * @param wait until the next attempt, in milliseconds
   */
  async mark(row: ClaimedMail, change: Updateable<NotificationRow>, wait?: number): Promise<void> {
    const { connection, clock } = this.#options;
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
  }
}

/** @param time in milliseconds */
export function after(now: Date, time: number): string {
  return new Date(now.getTime() + time).toISOString();
}
