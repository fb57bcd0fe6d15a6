import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import { type Database, submissionTables } from "#database/schema.ts";
import { checkedSize, lockTimeout } from "#database/sqlite/open-sqlite.server.ts";
import type { Config } from "#server/config.ts";
import type { Terminal } from "./terminal.ts";

/** What `integrity_check` says where an index does not fit its table; https://sqlite.org/pragma.html#pragma_integrity_check */
const ofIndex =
  /^(row \d+ (missing from|values differ from)|wrong # of entries in|non-unique entry in) index /;

/** The first trouble of a database whose tables are sound and whose indexes are not; undefined for any other. */
export function findIndexTrouble(database: DatabaseSync): string | undefined {
  const words = database
    .prepare("pragma integrity_check")
    .all()
    .map((row) => String(row.integrity_check));
  return words.every((line) => ofIndex.test(line)) ? words[0] : undefined;
}

/**
 * Makes the indexes of an SQLite file anew where they do not fit its tables: what goes by them would pass over rows. Larger
 * files than `checkedSize` are not looked through.
 */
export function mendIndexes(
  { databaseUrl }: Pick<Config, "databaseUrl">,
  terminal: Pick<Terminal, "note">,
): void {
  if (!databaseUrl.startsWith("sqlite:")) return;
  const file = databaseUrl.slice("sqlite:".length);
  if (statSync(file).size > checkedSize) return;
  const database = new DatabaseSync(file, { timeout: lockTimeout });
  try {
    const trouble = findIndexTrouble(database);
    if (trouble === undefined) return;
    database.exec("pragma secure_delete = on; reindex");
    terminal.note?.(`The indexes of ${file} did not fit its tables (${trouble}) and were made anew.\n`);
  } finally {
    database.close();
  }
}

/** Whether there is a submission, whatever the indexes say. */
export async function hasSubmission(db: Kysely<Database>): Promise<boolean> {
  for (const table of submissionTables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} not indexed limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}
