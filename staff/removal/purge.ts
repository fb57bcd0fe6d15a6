import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Connection } from "#database/connect.server.ts";
import type { Database } from "#database/schema.ts";
import { type Config, mailDirOf } from "#server/config.ts";
import { brokenOff } from "./broken-off.ts";
import { mailIds } from "./mail-files.ts";
import { goThroughCopies, type OtherCopies } from "./other-copies.ts";
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

/** What a purge removes of a table. */
function older(db: Kysely<Database>, table: (typeof removable)[number], before: string) {
  return db.selectFrom(table).where("created_at", "<", before);
}

/**
 * What `purge` would remove, counted by time: a notification that is younger than its submission, as after `release`, goes
 * with it uncounted.
 */
export async function findOlder(db: Kysely<Database>, before: string): Promise<Found> {
  const found: Found = { submissions: 0, notifications: 0, quarantine: 0, first: undefined, last: undefined };
  for (const table of removable) {
    const { count, first, last } = await older(db, table, before)
      .select((eb) => [
        eb.fn.countAll().as("count"),
        eb.fn.min("created_at").as("first"),
        eb.fn.max("created_at").as("last"),
      ])
      .executeTakeFirstOrThrow();
    found[table === "quarantine" || table === "notifications" ? table : "submissions"] += Number(count);
    if (first && (!found.first || first < found.first)) found.first = first;
    if (last && (!found.last || last > found.last)) found.last = last;
  }
  return found;
}

/** The files of those notifications, where there are any. */
export async function countOlderFiles(
  db: Kysely<Database>,
  mailDir: string,
  before: string,
): Promise<number> {
  const ids = mailIds(mailDir);
  let files = 0;
  for (let first = 0; first < ids.length; first += portion) {
    const { count } = await older(db, "notifications", before)
      .select((eb) => eb.fn.countAll().as("count"))
      .where("id", "in", ids.slice(first, first + portion))
      .executeTakeFirstOrThrow();
    files += Number(count);
  }
  return files;
}

/** The result of `purge`. */
export interface Purged extends Removed, OtherCopies {
  /** What ended it before its time. */
  fault?: unknown;
}

/**
 * Removes everything that is older, from databases that `restore` has put aside as well; each portion in its own transaction,
 * so that a post meanwhile waits for one portion at most.
 *
 * @param before UTC, ISO 8601
 * @param rewrites whether SQLite's file is written anew at the end
 * @param stop ends it between two portions
 */
export async function purge(
  connection: Connection,
  place: Pick<Config, "dataDir" | "databaseUrl">,
  before: string,
  { rewrites, onWait, stop }: { rewrites: boolean; onWait: () => void; stop?: AbortSignal | undefined },
): Promise<Purged> {
  const removed = { submissions: 0, notifications: 0, quarantine: 0, mails: 0 };
  const none = { copies: [], untouched: [], leftover: undefined };
  try {
    await purgeTables(connection, (gone) => {
      for (const name of ["submissions", "notifications", "quarantine", "mails"] as const)
        removed[name] += gone[name];
    });
  } catch (error) {
    const fault = await brokenOff(error, place, "What was not removed is still there.");
    return { ...removed, ...none, fault };
  }
  const leftover = await overwriteLeftovers(connection, { rewrites });
  if (stop?.aborted) return { ...removed, ...none, leftover };
  const others = await goThroughCopies(connection, place, (copy) => purgeTables(copy));
  return { ...removed, ...others, leftover: leftover ?? others.leftover };

  async function purgeTables(
    on: Connection,
    onRemoved: (gone: Omit<Removed, "leftover">) => void = () => {},
  ) {
    for (const table of removable)
      while (!stop?.aborted) {
        const rows = await older(on.db, table, before)
          .select("id")
          // From the index; without an order PostgreSQL might go through all that went already, each time.
          .orderBy("created_at")
          .limit(portion)
          .execute();
        if (rows.length === 0) break;
        const doomed = { ...nothing(), [table]: rows.map(({ id }) => id) };
        const start = performance.now();
        onRemoved(await removeRows(on, mailDirOf(place), onWait, async () => doomed));
        // A pause, because others poll for SQLite's lock.
        await sleep(Math.max(turn, performance.now() - start));
      }
  }
}
