import { type Kysely, type RawBuilder, sql } from "kysely";
import { columnTypes, type DatabaseKind } from "./column-types.ts";

/**
 * Adds what a table of the original product lacks: an id for every row, and columns that are not there. One that is there in another
 * spelling (`"createdAt"` for `created_at`) gives its values. Rows and other columns stay as they are; times are written anew by a
 * later migration.
 *
 * @param columns names of the table's text columns
 * @throws when the table's ids are numbers, which cannot hold a UUID
 */
export async function adoptTable(
  // biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its day, not those of the current types
  db: Kysely<any>,
  kind: DatabaseKind,
  table: string,
  columns: { text: readonly string[]; flag?: string },
): Promise<void> {
  const types = columnTypes(kind);
  const all = ["id", "created_at", ...(columns.flag ? [columns.flag] : []), ...columns.text];
  if (kind === "sqlite") await writeInSmallLetters(db, table, all);
  const found = await columnsOf(db, table);
  const has = (name: string) => found.some((column) => column.name === name);
  const id = found.find((column) => column.name === "id");
  if (id && /int|serial/i.test(id.dataType))
    throw new Error(`${table}.id is ${id.dataType}; expected text or uuid: change its type first`);

  for (const name of all.filter((column) => column !== "id" && !has(column))) {
    const like = found.filter((column) => isAlike(column.name, name));
    // Of several nobody knows which is meant.
    const source = like.length === 1 ? like[0] : undefined;
    const isFlag = name === columns.flag;
    const type = isFlag ? types.flag : name === "created_at" && !source ? types.time : "text";
    await db.schema.alterTable(table).addColumn(name, type).execute();
    if (!source || (isFlag && kind === "postgres" && source.dataType !== "bool")) continue;
    const value = isFlag ? sql.ref(source.name) : sql`cast(${sql.ref(source.name)} as text)`;
    await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value}`.execute(db);
  }
  if (!id) {
    await db.schema.alterTable(table).addColumn("id", "text").execute();
    await db
      .updateTable(table)
      .set({ id: randomUuid(kind) })
      .execute();
    await db.schema.createIndex(`${table}_id`).unique().on(table).column("id").execute();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export async function columnsOf(db: Kysely<any>, table: string) {
  return (await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [];
}

/** Whether two names of columns are the same but for capitals and underscores. */
export function isAlike(one: string, other: string): boolean {
  const plain = (name: string) => name.replaceAll("_", "").toLowerCase();
  return plain(one) === plain(other);
}

/** To SQLite, names in capitals are the same; to what reads the rows they are others. */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function writeInSmallLetters(db: Kysely<any>, table: string, names: readonly string[]): Promise<void> {
  for (const { name } of await columnsOf(db, table)) {
    const small = name.toLowerCase();
    if (name !== small && names.includes(small))
      await db.schema.alterTable(table).renameColumn(name, small).execute();
  }
}

/** A random UUID (RFC 9562, version 4) for each row that is updated, whether its column is a text or a uuid. */
export function randomUuid(kind: DatabaseKind): RawBuilder<string> {
  if (kind === "postgres") return sql`gen_random_uuid()`;
  const hex = (bytes: number) => sql`hex(randomblob(${sql.lit(bytes)}))`;
  return sql`lower(${hex(4)} || '-' || ${hex(2)} || '-4' || substr(${hex(2)}, 2) || '-' ||
    substr('89ab', 1 + (abs(random()) % 4), 1) || substr(${hex(2)}, 2) || '-' || ${hex(6)})`;
}
