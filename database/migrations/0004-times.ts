import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { machineClock } from "#system/clock.ts";
import type { DatabaseKind } from "./column-types.ts";

/**
 * Writes the times of tables that were taken over as the site writes its own, so that they can be compared: also where an
 * earlier version has taken them over. A row without a time, or with one that cannot be read, came now.
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
  await sql`update ${sql.table(table)} set created_at = coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', case
      when cast(created_at as real) > 100000000000 then created_at / 1000.0
      when created_at glob '*:*[+-][0-9][0-9]' then created_at || ':00'
      else created_at end, 'auto'), ${machineClock().toISOString()})
    where created_at is null or created_at not glob '????-??-??T??:??:??.???Z'`.execute(db);
}

/** A column of texts or numbers becomes one of times; it takes a moment in which nobody can post. */
async function writeOnPostgres(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ type: string }>`select data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and column_name = 'created_at'`.execute(
    db,
  );
  if (rows[0]?.type.startsWith("timestamp")) {
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
  await sql`alter table ${sql.table(table)} alter column created_at drop default,
    alter column created_at type timestamptz using coalesce(pg_temp.time_of(created_at::text), now()),
    alter column created_at set default now()`.execute(db);
  await sql`drop function pg_temp.time_of(text)`.execute(db);
}
