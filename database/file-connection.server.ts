import type { DatabaseSync, SQLInputValue } from "node:sqlite";

/** What a connection needs of its file. */
interface OpenFile {
  open(connection: FileConnection): DatabaseSync;
  assertOwn(): void;
  end(connection: FileConnection): void;
}

/** One connection. Its queries take turns, in the order in which they came, and none waits longer than it may. */
export class FileConnection {
  readonly file: OpenFile;
  database: DatabaseSync | undefined;
  isLent = false;
  readonly #waiting: (() => void)[] = [];

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

/** SQLite has no booleans. */
function toSqlite(value: unknown): SQLInputValue {
  return typeof value === "boolean" ? Number(value) : (value as SQLInputValue);
}
