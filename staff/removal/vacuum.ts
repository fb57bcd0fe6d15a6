import { type Kysely, sql } from "kysely";
import type { Database } from "#database/schema.ts";

/**
 * Frees what removed rows have taken in PostgreSQL. Limits of time that the account or the database has are made for what
 * visitors wait for: they are lifted meanwhile. `vacuum` runs in no transaction, so they are the session's.
 *
 * @param tables with their schemas, if these are not the usual ones
 * @returns why it was not done, if it was not: the rows are gone all the same
 */
export async function vacuum(db: Kysely<Database>, tables: string[]): Promise<string | undefined> {
  return db.connection().execute(async (session) => {
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout') and setting <> '0'`.execute(
      session,
    );
    const limit = (name: string, value: string) =>
      sql`select set_config(${name}, ${value}, false)`.execute(session);
    try {
      for (const { name } of rows) await limit(name, "0");
      for (const table of tables) await sql`vacuum ${sql.table(table)}`.execute(session);
      return undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      return `What was removed still takes room in PostgreSQL's files (${reason}); it frees it by itself later, or run this again.`;
    } finally {
      for (const { name, setting } of rows) await limit(name, setting);
    }
  });
}
