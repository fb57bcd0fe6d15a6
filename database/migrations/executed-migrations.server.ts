import { type Kysely, sql } from "kysely";
import type { Database } from "../schema.ts";
import type { DatabaseKind } from "./column-types.ts";

/** Schemas of PostgreSQL with tables of the site that the account may not see: there seems to be nothing. */
export const hiddenSchemas = `select nspname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relname = 'kysely_migration' and not has_schema_privilege(pg_namespace.oid, 'usage')`;

/**
 * Names of the migrations that were carried out; none in a database that is new.
 *
 * @throws when the account has no right to see them
 */
export async function executedMigrations(db: Kysely<Database>, kind: DatabaseKind): Promise<string[]> {
  const { rows: found } = await (kind === "sqlite"
    ? sql`select 1 from sqlite_schema where name = 'kysely_migration'`
    : sql`select 1 where to_regclass('kysely_migration') is not null`
  ).execute(db);
  if (found.length === 0) {
    const hidden =
      kind === "postgres" ? (await sql.raw<{ name: string }>(hiddenSchemas).execute(db)).rows : [];
    if (hidden[0]) throw new Error(`the account has no right to the schema ${hidden[0].name}`);
    return [];
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
