import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { machineClock } from "#system/clock.ts";
import type { DatabaseKind } from "./column-types.ts";

/**
 * Writes the times of tables that were taken over as the site writes its own, so that they can be compared: also where an
 * earlier version has taken them over. A row without a time, or with one that cannot be read, came before now, which it gets: so it is found by
 * `purge`. What was there is kept beside it in `created_at_found` (empty when there was none), a column that other tables do not get.
 */
export function times(kind: DatabaseKind): Migration {
  const write = kind === "sqlite" ? writeOnSqlite : writeOnPostgres;
  return {
    async up(db) {
      for (const table of ["contact_submissions", "mastermind_applications"]) await write(db, table);
    },
  };
}

/**
 * ISO 8601 in UTC with milliseconds, since SQLite compares them as text. Numbers are seconds or milliseconds since 1970;
 * https://sqlite.org/lang_datefunc.html
 */
async function writeOnSqlite(db: Kysely<unknown>, table: string): Promise<void> {
  const time = sql`strftime('%Y-%m-%dT%H:%M:%fZ', case
      when cast(created_at as real) > 100000000000 then created_at / 1000.0
      when created_at glob '*:*[+-][0-9][0-9]' then created_at || ':00'
      else created_at end, 'auto')`;
  await keepFound(db, table, sql`${time} is null`);
  await sql`update ${sql.table(table)} set created_at = coalesce(${time}, ${machineClock().toISOString()})
    where created_at is null or created_at not glob '????-??-??T??:??:??.???Z' or ${time} is null`.execute(
    db,
  );
}

/** @param isUnreadable of a row */
async function keepFound(
  db: Kysely<unknown>,
  table: string,
  isUnreadable: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${isUnreadable} limit 1`.execute(db);
  if (rows.length === 0) return;
  await db.schema.alterTable(table).addColumn("created_at_found", "text").execute();
  await sql`update ${sql.table(table)} set created_at_found = coalesce(cast(created_at as text), '')
    where ${isUnreadable}`.execute(db);
}

/** A column of texts or numbers becomes one of times; it takes a moment in which nobody can post. */
async function writeOnPostgres(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ type: string }>`select data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and column_name = 'created_at'`.execute(
    db,
  );
  if (rows[0]?.type.startsWith("timestamp")) {
    await keepFound(db, table, sql`created_at is null`);
    await sql`update ${sql.table(table)} set created_at = now() where created_at is null`.execute(db);
    return;
  }
  await sql`set local time zone 'UTC'`.execute(db);
  await sql`create function pg_temp.time_of(value text) returns timestamptz language plpgsql as $$
    begin
      if value !~ '^\\s*\\d{9,}(\\.\\d+)?\\s*$' then return value::timestamptz; end if;
      return to_timestamp(case when value::numeric > 1e11 then value::numeric / 1000 else value::numeric end);
    exception when others then return null;
    end $$`.execute(db);
  await keepFound(db, table, sql`pg_temp.time_of(created_at::text) is null`);
  await sql`alter table ${sql.table(table)} alter column created_at drop default,
    alter column created_at type timestamptz using coalesce(pg_temp.time_of(created_at::text), now()),
    alter column created_at set default now()`.execute(db);
  await sql`drop function pg_temp.time_of(text)`.execute(db);
}
