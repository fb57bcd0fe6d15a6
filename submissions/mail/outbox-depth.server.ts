import { type Kysely, sql } from "kysely";
import { isOpen } from "#database/indexes.ts";
import type { Database, NotificationRow } from "#database/schema.ts";

/** Mails of one kind and state that were not sent. */
export interface OutboxDepth extends Pick<NotificationRow, "kind" | "status"> {
  count: number;
  /** When the first of them was written. */
  oldest: Date;
}

/** What is in the outbox; kinds and states without a mail are left out. */
export async function outboxDepth(db: Kysely<Database>): Promise<OutboxDepth[]> {
  const rows = await db
    .selectFrom("notifications")
    .select((eb) => ["kind", "status", eb.fn.countAll().as("count"), eb.fn.min("created_at").as("oldest")])
    .where(sql<boolean>`${sql.raw(isOpen)}`)
    .groupBy(["kind", "status"])
    .execute();
  return rows.map(({ count, oldest, ...of }) => ({ ...of, count: Number(count), oldest: new Date(oldest) }));
}
