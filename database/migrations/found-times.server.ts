import { type Kysely, sql } from "kysely";
import { type Database, foundTime, submissionTables } from "../schema.ts";

/** Says which tables were taken over with rows whose time could not be read. */
export async function tellFoundTimes(
  db: Kysely<Database>,
  tell: (error: unknown, message: string) => void,
): Promise<void> {
  const tables = await db.introspection.getTables();
  for (const table of submissionTables) {
    const columns = tables.find(({ name }) => name === table)?.columns ?? [];
    if (!columns.some(({ name }) => name === foundTime)) continue;
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(foundTime)} is not null`.execute(db);
    const count = Number(rows[0]?.count);
    if (count > 0)
      tell(
        undefined,
        `${count} rows of ${table} had no time that could be read: they are listed as from before they were taken over, and what was there is kept in ${foundTime}`,
      );
  }
}
