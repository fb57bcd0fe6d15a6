import type { Migration } from "kysely/migration";
import { addedColumns } from "../schema.ts";
import { adoptTable } from "./adopt-table.ts";
import type { DatabaseKind } from "./column-types.ts";

/** By name, the migrations that add what the forms' tables had not from the beginning. */
export function laterColumns(kind: DatabaseKind, columns = addedColumns): Record<string, Migration> {
  return Object.fromEntries(
    columns.map(({ migration, table, name }): [string, Migration] => [
      migration,
      { up: (db) => adoptTable(db, kind, table, { text: [name] }) },
    ]),
  );
}
