import { setTimeout as sleep } from "node:timers/promises";
import {
  type AbortableOperationOptions,
  CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  InsertQueryNode,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
  UpdateQueryNode,
} from "kysely";
import type { FileConnection } from "./file-connection.server.ts";
import { isBusy } from "./open-sqlite.server.ts";
import { SharedCommit } from "./shared-commit.server.ts";
import { SqliteFile } from "./sqlite-file.server.ts";

/** How long a query without a limit of its own may wait for others, in milliseconds; a post ends sooner (`retry-transient`). */
const busyTimeout = 10_000;
/** How often it asks for another process's lock, in milliseconds. */
const busyInterval = 15;

/**
 * Kysely's SQLite dialect on Node's own `node:sqlite`. The connection is lent to one transaction at a time, so
 * transactions never interleave.
 *
 * @param file its path, or the open file that other connections of this process use as well
 * @param limit how long a query may wait for others from the moment it came, in milliseconds
 */
export function nodeSqliteDialect(file: string | SqliteFile, limit = busyTimeout): SqliteDialect {
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
  readonly #shared: SharedCommit;
  /** Sees nothing that is not committed. A database in memory has only one connection. */
  readonly #reader: SqliteDriver | undefined;

  constructor(connection: FileConnection, limit: number) {
    super(configOf(connection));
    this.#connection = connection;
    this.#limit = limit;
    this.#shared = new SharedCommit(connection);
    const { file } = connection;
    if (file.path !== ":memory:") this.#reader = new SqliteDriver(configOf(file.connect()));
  }

  override async init(options?: AbortableOperationOptions) {
    await super.init(options);
    await this.#reader?.init(options);
  }

  override async acquireConnection() {
    const end = performance.now() + this.#limit;
    await this.#connection.take(end);
    const own = await super.acquireConnection();
    return new PatientConnection(own, end, (connection, query) => this.#runAlone(connection, query));
  }

  /** Runs a statement that is in no transaction: what changes something in one of its own, which is committed together with others. */
  async #runAlone<Row>(connection: PatientConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.#takeTurn(connection);
    if (isChange(query)) {
      await this.beginTransaction(connection);
      try {
        const result = await connection.run<Row>(query);
        await this.commitTransaction(connection);
        return result;
      } catch (error) {
        await this.rollbackTransaction(connection);
        throw error;
      }
    }
    if (this.#shared.isOpen && this.#reader && SelectQueryNode.is(query.query))
      return connection.run(query, await this.#reader.acquireConnection());
    await this.#shared.end();
    return connection.run(query);
  }

  /** Who has given it up with a commit may go on to something else. */
  async #takeTurn(connection: PatientConnection): Promise<void> {
    if (connection.hasTurn) return;
    await this.#connection.take(performance.now() + this.#limit);
    connection.hasTurn = true;
  }

  override async releaseConnection(connection?: DatabaseConnection) {
    if (!(connection instanceof PatientConnection && connection.hasTurn)) return;
    connection.hasTurn = false;
    await this.#shared.endIfDue();
    this.#connection.release();
  }

  override async beginTransaction(connection: PatientConnection, { accessMode }: TransactionSettings = {}) {
    await this.#takeTurn(connection);
    // One that only reads sees the database as it is at its first query, and holds nobody up.
    if (accessMode === "read only") await super.beginTransaction(connection);
    else {
      connection.isMember = true;
      await this.#shared.begin(connection);
    }
  }

  /** @throws LostFileError when the file that was committed to has been deleted, replaced or overwritten */
  override async commitTransaction(connection: PatientConnection) {
    if (!connection.isMember) return super.commitTransaction(connection);
    const committed = this.#shared.release();
    // Others may join before it is committed.
    await this.releaseConnection(connection);
    await committed;
    connection.isMember = false;
  }

  override async rollbackTransaction(connection: PatientConnection) {
    if (!connection.isMember) return super.rollbackTransaction(connection);
    // Without the turn it is the commit that failed, and all is taken back.
    if (connection.hasTurn) this.#shared.rollback();
    connection.isMember = false;
  }

  override async destroy() {
    this.#shared.abandon();
    await super.destroy();
    await this.#reader?.destroy();
  }
}

/**
 * Waits for another process's write without stopping this one, as SQLite's own busy_timeout would. Within a
 * transaction nothing has to wait: it holds the lock.
 */
class PatientConnection implements DatabaseConnection {
  /** Until the next one may use the connection of the file. */
  hasTurn = true;
  /** Whether it is in a transaction that is committed together with others. */
  isMember = false;
  readonly #connection: DatabaseConnection;
  readonly #end: number;
  readonly #alone: RunAlone;

  /** @param alone runs a statement that is in no such transaction */
  constructor(connection: DatabaseConnection, end: number, alone: RunAlone) {
    this.#connection = connection;
    this.#end = end;
    this.#alone = alone;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.isMember ? this.run(query) : this.#alone(this, query);
  }

  async run<Row>(query: CompiledQuery, connection = this.#connection): Promise<QueryResult<Row>> {
    for (;;) {
      try {
        return await connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || performance.now() > this.#end) throw error;
        await sleep(busyInterval);
      }
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    // What is not committed is nobody's to see.
    if (!this.isMember) await this.#alone(this, CompiledQuery.raw("select 1"));
    yield* this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

type RunAlone = <Row>(connection: PatientConnection, query: CompiledQuery) => Promise<QueryResult<Row>>;

function isChange({ query }: CompiledQuery): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
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
