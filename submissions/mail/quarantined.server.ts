import type { Kysely } from "kysely";
import type { Database } from "#database/schema.ts";
import { trapped } from "../receive/suspicion.ts";

/** A mail that says 'this many or more' says enough, and its post need not wait for the counting of a hundred thousand. */
export const mostCounted = 1_000;

const posts = (db: Kysely<Database>) => db.selectFrom("quarantine").select("id");

/** Posts in quarantine, up to `mostCounted`. */
export function countQuarantined(db: Kysely<Database>): Promise<number> {
  return countSome(db, posts(db));
}

/** Those since then that may be a person's, up to `mostCounted`: who was trapped is none. */
export function countSuspected(db: Kysely<Database>, since: Date): Promise<number> {
  const recent = posts(db).where("created_at", ">=", since.toISOString());
  return countSome(db, recent.where("reason", "not like", `${trapped}%`));
}

async function countSome(db: Kysely<Database>, counted: ReturnType<typeof posts>): Promise<number> {
  const { count } = await db
    .selectFrom(counted.limit(mostCounted).as("some"))
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
