import { type Kysely, sql } from "kysely";
import { isOpen } from "#database/indexes.ts";
import type { Database } from "#database/schema.ts";
import type { Log } from "#system/log.ts";
import { after } from "./mail-claims.server.ts";
import { kindsTo } from "./notifications.server.ts";

/** How long a mail to the staff may wait: in milliseconds, and as texts say it. */
export const overdueAfter = { time: 3_600_000, words: "an hour" };

/** Notifications to the staff that were given up or held, or wait for longer than `overdueAfter`. */
export async function countOverdue(db: Kysely<Database>, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("notifications")
    .select((eb) => eb.fn.countAll().as("count"))
    .where(sql<boolean>`${sql.raw(isOpen)}`)
    .where("kind", "in", kindsTo("staff"))
    .where((eb) =>
      eb.or([eb("status", "!=", "pending"), eb("created_at", "<", after(now, -overdueAfter.time))]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Those overdue when they were last counted. It is logged when there are more, and when there are none any more. */
export class OverdueMails {
  count = 0;

  async update(db: Kysely<Database>, now: Date, log: Log): Promise<void> {
    const count = await countOverdue(db, now);
    const before = this.count;
    this.count = count;
    if (count > before)
      log.error({ overdue: count }, "the staff have not been told of submissions: see 'notifications'");
    else if (count === 0 && before > 0) log.info({}, "the staff have been told of every submission");
  }
}
