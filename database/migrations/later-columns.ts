import type { Migration } from "kysely/migration";
import { addedColumns } from "../schema.ts";
import { adoptTable } from "./adopt-table.ts";
import type { DatabaseKind } from "./column-types.ts";

/** By name, the migrations that add what the forms' tables had not from the beginning; several columns may name the same one. */
export function laterColumns(
  kind: DatabaseKind,
  columns: readonly (typeof addedColumns)[number][] = addedColumns,
): Record<string, Migration> {
  const byMigration = Map.groupBy(columns, ({ migration }) => migration);
  return Object.fromEntries(
    byMigration.entries().map(([migration, added]): [string, Migration] => [
      migration,
      {
        async up(db) {
          for (const { table, name } of added) await adoptTable(db, kind, table, { text: [name] });
        },
      },
    ]),
  );
}
