import type { Kysely } from "kysely";
import { type Connection, connectDatabase } from "#database/connect.server.ts";
import { columnTypes, type DatabaseKind } from "#database/migrations/column-types.ts";
import { executedMigrations } from "#database/migrations/executed-migrations.server.ts";
import { type Database, flagColumns, submissionTables } from "#database/schema.ts";
import { CommandError } from "../terminal.ts";
import { type Column, columnsOf } from "./rows.ts";

/** A table of the original product that differs from those that the site makes: it has more columns, or takes rows without some. */
interface OriginalTable {
  name: string;
  columns: Column[];
}

/**
 * Which tables of a database the site has taken over.
 *
 * @throws CommandError for a database that a later version has changed: it may hold what this one does not know
 */
export async function originalTables({ db, kind }: Connection): Promise<OriginalTable[]> {
  const own = await connectDatabase("sqlite::memory:");
  try {
    const known = await executedMigrations(own.db, own.kind);
    const later = (await executedMigrations(db, kind)).filter((name) => !known.includes(name));
    if (later.length > 0)
      throw new CommandError(
        `The database was changed by a later version of the site (${later.join(", ")}): copy it with that version.`,
      );
    const originals: OriginalTable[] = [];
    for (const name of submissionTables) {
      const ours = await columnsOf(own.db, own.kind, name);
      const columns = await columnsOf(db, kind, name);
      const isOurs = (column: Column) =>
        ours.some(({ name, isNullable }) => name === column.name && (isNullable || !column.isNullable));
      if (!columns.every(isOurs)) originals.push({ name, columns });
    }
    return originals;
  } finally {
    await own.close();
  }
}

/** Makes them in a database that is new, before the site makes the others. What the site does not know is text there. */
export async function makeOriginalTables(
  db: Kysely<Database>,
  kind: DatabaseKind,
  originals: readonly OriginalTable[],
): Promise<void> {
  const types = columnTypes(kind);
  const typeOf = (name: string) =>
    name === "created_at" ? types.time : flagColumns.includes(name) ? types.flag : "text";
  for (const { name, columns } of originals) {
    let table = db.schema.createTable(name);
    for (const column of columns)
      table = table.addColumn(column.name, typeOf(column.name), (built) => {
        const keyed = column.name === "id" ? built.primaryKey() : built;
        return column.isNullable ? keyed : keyed.notNull();
      });
    await table.execute();
  }
}
