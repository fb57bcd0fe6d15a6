import { setTimeout as sleep } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from "kysely";
import type { FileConnection } from "./file-connection.server.ts";
import { isBusy } from "./open-sqlite.server.ts";
import { SqliteFile } from "./sqlite-file.server.ts";

/** How long a query may wait for others, and how often it asks for another process's lock, in milliseconds. */
const patience = { total: 10_000, step: 15 };

/**
 * Kysely's SQLite dialect on Node's own `node:sqlite`. The connection is lent to one transaction at a time, so
 * transactions never interleave.
 *
 * @param file its path, or the open file that other connections of this process use as well
 * @param limit how long a query may wait for others from the moment it came, in milliseconds
 */
export function nodeSqliteDialect(file: string | SqliteFile, limit = patience.total): SqliteDialect {
  const connection = (typeof file === "string" ? new SqliteFile(file) : file).connect();
  return new ImmediateSqliteDialect(connection, limit);
}

/**
 * Every transaction that may write takes the write lock at its beginning: one that began by reading could only fail when it comes to
 * write ('database is locked').
 */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #connection: FileConnection;
  readonly #limit: number;

  constructor(connection: FileConnection, limit: number) {
    super({ database: configOf(connection).database });
    this.#connection = connection;
    this.#limit = limit;
  }

  override createDriver() {
    return new ImmediateSqliteDriver(this.#connection, this.#limit);
  }

  override createAdapter() {
    return new OwnTurnsAdapter();
  }
}

function configOf(connection: FileConnection) {
  return {
    database: {
      prepare: (sql: string) => connection.prepare(sql),
      close: () => connection.file.end(connection),
    },
  };
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #connection: FileConnection;
  readonly #limit: number;

  constructor(connection: FileConnection, limit: number) {
    super(configOf(connection));
    this.#connection = connection;
    this.#limit = limit;
  }

  override async acquireConnection() {
    const end = performance.now() + this.#limit;
    await this.#connection.take(end);
    return new PatientConnection(await super.acquireConnection(), end);
  }

  override async releaseConnection() {
    this.#connection.release();
  }

  override async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings = {}) {
    // One that only reads sees the database as it is at its first query, and holds nobody up.
    const begin = accessMode === "read only" ? "begin" : "begin immediate";
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  /** @throws LostFileError when the file that was committed to has been deleted, replaced or overwritten */
  override async commitTransaction(connection: DatabaseConnection) {
    // A commit may copy the log into the file, which must not happen to another's.
    this.#connection.file.assertOwn();
    await super.commitTransaction(connection);
    this.#connection.file.assertOwn();
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("rollback")).catch((error: unknown) => {
      // A full disk makes SQLite roll back by itself; the first error is the one to report.
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
  readonly #end: number;

  constructor(connection: DatabaseConnection, end: number) {
    this.#connection = connection;
    this.#end = end;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (;;) {
      try {
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || performance.now() > this.#end) throw error;
        await sleep(patience.step);
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

/** SQLITE_BUSY and its extended codes; https://sqlite.org/rescode.html#busy */
class OwnTurnsAdapter extends SqliteAdapter {
  /** SQLite rolls back changes of tables like any other: a migration happens as a whole or not at all. */
  override get supportsTransactionalDdl() {
    return true;
  }

  /** Avoids Kysely's own queue, which has no time limit. */
  override get supportsMultipleConnections() {
    return true;
  }
}
