import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";

/**
 * Kysely's SQLite dialect on Node's own `node:sqlite`. Kysely lends the one connection to one transaction at a time,
 * so transactions never interleave.
 *
 * @param path file, or `:memory:`
 */
export function nodeSqliteDialect(path: string): SqliteDialect {
  const database = new DatabaseSync(path);
  // WAL lets staff commands read while the site writes; FULL makes an answered 'submitted' survive a power cut;
  // secure_delete overwrites what is erased.
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA busy_timeout = 0;
  `);
  return new ImmediateSqliteDialect({
    database: {
      close: () => database.close(),
      prepare(sql) {
        const statement = database.prepare(sql);
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...parameters.map(toSqlite)),
          run: (parameters) => statement.run(...parameters.map(toSqlite)),
          iterate: (parameters) => statement.iterate(...parameters.map(toSqlite)),
        };
      },
    },
  });
}

/** SQLite has no booleans. */
function toSqlite(value: unknown): SQLInputValue {
  return typeof value === "boolean" ? Number(value) : (value as SQLInputValue);
}

/** How long a statement may wait for another process that is writing, and how often it asks, in milliseconds. */
const patience = { total: 10_000, step: 15 };

/**
 * Every transaction takes the write lock at its beginning: one that began by reading could only fail when it comes to
 * write ('database is locked').
 */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new ImmediateSqliteDriver(this.#config);
  }

  override createAdapter() {
    return new TransactionalSqliteAdapter();
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async acquireConnection() {
    return new PatientConnection(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("rollback")).catch((error: unknown) => {
      // A full disk makes SQLite roll back by itself; the error worth telling is the one before.
      if (!(error instanceof Error && error.message.includes("no transaction is active"))) throw error;
    });
  }
}

/**
 * Waits for another process's write without stopping this one, as SQLite's own busy_timeout would. Within a
 * transaction nothing has to wait: it holds the lock.
 */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const end = performance.now() + patience.total;
    for (;;) {
      try {
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw error;
        await sleep(patience.step);
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

/** SQLITE_BUSY and its extended codes; https://sqlite.org/rescode.html#busy */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5;
}

/** SQLite rolls back changes of tables like any other: a migration happens as a whole or not at all. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}
