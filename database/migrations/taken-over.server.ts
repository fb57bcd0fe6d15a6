import { type Kysely, sql } from "kysely";
import { type Database, foundTime, submissionTables, wordColumns } from "../schema.ts";
import { isAlike } from "./adopt-table.ts";

/** Says of tables that were taken over what somebody has to look at. */
export async function tellTakenOver(
  db: Kysely<Database>,
  tell: (error: unknown, message: string) => void,
): Promise<void> {
  await tellFoundTimes(db, tell);
  for (const unread of await unreadColumns(db)) tell(undefined, unreadWords(unread));
}

/** Says which tables have rows whose time could not be read. */
async function tellFoundTimes(
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

/** Rows whose words stand in a column that is none of the site's, but is written like one of them, which is empty there. */
export interface UnreadColumn {
  table: string;
  /** The site's. */
  column: string;
  /** The other one, for example `Email`. */
  like: string;
  /** Number of rows. */
  count: number;
}

export async function unreadColumns(db: Kysely<Database>): Promise<UnreadColumn[]> {
  const tables = await db.introspection.getTables();
  const unread: UnreadColumn[] = [];
  for (const table of submissionTables) {
    const names = (tables.find(({ name }) => name === table)?.columns ?? []).map(({ name }) => name);
    for (const column of ["email", ...wordColumns(table)])
      for (const like of names.filter((name) => name !== column && isAlike(name, column))) {
        const { rows } = await sql<{ count: number | string }>`
          select count(*) as count from ${sql.table(table)}
          where ${sql.ref(like)} is not null and coalesce(cast(${sql.ref(column)} as text), '') = ''`.execute(
          db,
        );
        const count = Number(rows[0]?.count);
        if (count > 0) unread.push({ table, column, like, count });
      }
  }
  return unread;
}

export function unreadWords({ table, column, like, count }: UnreadColumn): string {
  return `${count} rows of ${table} have something in "${like}" and nothing in ${column}, which alone the site reads`;
}
