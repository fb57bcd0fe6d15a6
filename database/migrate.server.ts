import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { asTypedHere } from "#system/own-commands.ts";
import { contactSubmissions } from "./migrations/0001-contact-submissions.ts";
import { applicationsAndOutbox } from "./migrations/0002-applications-and-outbox.ts";
import { mailDeliveries } from "./migrations/0003-mail-deliveries.ts";
import { times } from "./migrations/0004-times.ts";
import { ids } from "./migrations/0005-ids.ts";
import type { DatabaseKind } from "./migrations/column-types.ts";
import { executedMigrations } from "./migrations/executed-migrations.server.ts";
import { laterColumns } from "./migrations/later-columns.ts";
import { oneRow } from "./one-row.ts";
import { liftOfTransaction } from "./postgres/lifted-limits.ts";
import type { Database } from "./schema.ts";

/**
 * By name. One whose name ends with `-compatible` leaves all that earlier versions use as it is (it adds, fills what it
 * adds, and writes values as they write them): they go on beside it, and start.
 */
const migrations = (kind: DatabaseKind) => ({
  "0001-contact-submissions": contactSubmissions(kind),
  "0002-applications-and-outbox": applicationsAndOutbox(kind),
  "0003-mail-deliveries-compatible": mailDeliveries,
  "0004-times-compatible": times(kind),
  "0005-ids-compatible": ids(kind),
  ...laterColumns(kind),
});

/** The tables are not those of this version; the message says which are, and what helps. */
export class TablesError extends Error {
  override name = "TablesError";
}

/**
 * How the mark of a copy begins that is not finished. It stands among the migrations: every version of the site takes it for one
 * that it cannot run with.
 */
export const copyMark = "unfinished-copy-of-";

/** Migrations of this version that are missing, and those of a later version that this one cannot run with. */
async function compareMigrations(db: Kysely<Database>, kind: DatabaseKind) {
  const own = Object.keys(migrations(kind));
  const done = await executedMigrations(db, kind);
  const others = done.filter((name) => !own.includes(name));
  return {
    pending: own.filter((name) => !done.includes(name)),
    foreign: others.filter((name) => !name.endsWith("-compatible") && !name.startsWith(copyMark)),
    isUnfinished: others.some((name) => name.startsWith(copyMark)),
  };
}

/** Whether no migration of this version is missing. */
export async function isUpToDate(db: Kysely<Database>, kind: DatabaseKind): Promise<boolean> {
  return (await compareMigrations(db, kind)).pending.length === 0;
}

/**
 * Runs the migrations that are missing, under a lock.
 *
 * @returns how many were missing
 * @param isCopied whether this is who copies into it
 * @throws TablesError when a later version has changed the tables, a copy into it is not finished, or `isForStaff` and one is
 *   missing
 * @throws when one fails
 */
export async function bringUpToDate(
  db: Kysely<Database>,
  kind: DatabaseKind,
  { isForStaff = false, isCopied = false },
): Promise<"none" | "some" | "all"> {
  const { pending, foreign, isUnfinished } = await compareMigrations(db, kind);
  if (isUnfinished && !isCopied)
    throw new TablesError(
      `a copy into it is not finished: run ${asTypedHere("npm run submissions -- copy")} again where it is copied from`,
    );
  if (foreign.length > 0)
    throw new TablesError(
      `it was changed by a later version of the site, which is needed (${foreign.join(", ")})`,
    );
  if (pending.length === 0) return "none";
  const missing = pending.length === Object.keys(migrations(kind)).length ? "all" : "some";
  if (isForStaff && missing === "all")
    throw new TablesError(
      "there are no tables of the site in it; if it is the site's, start the site, which makes them",
    );
  if (isForStaff)
    throw new TablesError(`it lacks ${pending.join(", ")}: start the site, which brings it up to date`);
  const migrate = async (on: Kysely<Database>) => {
    const migrator = new Migrator({ db: on, provider: { getMigrations: async () => migrations(kind) } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  };
  if (kind === "sqlite") {
    await migrate(db);
    return missing;
  }
  const inOneTransaction = () =>
    db.transaction().execute(async (transaction) => {
      // A role or database may have time limits of its own, meant for queries that visitors wait for.
      await sql.raw(liftOfTransaction).execute(transaction);
      await sql`select set_config('lock_timeout', ${`${longestWait}`}, true)`.execute(transaction);
      // The number that Kysely uses, so that earlier versions that start at the same time wait as well.
      const claim = sql<{
        is_mine: boolean;
      }>`select pg_try_advisory_xact_lock(3853314791062309107) as is_mine`;
      if (!(await oneRow(transaction, claim)).is_mine) return false;
      if (missing === "all") await assertMayMakeTables(transaction);
      await migrate(transaction);
      return true;
    });
  while (!(await inOneTransaction().catch(passOverWait))) await sleep(pause);
  return missing;
}

/**
 * A migration waits so long for a table, in milliseconds; then it lets go of all, and tries again. An index that an earlier
 * version makes meanwhile waits in its turn for all transactions that are there, for another start's too, which therefore does
 * not wait for the first one in its own. The waits for both tables of posts are shorter than PostgreSQL's `deadlock_timeout` of a
 * second, after which that index would be given up; and posts of visitors wait behind them.
 */
const longestWait = 300;

/** Until it tries again, in milliseconds. */
const pause = 200;

/** @throws what is not the end of a wait for others */
function passOverWait(error: unknown): boolean {
  // lock_not_available, deadlock_detected; PostgreSQL manual, appendix A.
  if (error instanceof Error && "code" in error && /^(55P03|40P01)$/.test(String(error.code))) return false;
  throw error;
}

/**
 * The migrator asks on in the transaction that has failed, and then knows only that it has.
 *
 * @throws TablesError when this account may make no tables
 */
async function assertMayMakeTables(db: Kysely<Database>): Promise<void> {
  const { account, schema, may } = await oneRow(
    db,
    sql<{ account: string; schema: string | null; may: boolean | null }>`
      select current_user as account, current_schema() as schema,
        has_schema_privilege(current_schema(), 'create') as may`,
  );
  if (schema === null)
    throw new TablesError(
      `the account ${account} sees no schema of its search_path: grant usage, create on schema public to ${account}`,
    );
  if (!may)
    throw new TablesError(
      `the account ${account} may make no tables in the schema ${schema}: grant create on schema ${schema} to ${account}`,
    );
}

/** PgBouncer's refusal of transactions in words; undefined for other errors. */
export function ofPooling(error: unknown): TablesError | undefined {
  return error instanceof Error && /transaction blocks not allowed/.test(error.message)
    ? new TablesError(
        "the pooler in front of it pools statements, and the site needs pool_mode = transaction",
      )
    : undefined;
}
