import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import { type Connection, connectDatabase } from "#database/connect.server.ts";
import { copyMark } from "#database/migrate.server.ts";
import { executedMigrations } from "#database/migrations/executed-migrations.server.ts";
import type { Database } from "#database/schema.ts";
import { lockTimeout } from "#database/sqlite/open-sqlite.server.ts";
import { copiedTables } from "../copies/backup.ts";
import { digestOf } from "../copies/database-identity.ts";
import { onServer } from "../copies/postgres-copies.ts";
import { findTables } from "../copies/postgres-tables.ts";
import { inWords, ofDatabase } from "../faults.ts";
import { beginningOf, isThere, sqliteBeginning } from "../files.ts";
import { nameOf } from "../on-database.ts";
import { CommandError } from "../terminal.ts";
import { countRows, tablesToCopy } from "./rows.ts";

/** What is at the place that is copied to: nothing yet, a copy of this site that is not finished, or rows that nobody has marked. */
export type TargetState = "new" | "empty" | "begun" | "filled";

/** Which site's copy it is: its databases share a key that no other has. */
export function markOf(secret: string): string {
  return copyMark + digestOf(secret);
}

/**
 * Looks, and changes nothing.
 *
 * @throws CommandError for a place that cannot be copied to
 */
export async function lookAt(url: string, mark: string): Promise<TargetState> {
  const tables = await tablesIn(url);
  if (tables.length === 0) return "new";
  if (!tables.includes("kysely_migration"))
    throw refused(url, `it has tables of these names that are not the site's (${tables.join(", ")})`);
  return onTarget(url, async ({ db, kind }) => {
    const done = await executedMigrations(db, kind);
    if (done.includes(mark)) return "begun";
    if (done.some((name) => name.startsWith(copyMark)))
      throw refused(url, "it holds an unfinished copy of another site");
    for (const name of [...tablesToCopy, "rate_limits"] as const)
      if ((await countRows({ db, name })) > 0) return "filled";
    return "empty";
  });
}

export function refused(url: string, why: string): CommandError {
  return new CommandError(
    `Nothing was copied into ${nameOf(url)}: ${why}. Take a database that is empty, or the unfinished copy of this site.`,
  );
}

/** Makes tables and indexes where they are missing, and marks it as unfinished: no site starts with it from here on. */
export async function prepare(
  url: string,
  mark: string,
  makeTables: (db: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const { db, indexed, close } = await connectDatabase(url, { beforeCopy: makeTables });
  try {
    await indexed;
    await sql`insert into kysely_migration (name, timestamp) values (${mark}, '') on conflict do nothing`.execute(
      db,
    );
  } finally {
    await close();
  }
}

export async function finish(db: Kysely<Database>, mark: string): Promise<void> {
  await sql`delete from kysely_migration where name = ${mark}`.execute(db);
}

/** Works with a database that is up to date, whether marked or not. */
export async function onTarget<Result>(
  url: string,
  work: (target: Connection) => Promise<Result>,
): Promise<Result> {
  const target = await connectDatabase(url, { isForStaff: true, beforeCopy: async () => {} }).catch(
    (error: Error) => {
      throw "code" in error ? error : new CommandError(`${nameOf(url)}: ${error.message}.`);
    },
  );
  return await work(target).finally(() => target.close());
}

/** What has ended a copy, in words. @returns errors of the program as they were */
export async function brokenOff(error: unknown, url: string): Promise<unknown> {
  const told = inWords(await ofDatabase(error, { databaseUrl: url }));
  if (told instanceof CommandError || !(error instanceof Error) || error.name !== "Error") return told;
  // A driver's own, as of a connection that broke.
  return new CommandError(
    `The copy was broken off: ${error.message}. Give the command again: it goes on with what is there.`,
  );
}

/** Names of the site's tables that there are. */
async function tablesIn(url: string): Promise<string[]> {
  if (!url.startsWith("sqlite:"))
    return onServer(url, async ({ client }) => (await findTables(client)).map(({ name }) => name));
  const file = url.slice("sqlite:".length);
  if (!isThere(file)) return [];
  const status = statSync(file);
  if (status.isFile() && status.size === 0) return [];
  if (!beginningOf(file).startsWith(sqliteBeginning)) throw refused(url, "it is no SQLite database");
  const database = new DatabaseSync(file, { readOnly: true, timeout: lockTimeout });
  try {
    const names = database.prepare("select name from sqlite_schema where type = 'table'").all();
    return names.map(({ name }) => String(name)).filter((name) => copiedTables.includes(name));
  } finally {
    database.close();
  }
}
