import { type Kysely, type RawBuilder, sql } from "kysely";
import { columnTypes, type DatabaseKind } from "./column-types.ts";

/**
 * Adds what a table of the original product lacks: an id for every row, and columns that are not there. Rows and other
 * columns stay as they are; times are written anew by a later migration.
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
  if (!id) {
    await db.schema.alterTable(table).addColumn("id", "text").execute();
    await db
      .updateTable(table)
      .set({ id: randomUuid(kind) })
      .execute();
    await db.schema.createIndex(`${table}_id`).unique().on(table).column("id").execute();
  }
}

/** A random UUID (RFC 9562, version 4) for each row that is updated, whether its column is a text or a uuid. */
export function randomUuid(kind: DatabaseKind): RawBuilder<string> {
  if (kind === "postgres") return sql`gen_random_uuid()`;
  const hex = (bytes: number) => sql`hex(randomblob(${sql.lit(bytes)}))`;
  return sql`lower(${hex(4)} || '-' || ${hex(2)} || '-4' || substr(${hex(2)}, 2) || '-' ||
    substr('89ab', 1 + (abs(random()) % 4), 1) || substr(${hex(2)}, 2) || '-' || ${hex(6)})`;
}
