import { type Kysely, sql } from "kysely";

/**
 * Indexes for queries by something else than the key, in tables that grow: name, table, columns. They are needed
 * for speed only.
 */
const indexes: readonly (readonly [name: string, table: string, columns: readonly string[]])[] = [
  ["contact_submissions_time", "contact_submissions", ["created_at", "id"]],
  ["mastermind_applications_time", "mastermind_applications", ["created_at", "id"]],
  ["notifications_time", "notifications", ["created_at", "id"]],
  ["notifications_email", "notifications", ["email"]],
  ["quarantine_time", "quarantine", ["created_at", "id"]],
  ["quarantine_email", "quarantine", ["email"]],
  ["submission_keys_row", "submission_keys", ["row_id"]],
];
const names = indexes.map(([name]) => name);

/** Makes the indexes that are missing. */
// biome-ignore lint/suspicious/noExplicitAny: tables of any version
export async function indexSqlite(db: Kysely<any>): Promise<void> {
  for (const [name, table, columns] of indexes)
    await db.schema
      .createIndex(name)
      .ifNotExists()
      .on(table)
      .columns([...columns])
      .execute();
}

/** The number of the advisory lock under which one instance makes the indexes. */
const lock = sql.lit(3853314791);

/**
 * Makes the missing indexes while posts are stored. It waits for other sessions' long transactions (a dump, for example).
 * When several instances start, one of them does it.
 *
 * @param db without time limits, and with two free connections
 */
// biome-ignore lint/suspicious/noExplicitAny: tables of any version
export async function indexPostgres(db: Kysely<any>): Promise<void> {
  const found = await sql<{ name: string; is_valid: boolean }>`
    select relname as name, indisvalid as is_valid from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace and relname in (${sql.join(names)})`.execute(db);
  const done = found.rows.filter((row) => row.is_valid).map(({ name }) => name);
  if (done.length === names.length) return;
  // The lock is a transaction's: behind a pooler a session cannot hold one. Read committed, it holds no snapshot while it
  // waits, for which the making of an index would wait in turn.
  await db
    .transaction()
    .setIsolationLevel("read committed")
    .execute(async (transaction) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      const { rows } = await sql<{
        is_mine: boolean;
      }>`select pg_try_advisory_xact_lock(${lock}) as is_mine`.execute(transaction);
      if (!rows[0]?.is_mine) return;
      for (const [name, table, columns] of indexes.filter(([name]) => !done.includes(name))) {
        // An index whose creation was interrupted stays invalid.
        await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
        await sql`create index concurrently if not exists ${sql.ref(name)} on ${sql.table(table)}
        (${sql.join(columns.map((column) => sql.ref(column)))})`.execute(db);
      }
    });
}
