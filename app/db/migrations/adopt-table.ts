import { type Kysely, type RawBuilder, sql } from "kysely";
import { columnTypes, type DatabaseKind } from "./column-types.ts";

/**
 * Adds what a table of the original product lacks: an id for every row, the time it is taken over as its
 * `created_at`, and columns that are not there. Times are written in one way. Rows and other columns stay as they are.
 *
 * @param columns names of the table's text columns
 * @throws when the table's ids are numbers, which cannot hold a UUID
 */
export async function adoptTable(
  // biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its day, not those of the current types
  db: Kysely<any>,
  kind: DatabaseKind,
  table: string,
  columns: { text: readonly string[]; flag: string },
): Promise<void> {
  const types = columnTypes(kind);
  const found = (await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [];
  const has = (name: string) => found.some((column) => column.name === name);
  const id = found.find((column) => column.name === "id");
  if (id && /int|serial/i.test(id.dataType))
    throw new Error(`${table}.id is ${id.dataType}; expected text or uuid: change its type first`);

  for (const name of columns.text.filter((column) => !has(column)))
    await db.schema.alterTable(table).addColumn(name, "text").execute();
  if (!has(columns.flag)) await db.schema.alterTable(table).addColumn(columns.flag, types.flag).execute();
  if (!has("created_at")) await db.schema.alterTable(table).addColumn("created_at", types.time).execute();
  await writeTimes(db, kind, table);
  if (!id) {
    await db.schema.alterTable(table).addColumn("id", "text").execute();
    await db
      .updateTable(table)
      .set({ id: randomUuid(kind) })
      .execute();
    await db.schema.createIndex(`${table}_id`).unique().on(table).column("id").execute();
  }
}

/**
 * Where a time is missing, or SQLite cannot read it: now. All others are written as ISO 8601 in UTC with milliseconds, since
 * SQLite compares them as text. Numbers are seconds or milliseconds since 1970; https://sqlite.org/lang_datefunc.html
 */
async function writeTimes(db: Kysely<unknown>, kind: DatabaseKind, table: string): Promise<void> {
  const now = new Date().toISOString();
  if (kind === "postgres") {
    await sql`update ${sql.table(table)} set created_at = ${now} where created_at is null`.execute(db);
    return;
  }
  await sql`update ${sql.table(table)} set created_at = coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', case
      when cast(created_at as real) > 100000000000 then created_at / 1000.0
      when created_at glob '*:*[+-][0-9][0-9]' then created_at || ':00'
      else created_at end, 'auto'), ${now})
    where created_at is null or created_at not glob '????-??-??T??:??:??.???Z'`.execute(db);
}

/** A random UUID (RFC 9562, version 4) for each row that is updated. */
function randomUuid(kind: DatabaseKind): RawBuilder<string> {
  if (kind === "postgres") return sql`gen_random_uuid()::text`;
  const hex = (bytes: number) => sql`hex(randomblob(${sql.lit(bytes)}))`;
  return sql`lower(${hex(4)} || '-' || ${hex(2)} || '-4' || substr(${hex(2)}, 2) || '-' ||
    substr('89ab', 1 + (abs(random()) % 4), 1) || substr(${hex(2)}, 2) || '-' || ${hex(6)})`;
}
