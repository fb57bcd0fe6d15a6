import type { Kysely } from "kysely";
import type { Database } from "#database/schema.ts";

/** A mail that says 'this many or more' says enough, and its post need not wait for the counting of a hundred thousand. */
export const mostCounted = 1_000;

/** Posts in quarantine, or those that came since then, up to `mostCounted`. */
export async function countQuarantined(db: Kysely<Database>, since?: Date): Promise<number> {
  const posts = db
    .selectFrom("quarantine")
    .select("id")
    .$if(since !== undefined, (query) => query.where("created_at", ">=", since?.toISOString() ?? ""))
    .limit(mostCounted);
  const { count } = await db
    .selectFrom(posts.as("some"))
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
