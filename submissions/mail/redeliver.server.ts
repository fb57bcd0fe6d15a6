import type { Kysely } from "kysely";
import type { DatabaseClock } from "#database/clock.server.ts";
import type { Database } from "#database/schema.ts";
import { kindsTo } from "./notifications.server.ts";

/**
 * Lets mails be sent again as if they had never been tried, but for those that are being sent. The sender's copy goes out
 * once: only one that was never sent is sent again.
 *
 * @param submissionId whose mails; without it all that were given up
 * @returns how many
 */
export async function redeliver(
  db: Kysely<Database>,
  clock: DatabaseClock,
  submissionId?: string,
): Promise<number> {
  const now = (await clock(db)).toISOString();
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({
      status: "pending",
      attempts: 0,
      unclear_attempts: 0,
      next_attempt_at: now,
      claimed_until: null,
      last_error: null,
    })
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now)]))
    .$if(submissionId === undefined, (query) => query.where("status", "not in", ["pending", "sent"]))
    .$if(submissionId !== undefined, (query) =>
      query
        .where("submission_id", "=", submissionId ?? "")
        .where((eb) => eb.or([eb("kind", "in", kindsTo("staff")), eb("status", "!=", "sent")])),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
