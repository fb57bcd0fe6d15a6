import { dirname } from "node:path";
import { Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { makePrivate, makePrivateFile, makePrivateFolder } from "#app/private-files.server.ts";
import { contactSubmissions } from "./migrations/0001-contact-submissions.ts";
import { applicationsAndOutbox } from "./migrations/0002-applications-and-outbox.ts";
import type { DatabaseKind } from "./migrations/column-types.ts";
import { postgresDialect } from "./postgres-dialect.server.ts";
import type { Database } from "./schema.ts";
import { nodeSqliteDialect, SqliteFile } from "./sqlite-dialect.server.ts";

export interface Connection {
  db: Kysely<Database>;
  kind: DatabaseKind;
  /** Whether every migration is applied; rejects soon when a post could not be stored. */
  check(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens the database, creating an SQLite file when it is missing, and brings it up to date. Several instances may do
 * so at once: migrations run under a lock.
 *
 * @param url `sqlite:PATH` or `postgres://…`
 * @param onLostConnection told when a connection to PostgreSQL breaks
 * @param onTrouble told when SQLite's file was removed or replaced
 * @throws when the database cannot be opened or a migration fails
 */
export async function connectDatabase(
  url: string,
  onLostConnection: (error: Error) => void = () => {},
  onTrouble: (message: string) => void = () => {},
): Promise<Connection> {
  const kind = url.startsWith("sqlite:") ? "sqlite" : "postgres";
  const file = kind === "sqlite" ? sqliteFile(url.slice("sqlite:".length), onTrouble) : undefined;
  const db = new Kysely<Database>({
    dialect: file ? nodeSqliteDialect(file) : postgresDialect(url, onLostConnection),
  });
  // Does not stand in the visitors' queue. In memory there is one connection only.
  const checker =
    file && file.path !== ":memory:"
      ? new Kysely<Database>({ dialect: nodeSqliteDialect(file, checkPatience) })
      : db;
  const migrations = {
    "0001-contact-submissions": contactSubmissions(kind),
    "0002-applications-and-outbox": applicationsAndOutbox(kind),
  };
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db, provider });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    kind,
    async check() {
      // On SQLite a transaction takes the lock that a post needs.
      await checker.transaction().execute((transaction) => sql`select 1`.execute(transaction));
      const found = await new Migrator({ db: checker, provider }).getMigrations();
      return found.every(({ executedAt }) => executedAt !== undefined);
    },
    async close() {
      await db.destroy();
      await checker.destroy();
    },
  };
}

/** How long the readiness check waits for SQLite's lock, in milliseconds. */
const checkPatience = 1_000;

function sqliteFile(path: string, onTrouble: (message: string) => void): SqliteFile {
  if (path !== ":memory:") {
    makePrivateFolder(dirname(path));
    // SQLite gives its log files the rights of the database.
    makePrivateFile(path);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) makePrivate(file);
  }
  return new SqliteFile(path, onTrouble);
}
