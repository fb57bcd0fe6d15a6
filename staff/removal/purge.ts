import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Connection } from "#database/connect.server.ts";
import type { Database } from "#database/schema.ts";
import type { Config } from "#server/config.ts";
import { brokenOff } from "./broken-off.ts";
import {
  type Found,
  nothing,
  overwriteLeftovers,
  portion,
  type Removed,
  removable,
  removeRows,
} from "./remove-rows.ts";

/** How long visitors have between two portions at least, in milliseconds. */
const turn = 50;

/**
 * What `purge` would remove, counted by time: a notification that is younger than its submission, as after `release`, goes
 * with it uncounted.
 */
export async function findOlder(db: Kysely<Database>, before: string): Promise<Found> {
  const found: Found = { submissions: 0, notifications: 0, quarantine: 0, first: undefined, last: undefined };
  for (const table of removable) {
    const { count, first, last } = await db
      .selectFrom(table)
      .select((eb) => [
        eb.fn.countAll().as("count"),
        eb.fn.min("created_at").as("first"),
        eb.fn.max("created_at").as("last"),
      ])
      .where("created_at", "<", before)
      .executeTakeFirstOrThrow();
    found[table === "quarantine" || table === "notifications" ? table : "submissions"] += Number(count);
    if (first && (!found.first || first < found.first)) found.first = first;
    if (last && (!found.last || last > found.last)) found.last = last;
  }
  return found;
}

/**
 * Removes everything that is older, each portion in its own transaction, so that a post meanwhile waits for one
 * portion at most.
 *
 * @param before UTC, ISO 8601
 * @param rewrites whether SQLite's file is written anew at the end
 * @param stop ends it between two portions
 * @returns what was removed, with the `fault` that ended it before its time
 */
export async function purge(
  connection: Connection,
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  before: string,
  { rewrites, onWait, stop }: { rewrites: boolean; onWait: () => void; stop?: AbortSignal | undefined },
): Promise<Removed & { fault?: unknown }> {
  const removed = { submissions: 0, notifications: 0, quarantine: 0, mails: 0 };
  try {
    for (const table of removable) await purgeTable(table);
  } catch (error) {
    const fault = await brokenOff(error, { databaseUrl }, "What was not removed is still there.");
    return { ...removed, leftover: undefined, fault };
  }
  return { ...removed, leftover: await overwriteLeftovers(connection, { rewrites }) };

  async function purgeTable(table: (typeof removable)[number]): Promise<void> {
    while (!stop?.aborted) {
      const rows = await connection.db
        .selectFrom(table)
        .select("id")
        .where("created_at", "<", before)
        // From the index; without an order PostgreSQL might go through all that went already, each time.
        .orderBy("created_at")
        .limit(portion)
        .execute();
      if (rows.length === 0) break;
      const doomed = { ...nothing(), [table]: rows.map(({ id }) => id) };
      const start = performance.now();
      const gone = await removeRows(connection, join(dataDir, "mail"), onWait, async () => doomed);
      for (const name of ["submissions", "notifications", "quarantine", "mails"] as const)
        removed[name] += gone[name];
      // A pause, because others poll for SQLite's lock.
      await sleep(Math.max(turn, performance.now() - start));
    }
  }
}
