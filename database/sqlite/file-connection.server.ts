import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { SqliteStatement } from "kysely";

/** What a connection needs of its file. */
interface OpenFile {
  path: string;
  connect(): FileConnection;
  open(connection: FileConnection): DatabaseSync;
  assertOwn(): void;
  end(connection: FileConnection): void;
}

/** So many statements are kept; those of the site are some dozens, those of the staff's commands depend on what is asked. */
const mostPrepared = 200;

/** A statement as Kysely wants it. */
type Prepared = Pick<SqliteStatement, "reader" | "all" | "run" | "iterate">;

/** One connection. Its queries take turns, in the order in which they came, and none waits longer than it may. */
export class FileConnection {
  readonly file: OpenFile;
  database: DatabaseSync | undefined;
  isLent = false;
  readonly #waiting: (() => void)[] = [];
  readonly #prepared = new Map<string, Prepared>();

  constructor(file: OpenFile) {
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
      // In a transaction it is asked before the commit whether the file is still there.
      if (!this.database?.isTransaction) this.file.open(this);
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

  /** Statements are prepared once, as preparing one takes longer than most of them. */
  prepare(sql: string): Prepared {
    const database = this.database ?? this.file.open(this);
    const kept = this.#prepared.get(sql);
    if (kept) return kept;
    const statement = database.prepare(sql);
    const prepared: Prepared = {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...parameters.map(toSqlite)),
      run: (parameters) => statement.run(...parameters.map(toSqlite)),
      // One that is being read must not be begun anew.
      iterate: (parameters) => database.prepare(sql).iterate(...parameters.map(toSqlite)),
    };
    if (this.#prepared.size >= mostPrepared) this.#prepared.clear();
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  close(): void {
    this.#prepared.clear();
    this.database?.close();
    this.database = undefined;
  }
}

/** SQLite has no booleans. */
function toSqlite(value: unknown): SQLInputValue {
  return typeof value === "boolean" ? Number(value) : (value as SQLInputValue);
}
