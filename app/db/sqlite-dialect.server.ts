import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { SqliteDialect } from "kysely";

/**
 * Kysely's SQLite dialect on Node's own `node:sqlite`. Kysely lends the one connection to one transaction at a time,
 * so transactions never interleave.
 *
 * @param path file, or `:memory:`
 */
export function nodeSqliteDialect(path: string): SqliteDialect {
  const database = new DatabaseSync(path);
  // WAL lets staff commands read while the site writes; FULL makes an answered 'submitted' survive a power cut.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA busy_timeout = 5000;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
  `);
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare(sql) {
        const statement = database.prepare(sql);
        const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...bind(parameters)),
          run: (parameters) => statement.run(...bind(parameters)),
          iterate: (parameters) => statement.iterate(...bind(parameters)),
        };
      },
    },
  });
}
