import { type ExpressionBuilder, sql, type Transaction, type Updateable } from "kysely";
import { clockSkew, type DatabaseClock } from "#database/clock.server.ts";
import type { Connection } from "#database/connect.server.ts";
import { isWaiting } from "#database/indexes.ts";
import { retryTransient } from "#database/retry-transient.server.ts";
import { type Database, type NotificationRow, submissionTables } from "#database/schema.ts";
import { longestWait } from "./failed-attempt.ts";
import { isForStaff, kindsTo, type MailRow } from "./notifications.server.ts";
import { countQuarantined } from "./quarantined.server.ts";
import { allStaff, type StaffOf, shareOut, stillToBeTold } from "./staff-recipients.server.ts";

/** A claimed mail, with every end that this instance has given to its claim: the database may have taken a change without answering. */
export interface ClaimedMail extends MailRow {
  ends: string[];
  /** Posts in quarantine, for the staff's mail. Read with the claim: where the database fails, nothing is claimed. */
  quarantined: number;
  /** The renewal or mark under way. */
  change?: Promise<void> | undefined;
}

/** No version of the site, which may run beside this one, has claimed a mail for longer; in milliseconds. */
const longestClaim = 5 * 60_000;

/** Mails under way at once to visitors, whose mailboxes may all hang: the staff are told meanwhile. */
export const mailsToSenders = 3;
/** Mails under way at once to one recipient: a mailbox that hangs leaves room for all others. */
export const mailsToOne = 2;

interface ClaimsOptions {
  connection: Pick<Connection, "db" | "kind">;
  clock: DatabaseClock;
  /** How long a claimed mail is left to the instance that claimed it, in milliseconds. */
  length: number;
  staffOf: StaffOf;
}

/** Which mails an instance may send: those that it has claimed. No other sends them until their claim ends. */
export class MailClaims {
  readonly #options: ClaimsOptions;
  constructor(options: ClaimsOptions) {
    this.#options = options;
  }

  /**
   * Claims the mail that has been due for longest, of those whose recipient has room.
   *
   * @param underWay mails that this instance is sending: their claims may have ended while the database was unavailable
   * @returns undefined when there is none
   */
  async claim(underWay: MailRow[]): Promise<ClaimedMail | undefined> {
    for (;;) {
      const row = await retryTransient((signal) => this.#claimOrShareOut(underWay, signal));
      if (row !== "shared out") return row;
    }
  }

  /** Takes the first mail as it is read and locked, so that none is claimed which is meant for several. */
  #claimOrShareOut(
    underWay: MailRow[],
    signal: AbortSignal,
  ): Promise<ClaimedMail | "shared out" | undefined> {
    const { connection, clock, length, staffOf } = this.#options;
    return connection.db
      .transaction()
      .setIsolationLevel("read committed")
      .execute(async (transaction) => {
        const now = await clock(transaction);
        const full = this.#fullRecipients(underWay);
        const isStaffFull = allStaff(staffOf).every((address) => full.includes(JSON.stringify([address])));
        const toSenders = underWay.filter((mail) => !isForStaff(mail));
        // Of mails to the staff there may be very many; of the others, an index has the mails of one kind in their order.
        const kinds = isStaffFull ? kindsTo("sender") : [undefined];
        const firstOf = (due: Due, kind: string | undefined) =>
          waitingMails(transaction, connection.kind, now, underWay)
            .where("next_attempt_at", due.when, after(now, due.from))
            .$if(full.length > 0, (query) => query.where((eb) => this.#recipientColumn(eb), "not in", full))
            .$if(kind !== undefined, (query) => query.where("kind", "=", kind as string))
            .$if(toSenders.length >= mailsToSenders, (query) => query.where("kind", "in", kindsTo("staff")))
            .limit(1)
            .executeTakeFirst();
        const first = async (due: Due) => {
          for (const kind of kinds) {
            const found = await firstOf(due, kind);
            if (found) return found;
          }
        };
        const row = (await first(dueNow)) ?? (await first(dueToClockAhead));
        if (!row) return undefined;
        if (await shareOut(transaction, row, staffOf)) return "shared out";
        const end = after(now, length);
        const claim = {
          recipients: await stillToBeTold(transaction, row, staffOf),
          claimed_until: end,
        };
        await transaction.updateTable("notifications").set(claim).where("id", "=", row.id).execute();
        const quarantined = isForStaff(row) ? await countQuarantined(transaction) : 0;
        // Nobody waits for it any more, so nobody would send it.
        signal.throwIfAborted();
        return { ...row, ...claim, ends: [end], quarantined };
      });
  }

  /** Puts the end of a claim off, if nothing else is done with it. */
  renew(row: ClaimedMail): Promise<void> {
    row.change ??= this.#renew(row).finally(() => {
      row.change = undefined;
    });
    return row.change;
  }

  async #renew(row: ClaimedMail): Promise<void> {
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
   * Ends a claim with what became of the mail, after a renewal that is under way: if that overtook it, the claim would stay.
   *
   * @param wait until the next attempt, in milliseconds
   */
  async mark(row: ClaimedMail, change: Updateable<NotificationRow>, wait?: number): Promise<void> {
    await row.change?.catch(() => {});
    row.change = this.#mark(row, change, wait).finally(() => {
      row.change = undefined;
    });
    await row.change;
  }

  async #mark(row: ClaimedMail, change: Updateable<NotificationRow>, wait?: number): Promise<void> {
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
      .$if(change.status !== "sent", (query) => query.where("claimed_until", "in", row.ends))
      .execute();
  }

  /** Recipients who have as many mails under way as one may. */
  #fullRecipients(underWay: MailRow[]): string[] {
    const to = (mail: MailRow) =>
      isForStaff(mail) ? (mail.recipients ?? this.#unnamed(mail.submission_table)) : mail.email;
    return [...Map.groupBy(underWay, to)]
      .filter(([, mails]) => mails.length >= mailsToOne)
      .map(([recipient]) => recipient);
  }

  /** As the column `recipients`: whom a notification goes to that names nobody yet. */
  #unnamed(table: string): string {
    return JSON.stringify(this.#options.staffOf(table));
  }

  /** The recipient of a row as `#fullRecipients` names it. */
  #recipientColumn({ ref }: ExpressionBuilder<Database, "notifications">) {
    const byTable = submissionTables.map((table) => sql`when ${table} then ${this.#unnamed(table)}`);
    // A later version may have written one of a form that this one does not know.
    const unnamed = sql`case ${ref("submission_table")} ${sql.join(byTable, sql` `)} else ${this.#unnamed("")} end`;
    const named = sql`coalesce(${ref("recipients")}, ${unnamed})`;
    return sql<string>`case when ${ref("kind")} in (${sql.join(kindsTo("sender"))}) then ${ref("email")} else ${named} end`;
  }
}

/** From when on, in milliseconds after now, a mail is due. */
interface Due {
  when: "<=" | ">";
  from: number;
}
const dueNow: Due = { when: "<=", from: 0 };
/** A time further ahead than any that is written now is from a clock that was ahead, and passed. */
const dueToClockAhead: Due = { when: ">", from: longestWait + clockSkew };

/**
 * Those that wait and that nobody is sending, from the one that has been due for longest. Which are due is asked one range at a
 * time: an index finds its beginning, while an `or` of both would read every mail that waits for later.
 */
function waitingMails(
  transaction: Transaction<Database>,
  kind: Connection["kind"],
  now: Date,
  underWay: MailRow[],
) {
  const ids = underWay.map(({ id }) => id);
  return (
    transaction
      .selectFrom("notifications")
      .selectAll()
      .where(sql<boolean>`${sql.raw(isWaiting)}`)
      .where((eb) =>
        eb.or([
          eb("claimed_until", "is", null),
          eb("claimed_until", "<=", after(now, 0)),
          // From a clock that was ahead.
          eb("claimed_until", ">", after(now, longestClaim + clockSkew)),
        ]),
      )
      .$if(ids.length > 0, (query) => query.where("id", "not in", ids))
      .orderBy("next_attempt_at")
      // SQLite has one writer, and this transaction is it.
      .$if(kind === "postgres", (query) => query.forUpdate().skipLocked())
  );
}

/** @param time in milliseconds */
export function after(now: Date, time: number): string {
  return new Date(now.getTime() + time).toISOString();
}
