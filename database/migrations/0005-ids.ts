import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { randomUuid } from "./adopt-table.ts";
import type { DatabaseKind } from "./column-types.ts";

/** Gives an id to each row of tables that were taken over which has none: whatever goes on after a page would miss it. */
export function ids(kind: DatabaseKind): Migration {
  return {
    async up(db) {
      for (const table of ["contact_submissions", "mastermind_applications"])
        await sql`update ${sql.table(table)} set id = ${randomUuid(kind)} where id is null`.execute(db);
    },
  };
}
