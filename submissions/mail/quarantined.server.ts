import type { Kysely } from "kysely";
import type { Database } from "#database/schema.ts";

/** A mail that says 'this many or more' says enough, and its post need not wait for the counting of a hundred thousand. */
export const mostCounted = 1_000;

/** Posts in quarantine, up to `mostCounted`. */
export async function countQuarantined(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom((eb) => eb.selectFrom("quarantine").select("id").limit(mostCounted).as("some"))
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
