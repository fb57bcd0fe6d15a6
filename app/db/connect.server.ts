import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { contactSubmissions } from "./migrations/0001-contact-submissions.ts";
import type { Database } from "./schema.ts";
import { nodeSqliteDialect } from "./sqlite-dialect.server.ts";

export interface Connection {
  db: Kysely<Database>;
  /** Resolves when the database answers and every migration is applied. */
  check(): Promise<boolean>;
  close(): Promise<void>;
}

const migrations = { "0001-contact-submissions": contactSubmissions };

/**
 * Opens the database, creating the file when it is missing, and brings it up to date.
 *
 * @param url `sqlite:PATH`
 * @throws when the database cannot be opened or a migration fails
 */
export async function connectDatabase(url: string): Promise<Connection> {
  if (!url.startsWith("sqlite:"))
    throw new Error("DATABASE_URL: this version stores in SQLite only; write sqlite:PATH");
  const path = url.slice("sqlite:".length);
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });

  const db = new Kysely<Database>({ dialect: nodeSqliteDialect(path) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;

  return {
    db,
    async check() {
      await sql`select 1`.execute(db);
      return (await migrator.getMigrations()).every((migration) => migration.executedAt !== undefined);
    },
    close: () => db.destroy(),
  };
}
