import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { machineClock } from "#system/clock.ts";

/** The write-ahead log is cut to this size, in bytes, once nobody reads its older part. */
const logSize = 4 * 1024 * 1024;

/** The file on the disk is no longer the one that is open: whatever is written now would be lost at the next start. */
export class LostFileError extends Error {
  override name = "LostFileError";
}

/** A database file with the connections that this process has to it. Each is opened when it is first used. */
export class SqliteFile {
  readonly path: string;
  readonly #onTrouble: (message: string) => void;
  readonly #connections = new Set<FileConnection>();
  /** Which files are open, the database and its write-ahead log, by device and inode. */
  #identity: [string | undefined, string | undefined] | undefined;
  #isLost = false;

  /**
   * @param path file, or `:memory:`
   * @param onTrouble called when the file was removed or replaced, and when it is back
   */
  constructor(path: string, onTrouble: (message: string) => void = () => {}) {
    this.path = path;
    this.#onTrouble = onTrouble;
  }

  connect(): FileConnection {
    const connection = new FileConnection(this);
    this.#connections.add(connection);
    return connection;
  }

  forget(connection: FileConnection): void {
    this.#connections.delete(connection);
  }

  /** Two `stat` calls. @throws LostFileError */
  assertUnmoved(): void {
    if (this.#identity === undefined || this.#identity.join() === this.#identify()?.join()) return;
    if (!this.#isLost)
      this.#onTrouble(
        "the database file was removed or replaced under the running site: nothing is taken until it is there",
      );
    this.#isLost = true;
    throw new LostFileError("the database file was removed or replaced");
  }

  /**
   * Opens a connection before it is used; if the file was replaced, the new file. Connections with two
   * different write-ahead logs would corrupt the data, so all others are closed first.
   *
   * @throws LostFileError while there is no file, or another connection is in use
   */
  open(connection: FileConnection): DatabaseSync {
    try {
      this.assertUnmoved();
      if (connection.database) return connection.database;
    } catch (error) {
      for (const other of this.#connections) if (other !== connection && other.isLent) throw error;
      for (const each of this.#connections) each.close();
      if (!existsSync(this.path)) throw error;
      this.#setForeignLogAside();
    }
    const database = openDatabase(this.path);
    connection.database = database;
    this.#identity = this.#identify();
    if (this.#isLost) this.#onTrouble("the database file that is there now was opened");
    this.#isLost = false;
    return database;
  }

  /**
   * SQLite would play the log of the database that is gone into the one that came in its place, and destroy it. The log
   * may hold what nobody else has: it is kept.
   */
  #setForeignLogAside(): void {
    const [database, log] = this.#identify() ?? [];
    if (database === this.#identity?.[0] || log === undefined || log !== this.#identity?.[1]) return;
    const name = `${this.path}-wal.of-lost-database-${machineClock().toISOString().replaceAll(/[:.]/g, "-")}`;
    renameSync(`${this.path}-wal`, name);
    rmSync(`${this.path}-shm`, { force: true });
    this.#onTrouble(
      `another database file was put in place; what the lost one had written last is kept in ${name}`,
    );
  }

  #identify(): [string | undefined, string | undefined] | undefined {
    if (this.path === ":memory:") return undefined;
    const identify = (file: string) => {
      const status = statSync(file, { bigint: true, throwIfNoEntry: false });
      return status && `${status.dev}:${status.ino}`;
    };
    return [identify(this.path), identify(`${this.path}-wal`)];
  }
}

/** One connection. Its queries take turns, in the order in which they came, and none waits longer than it may. */
export class FileConnection {
  readonly file: SqliteFile;
  database: DatabaseSync | undefined;
  isLent = false;
  readonly #waiting: (() => void)[] = [];

  constructor(file: SqliteFile) {
    this.file = file;
  }

  /** @param end as `performance.now()`: a query that has not begun by then fails */
  async take(end: number): Promise<void> {
    if (this.isLent)
      await new Promise<void>((resolve, reject) => {
        const turn = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(turn), 1);
          reject(new Error("the database is busy"));
        }, end - performance.now());
        this.#waiting.push(turn);
      });
    this.isLent = true;
    try {
      this.file.open(this);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.isLent = false;
  }

  prepare(sql: string) {
    const statement = (this.database ?? this.file.open(this)).prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...parameters.map(toSqlite)),
      run: (parameters: readonly unknown[]) => statement.run(...parameters.map(toSqlite)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters.map(toSqlite)),
    };
  }

  close(): void {
    this.database?.close();
    this.database = undefined;
  }
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  // WAL lets staff commands read while the site writes; FULL makes an answered 'submitted' survive a power cut;
  // secure_delete overwrites what is erased. The last statement reads, which creates the log's file.
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA journal_size_limit = ${logSize};
    PRAGMA busy_timeout = 0;
    SELECT count(*) FROM sqlite_schema;
  `);
  return database;
}

/** SQLite has no booleans. */
function toSqlite(value: unknown): SQLInputValue {
  return typeof value === "boolean" ? Number(value) : (value as SQLInputValue);
}
