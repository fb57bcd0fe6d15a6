import { dirname } from "node:path";
import { Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { makePrivate, makePrivateFile, makePrivateFolder } from "#app/private-files.server.ts";
import { contactSubmissions } from "./migrations/0001-contact-submissions.ts";
import { applicationsAndOutbox } from "./migrations/0002-applications-and-outbox.ts";
import { mailDeliveries } from "./migrations/0003-mail-deliveries.ts";
import type { DatabaseKind } from "./migrations/column-types.ts";
import { postgresDialect } from "./postgres-dialect.server.ts";
import type { Database } from "./schema.ts";
import { nodeSqliteDialect } from "./sqlite-dialect.server.ts";

export interface Connection {
  db: Kysely<Database>;
  kind: DatabaseKind;
  /** Resolves when the database answers and every migration is applied. */
  check(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens the database, creating an SQLite file when it is missing, and brings it up to date. Several instances may do
 * so at once: migrations run under a lock.
 *
 * @param url `sqlite:PATH` or `postgres://…`
 * @param onLostConnection told when a connection to PostgreSQL breaks
 * @throws when the database cannot be opened or a migration fails
 */
export async function connectDatabase(
  url: string,
  onLostConnection: (error: Error) => void = () => {},
): Promise<Connection> {
  const kind = url.startsWith("sqlite:") ? "sqlite" : "postgres";
  const db = new Kysely<Database>({
    dialect:
      kind === "sqlite" ? sqliteFile(url.slice("sqlite:".length)) : postgresDialect(url, onLostConnection),
  });
  const migrations = {
    "0001-contact-submissions": contactSubmissions(kind),
    "0002-applications-and-outbox": applicationsAndOutbox(kind),
    "0003-mail-deliveries": mailDeliveries,
  };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    kind,
    async check() {
      await sql`select 1`.execute(db);
      return (await migrator.getMigrations()).every((migration) => migration.executedAt !== undefined);
    },
    close: () => db.destroy(),
  };
}

function sqliteFile(path: string) {
  if (path !== ":memory:") {
    makePrivateFolder(dirname(path));
    // SQLite gives its log files the rights of the database.
    makePrivateFile(path);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) makePrivate(file);
  }
  return nodeSqliteDialect(path);
}
