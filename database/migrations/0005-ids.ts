import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { randomUuid } from "./adopt-table.ts";
import type { DatabaseKind } from "./column-types.ts";

/**
 * Gives an id to each row of tables that were taken over which has none, or the one of a row before it: whatever goes on after a page,
 * or shows one row, would miss it.
 */
export function ids(kind: DatabaseKind): Migration {
  return {
    async up(db) {
      for (const table of ["contact_submissions", "mastermind_applications"])
        for (const rows of [sql`id is null`, await repeated(db, kind, table)])
          await sql`update ${sql.table(table)} set id = ${randomUuid(kind)} where ${rows}`.execute(db);
    },
  };
}

/** A condition for the rows whose id one before them has. A table with a key, which need not have numbers of rows, has none. */
async function repeated(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  table: string,
): Promise<RawBuilder<unknown>> {
  const { rows } =
    await sql`select id from ${sql.table(table)} group by id having count(*) > 1 limit 1`.execute(db);
  if (rows.length === 0) return sql`false`;
  const row = kind === "postgres" ? sql`ctid` : sql`rowid`;
  return sql`${row} in (select place from (select ${row} as place,
    row_number() over (partition by id order by ${row}) as number from ${sql.table(table)}) as numbered where number > 1)`;
}
