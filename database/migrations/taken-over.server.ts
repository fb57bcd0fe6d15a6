import { type Kysely, type RawBuilder, sql } from "kysely";
import { oneRow } from "../one-row.ts";
import { type Database, foundTime, submissionTables, wordColumns } from "../schema.ts";
import { columnsOf, isAlike } from "./adopt-table.ts";

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
  for (const table of submissionTables) {
    const columns = await columnsOf(db, table);
    if (!columns.some(({ name }) => name === foundTime)) continue;
    const count = await countRows(db, table, sql`${sql.ref(foundTime)} is not null`);
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
  const unread: UnreadColumn[] = [];
  for (const table of submissionTables) {
    const names = (await columnsOf(db, table)).map(({ name }) => name);
    for (const column of ["email", ...wordColumns(table)])
      for (const like of names.filter((name) => name !== column && isAlike(name, column))) {
        const isEmpty = sql`coalesce(cast(${sql.ref(column)} as text), '') = ''`;
        const count = await countRows(db, table, sql`${sql.ref(like)} is not null and ${isEmpty}`);
        if (count > 0) unread.push({ table, column, like, count });
      }
  }
  return unread;
}

async function countRows(db: Kysely<Database>, table: string, rows: RawBuilder<unknown>): Promise<number> {
  const asked = sql<{
    count: number | string;
  }>`select count(*) as count from ${sql.table(table)} where ${rows}`;
  return Number((await oneRow(db, asked)).count);
}

export function unreadWords({ table, column, like, count }: UnreadColumn): string {
  return `${count} rows of ${table} have something in "${like}" and nothing in ${column}, which alone the site reads`;
}
