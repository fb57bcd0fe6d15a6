import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type TransactionSettings,
} from "kysely";
import { connectDatabase } from "#database/connect.server.ts";
import type { Database } from "#database/schema.ts";
import { nodeSqliteDialect } from "#database/sqlite/sqlite-dialect.server.ts";

/** Stands between the site and its database. */
export interface Faults {
  /** Before anything is asked of the database. @throws what the database would */
  ask(query: string, writes: boolean): Promise<void>;
  /** After something was written for good. @throws when the answer is lost */
  answer(): Promise<void>;
}

/** In memory where the machine has a place for that: the fsyncs of thousands of seeds would take hours. */
const place = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Lets a connection prepare each statement once, as long as it is open: who waits for a lock asks for it again and again. */
function rememberStatements(): void {
  const { prepare } = DatabaseSync.prototype;
  const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql) {
    const own = statements.get(this) ?? new Map<string, StatementSync>();
    const statement = own.get(sql) ?? prepare.call(this, sql);
    statements.set(this, own.set(sql, statement));
    return statement;
  };
}

/** Files of empty databases that are up to date. */
export class DatabaseFiles {
  readonly #folder = mkdtempSync(join(place, "simulation-"));
  readonly file = join(this.#folder, "site.db");

  async prepare(): Promise<void> {
    const { close } = await connectDatabase(`sqlite:${join(this.#folder, "empty.db")}`);
    await close();
    rememberStatements();
  }

  /** Puts an empty database in the place of the last one, which nobody has open. */
  renew(): void {
    for (const end of ["", "-wal", "-shm"]) rmSync(this.file + end, { force: true });
    copyFileSync(join(this.#folder, "empty.db"), this.file);
  }

  /** Somebody else's connection. */
  open(): DatabaseSync {
    return new DatabaseSync(this.file);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A connection of the site's own kind with faults in between; what `kill` leaves behind is what a killed process does. */
export function connectFaulty(file: string, faults: Faults): { db: Kysely<Database>; kill: () => void } {
  const inner = nodeSqliteDialect(file);
  let driver: Driver | undefined;
  const dialect: Dialect = {
    createAdapter: () => inner.createAdapter(),
    createQueryCompiler: () => inner.createQueryCompiler(),
    createIntrospector: (db) => inner.createIntrospector(db),
    createDriver() {
      driver = inner.createDriver();
      return new FaultyDriver(driver, faults);
    },
  };
  const db = new Kysely<Database>({ dialect });
  // SQLite takes back what was not committed.
  return { db, kill: () => void driver?.destroy().catch(() => {}) };
}

class FaultyDriver implements Driver {
  readonly #inner: Driver;
  readonly #faults: Faults;

  constructor(inner: Driver, faults: Faults) {
    this.#inner = inner;
    this.#faults = faults;
  }

  init() {
    return this.#inner.init();
  }

  async acquireConnection() {
    return new FaultyConnection(await this.#inner.acquireConnection(), this.#faults);
  }

  async beginTransaction(connection: FaultyConnection, settings: TransactionSettings) {
    await this.#faults.ask("begin", false);
    await this.#inner.beginTransaction(connection.inner, settings);
    connection.isInTransaction = true;
  }

  async commitTransaction(connection: FaultyConnection) {
    await this.#faults.ask("commit", false);
    await this.#inner.commitTransaction(connection.inner);
    connection.isInTransaction = false;
    await this.#faults.answer();
  }

  async rollbackTransaction(connection: FaultyConnection) {
    if (connection.isInTransaction) await this.#inner.rollbackTransaction(connection.inner);
    connection.isInTransaction = false;
  }

  releaseConnection(connection: FaultyConnection) {
    return this.#inner.releaseConnection(connection.inner);
  }

  destroy() {
    return this.#inner.destroy();
  }
}

class FaultyConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #faults: Faults;
  isInTransaction = false;

  constructor(inner: DatabaseConnection, faults: Faults) {
    this.inner = inner;
    this.#faults = faults;
  }

  async executeQuery<Row>(query: CompiledQuery) {
    const writes = !/^\s*select/i.test(query.sql);
    await this.#faults.ask(`${query.sql} ${query.parameters}`, writes);
    const result = await this.inner.executeQuery<Row>(query);
    if (writes && !this.isInTransaction) await this.#faults.answer();
    return result;
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    return this.inner.streamQuery<Row>(query, chunkSize);
  }
}
