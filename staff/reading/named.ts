import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";
import type { Connection } from "#database/connect.server.ts";
import { mayNameOthers } from "#database/indexes.ts";
import {
  type Database,
  flagColumns,
  postTables,
  type SubmissionTable,
  wordColumns,
} from "#database/schema.ts";
import { referenceOf } from "#submissions/submission.ts";
import { isUuid } from "./records.ts";

/**
 * A condition for the database that holds wherever the text stands in an expression, in capitals or not, also within JSON;
 * now and then it holds elsewhere, since databases differ in what a capital is: the rows are to be looked at again.
 *
 * @param expression columns' names are quoted in it
 */
export function mayHold(
  db: Kysely<Database>,
  expression: RawBuilder<unknown>,
  text: string,
): RawBuilder<boolean> {
  // Of the letters of ASCII, these are small forms of others as well (the Kelvin sign, the Turkish İ).
  const pattern = text
    .toLowerCase()
    .replace(/[ik]/g, "_")
    .replace(/[^\w@.+ -]+/g, "%");
  // Of ASCII only, as in SQLite: letters of every language cost PostgreSQL twice the time.
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const letters = isPostgres ? sql`${expression} collate "C"` : expression;
  return sql<boolean>`lower(${letters}) like ${`%${pattern}%`}`;
}

/**
 * References of the rows that contain the whole address, by indexes.
 *
 * @param own ids of the person's rows, which are left out
 */
export async function findNamed(
  { db, kind }: Pick<Connection, "db" | "kind">,
  key: string,
  own: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const found = new Set<string>();
  const add = (id: string) => {
    if (!own.has(id)) found.add(isUuid(id) ? referenceOf(id) : id);
  };
  const tables = await db.introspection.getTables();
  for (const name of postTables) {
    const columns = (tables.find((table) => table.name === name)?.columns ?? []).map((column) => column.name);
    const texts = columns.map((column) => sql`cast(${sql.ref(column)} as text)`);
    const rows = db
      .selectFrom(name)
      .selectAll()
      .$if(name === "quarantine" || hasOurColumns(name, columns), (query) =>
        query.where(sql<boolean>`${sql.raw(mayNameOthers(name, kind))}`),
      )
      .where(mayHold(db, sql`concat_ws(' ', ${sql.join(texts)})`, key));
    for await (const row of rows.stream(100))
      if (Object.values(row).some((value) => isNamedIn(value, key))) add(row.id);
  }
  const mails = db
    .selectFrom("notifications")
    .select(["submission_id", "payload"])
    .where(sql<boolean>`${sql.raw(mayNameOthers("notifications", kind))}`)
    .where("email", "<>", key)
    .where(mayHold(db, sql.ref("payload"), key));
  for await (const { submission_id, payload } of mails.stream(100))
    if (isNamedIn(payload, key)) add(submission_id);
  return [...found];
}

/** A table that was taken over may have columns that no index knows. */
function hasOurColumns(table: SubmissionTable, columns: readonly string[]): boolean {
  const ours = ["id", "created_at", "email", ...flagColumns, ...wordColumns(table)];
  return columns.every((column) => ours.includes(column));
}

/** @param value text, JSON whose texts are meant, or what JSON became */
function isNamedIn(value: unknown, key: string): boolean {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  try {
    let isFound = false;
    JSON.parse(text, (name, part) => {
      isFound ||= namesAddress(name, key) || (typeof part === "string" && namesAddress(part, key));
    });
    return isFound;
  } catch {
    return namesAddress(text, key);
  }
}

/** Whether the text contains the whole address: `ann@x.org` does not in `joann@x.org` or `ann@x.org.uk`. */
export function namesAddress(text: string, key: string): boolean {
  const words = text.toLowerCase();
  for (let start = words.indexOf(key); start !== -1; start = words.indexOf(key, start + 1)) {
    const [before, after] = [words.slice(Math.max(start - 2, 0), start), words.slice(start + key.length)];
    if (!/[\p{L}\p{N}.+%_-]$/u.test(before) && !/^[.-]*[\p{L}\p{N}]/u.test(after.slice(0, 8))) return true;
  }
  return false;
}
