import { type Kysely, sql } from "kysely";
import type { DatabaseKind } from "./migrations/column-types.ts";
import { oneRow } from "./one-row.ts";
import type { Database } from "./schema.ts";

/**
 * What time it is for every instance of the site. Whatever one instance writes down and another one compares (claims, due
 * times, limits, the times of rows) is told by it; docs/decisions/0014-the-databases-clock.md.
 *
 * @param db the transaction that this is part of, if any
 */
export type DatabaseClock = (db: Kysely<Database>) => Promise<Date>;

/**
 * Instances read the time at slightly different moments, in milliseconds. What lies further ahead than anything that is written now
 * was written by a clock that was ahead, and counts as past.
 */
export const clockSkew = 60_000;

/** @param now this machine's clock, which is SQLite's as well */
export function databaseClock(kind: DatabaseKind, now: () => Date): DatabaseClock {
  if (kind === "sqlite") return async () => now();
  return async (db) => {
    // In a transaction `now()` stands still, also while a statement waits for a lock.
    const { time } = await oneRow(db, sql<{ time: string }>`select clock_timestamp() as time`);
    return new Date(time);
  };
}
