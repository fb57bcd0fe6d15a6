import type { Kysely } from "kysely";
import type { Database } from "#database/schema.ts";
import { trapped } from "../receive/suspicion.ts";

/** A mail that says 'this many or more' says enough, and its post need not wait for the counting of a hundred thousand. */
export const mostCounted = 1_000;

/**
 * Posts in quarantine, up to `mostCounted`.
 *
 * @param since only those that came since then and may be a person's: who was trapped is none
 */
export async function countQuarantined(db: Kysely<Database>, since?: Date): Promise<number> {
  let posts = db.selectFrom("quarantine").select("id").limit(mostCounted);
  if (since)
    posts = posts.where("created_at", ">=", since.toISOString()).where("reason", "not like", `${trapped}%`);
  const { count } = await db
    .selectFrom(posts.as("some"))
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
