import { type Kysely, sql } from "kysely";
import { isOpen } from "#database/indexes.ts";
import type { Database } from "#database/schema.ts";
import { after } from "./mail-claims.server.ts";
import { kindsTo } from "./notifications.server.ts";

/** In milliseconds. */
const overdueAfter = 3_600_000;

/** Notifications to the staff that were given up or held, or wait for more than an hour. */
export async function countOverdue(db: Kysely<Database>, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("notifications")
    .select((eb) => eb.fn.countAll().as("count"))
    .where(sql<boolean>`${sql.raw(isOpen)}`)
    .where("kind", "in", kindsTo("staff"))
    .where((eb) => eb.or([eb("status", "!=", "pending"), eb("created_at", "<", after(now, -overdueAfter))]))
    .executeTakeFirstOrThrow();
  return Number(count);
}
