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

/** What lies outside is no time of a submission: it was another thing, or is misread. Not up to now, since clocks differ. */
const sane = { first: "1990-01-01", end: "2100-01-01" };

/**
 * ISO 8601 in UTC with milliseconds, since SQLite compares them as text. Numbers are seconds or milliseconds since 1970, or a day
 * as `YYYYMMDD`; SQLite would take short ones for days since 4714 BC, and the 30th of February for a day.
 * https://sqlite.org/lang_datefunc.html
 */
async function writeOnSqlite(db: Kysely<unknown>, table: string): Promise<void> {
  const words = sql`trim(cast(created_at as text))`;
  const joined = sql`substr(${words}, 1, 4) || '-' || substr(${words}, 5, 2) || '-' || substr(${words}, 7)`;
  const moment = sql`strftime('%Y-%m-%dT%H:%M:%fZ', case
      when ${words} not glob '*[^0-9.]*' then case
        when length(${words}) = 8 and date(julianday(${joined})) = ${joined} then ${joined}
        when cast(${words} as real) > 100000000000 then ${words} / 1000.0
        when cast(${words} as real) >= 100000000 then cast(${words} as real) end
      when date(julianday(substr(${words}, 1, 10))) = substr(${words}, 1, 10)
        then ${words} || case when ${words} glob '*:*[+-][0-9][0-9]' then ':00' else '' end
      end, 'auto')`;
  const time = sql`(select moment from (select ${moment} as moment) where moment >= ${sane.first} and moment < ${sane.end})`;
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
  // Without one, the database's own counts for what has no zone.
  await sql`set local time zone 'UTC'`.execute(db);
  const isUnreadable = (value: RawBuilder<unknown>) =>
    sql`coalesce(${value} < ${sql.lit(sane.first)} or ${value} >= ${sql.lit(sane.end)}, true)`;
  if (rows[0]?.type.startsWith("timestamp")) {
    const isWrong = isUnreadable(sql.ref("created_at"));
    await keepFound(db, table, isWrong);
    await sql`update ${sql.table(table)} set created_at = now() where ${isWrong}`.execute(db);
    return;
  }
  // PostgreSQL knows words that mean another moment each day.
  await sql`create function pg_temp.time_of(value text) returns timestamptz language plpgsql as $$
    begin
      if value ~* 'now|today|tomorrow|yesterday' then return null; end if;
      if value !~ '^\\s*\\d{9,}(\\.\\d+)?\\s*$' then return value::timestamptz; end if;
      return to_timestamp(case when value::numeric > 1e11 then value::numeric / 1000 else value::numeric end);
    exception when others then return null;
    end $$`.execute(db);
  const time = sql`pg_temp.time_of(created_at::text)`;
  await keepFound(db, table, isUnreadable(time));
  await sql`alter table ${sql.table(table)} alter column created_at drop default,
    alter column created_at type timestamptz using case when ${isUnreadable(time)} then now() else ${time} end,
    alter column created_at set default now()`.execute(db);
  await sql`drop function pg_temp.time_of(text)`.execute(db);
}
